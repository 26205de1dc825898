/** The browser's way to the API of the site that it is on. */

/** An answer other than 2xx. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says is wrong, in the page's language. */
  readonly words: string | null;
  constructor(status: number, path: string, words: string | null = null) {
    super(`${status} from ${path}`);
    this.name = 'ApiError';
    this.status = status;
    this.words = words;
  }
}

const language = (): string => document.documentElement.dataset['locale'] ?? 'en';

/** JSON of a call with a body; shapes as for `getJson`. */
export async function postJson<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { Locale: language(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const told: Answer & { message?: unknown } = await answer.json();
  if (!answer.ok)
    throw new ApiError(answer.status, path, typeof told.message === 'string' ? told.message : null);
  return told;
}

/**
 * JSON of `/api/v1{path}` with these query parameters. The shape is that of the entity's schema,
 * which the server validates its answers by; `Answer` is its type.
 */
export async function getJson<Answer>(
  path: string,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<Answer> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const answer = await fetch(`/api/v1${path}?${search.toString()}`, {
    signal,
    headers: { Locale: language() },
  });
  if (!answer.ok) throw new ApiError(answer.status, path);
  const body: Answer = await answer.json();
  return body;
}
