/** Calls with a body; apart from those without, which most pages bring along. */
import { ApiError } from './api.ts';

/** A refusal with what the server says is wrong, in the page's language. */
export class RefusedCall extends ApiError {
  readonly words: string | null;
  constructor(status: number, path: string, words: string | null) {
    super(status, path);
    this.words = words;
  }
}

/** JSON of a call with a body; shapes as for `getJson`. @throws RefusedCall */
export async function postJson<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: {
      Locale: document.documentElement.dataset['locale'] ?? 'en',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const told: Answer & { message?: unknown } = await answer.json();
  const { message } = told;
  if (!answer.ok)
    throw new RefusedCall(answer.status, path, typeof message === 'string' ? message : null);
  return told;
}
