/** Hands a request in to be verified: by and by, as a job that goes on though the page is gone. */
import type { ToldVerdict } from '#contracts/answer.ts';
import { RefusedCall } from '../queries/post.ts';
import { waitFor, type Progress } from './progress.ts';

export interface Sending {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  fetch?: typeof fetch;
  /** Waits for milliseconds; rejects when the signal fires. */
  wait?: typeof waitFor;
}

/** What was handed in: a job, or at once a verdict on what is no request. */
export type Sent = { readonly id: string } | { readonly verdict: ToldVerdict };

const PATH = '/contract/verify';
const LONGEST_WAIT = 120;
const ACCEPTED = 202;
const TOO_MANY = 429;

/** Sends it once: what it is now, or after how many seconds to send it again. */
async function tryOnce(
  body: string,
  language: string,
  sending: Sending,
): Promise<Sent | { readonly again: number }> {
  const { signal, onProgress, fetch: ask = fetch } = sending;
  onProgress({ step: 'sent' });
  const answer = await ask(`/api/v1${PATH}`, {
    method: 'POST',
    signal,
    headers: { Locale: language, 'Content-Type': 'application/json' },
    body,
  });
  if (answer.status === ACCEPTED) {
    const { id }: { id: string } = await answer.json();
    return { id };
  }
  if (answer.ok) return { verdict: await answer.json() };
  if (answer.status === TOO_MANY) {
    const seconds = Number(answer.headers.get('retry-after') ?? 0);
    // The header may lack, or be a date.
    return { again: Math.min(LONGEST_WAIT, Number.isFinite(seconds) ? Math.max(1, seconds) : 1) };
  }
  const { message }: { message?: unknown } = await answer.json().catch(() => ({}));
  const words = typeof message === 'string' && message !== '' ? message : null;
  throw new RefusedCall(answer.status, PATH, words);
}

/**
 * What a request (`requestBody`) becomes. Where too many wait it is sent again, as long as it takes.
 * @throws RefusedCall with the server's words for what it refuses, and the signal's reason
 */
export async function sendRequest(
  request: Readonly<Record<string, unknown>>,
  language: string,
  sending: Sending,
): Promise<Sent> {
  const { signal, onProgress, wait = waitFor } = sending;
  const body = JSON.stringify({ ...request, job: true });
  for (;;) {
    const tried = await tryOnce(body, language, sending);
    if (!('again' in tried)) return tried;
    const of = Math.ceil(tried.again);
    for (let seconds = of; seconds > 0; seconds--) {
      onProgress({ step: 'waiting', seconds, of });
      await wait(1000, signal);
    }
  }
}
