/** The browser's way to the API of the site that it is on. */

/** An answer other than 2xx. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, path: string) {
    super(`${status} from ${path}`);
    this.name = 'ApiError';
    this.status = status;
  }
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
    headers: { Locale: document.documentElement.dataset['locale'] ?? 'en' },
  });
  if (!answer.ok) throw new ApiError(answer.status, path);
  const body: Answer = await answer.json();
  return body;
}
