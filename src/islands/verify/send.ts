/** Sends a request to be verified, and tells how far it is. */
import type { ToldVerdict } from '#contracts/answer.ts';
import { RefusedCall } from '../queries/post.ts';

/** `waiting`: it is sent again after so many seconds, of those that the server asked for. */
export type Progress =
  | { readonly step: 'sent' | 'compiling' | 'comparing' }
  | { readonly step: 'waiting'; readonly seconds: number; readonly of: number };

export interface Sending {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  fetch?: typeof fetch;
  /** Waits for milliseconds; rejects when the signal fires. */
  wait?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const PATH = '/contract/verify';
const LONGEST_WAIT = 120;

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** What one try came to: a verdict, or a number of seconds after which to ask again. */
type Tried = { readonly verdict: ToldVerdict } | { readonly again: number };

interface Refused {
  readonly statusCode: number;
  readonly message: string;
  readonly retryAfter: number;
}

/** Seconds to wait, or the words by which it is refused. */
function refused({ statusCode, message, retryAfter }: Refused): Tried {
  // The header may lack, or be a date.
  const seconds = Number.isFinite(retryAfter) ? Math.max(1, retryAfter) : 1;
  if (statusCode === 429) return { again: Math.min(LONGEST_WAIT, seconds) };
  throw new RefusedCall(statusCode, PATH, message === '' ? null : message);
}

/** Lines of an answer, as they come. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
    if (done) break;
  }
  if (rest !== '') yield rest;
}

async function tryOnce(body: string, language: string, sending: Sending): Promise<Tried> {
  const { signal, onProgress, fetch: ask = fetch } = sending;
  onProgress({ step: 'sent' });
  const answer = await ask(`/api/v1${PATH}`, {
    method: 'POST',
    signal,
    headers: { Locale: language, 'Content-Type': 'application/json' },
    body,
  });
  if (!answer.ok) {
    const told: { message?: unknown } = await answer.json().catch(() => ({}));
    return refused({
      statusCode: answer.status,
      message: typeof told.message === 'string' ? told.message : '',
      retryAfter: Number(answer.headers.get('retry-after') ?? 0),
    });
  }
  const steps = answer.headers.get('content-type')?.startsWith('application/x-ndjson') === true;
  if (!steps || answer.body === null) return { verdict: await answer.json() };
  for await (const text of linesOf(answer.body)) {
    const line: ToldVerdict | { step: 'compiling' | 'comparing' } | { refused: Refused } =
      JSON.parse(text);
    if ('step' in line) onProgress({ step: line.step });
    else return 'refused' in line ? refused(line.refused) : { verdict: line };
  }
  throw new RefusedCall(502, PATH, null);
}

/**
 * The verdict on a request (`requestBody`). A full queue is waited for, as long as it takes.
 * @throws RefusedCall with the server's words for what it refuses, and the signal's reason
 */
export async function sendRequest(
  request: Readonly<Record<string, unknown>>,
  language: string,
  sending: Sending,
): Promise<ToldVerdict> {
  const { signal, onProgress, wait = waitFor } = sending;
  const body = JSON.stringify({ ...request, steps: true });
  for (;;) {
    const tried = await tryOnce(body, language, sending);
    if ('verdict' in tried) return tried.verdict;
    const of = Math.ceil(tried.again);
    for (let seconds = of; seconds > 0; seconds--) {
      onProgress({ step: 'waiting', seconds, of });
      await wait(1000, signal);
    }
  }
}
