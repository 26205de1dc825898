/** Follows a verification by the live channel; asks for it where that tells nothing. */
import type { ToldVerdict } from '#contracts/answer.ts';
import { connection, listen } from '../live/socket.ts';
import { RefusedCall } from '../queries/post.ts';
import { waitFor, type Progress } from './progress.ts';

/** As the room of a verification and `/contract/verify/{id}` tell it. */
export interface Job {
  readonly state: 'queued' | 'compiling' | 'comparing' | 'done';
  readonly place: number | null;
  readonly seconds: number | null;
  readonly verdict: ToldVerdict | null;
}

export interface Channel {
  connected(): boolean;
  listen(room: string, listener: (job: Job) => void): () => void;
}

const LIVE: Channel = {
  connected: () => connection().connected,
  listen: (room, listener) => listen<Job>(room, room, listener),
};

export interface Following {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  channel?: Channel;
  fetch?: typeof fetch;
  wait?: typeof waitFor;
  /** The wall clock, milliseconds. */
  now?: () => number;
}

const PATH = '/contract/verify/';
const ASK_MS = 3_000;
const NOT_FOUND = 404;
/** It ended without a verdict: its server was stopped, or another tab cancelled it. */
const GONE = 410;

/** Null while the server cannot be reached. @throws RefusedCall for a job that nobody knows */
async function ask(id: string, { signal, fetch: call = fetch }: Following): Promise<Job | null> {
  const answer = await call(`/api/v1${PATH}${id}`, { signal }).catch(() => null);
  if (answer?.status === NOT_FOUND) throw new RefusedCall(NOT_FOUND, PATH, null);
  if (answer?.ok !== true) return null;
  const job: Job = await answer.json();
  return job;
}

/**
 * The verdict on a job, however often the connection is lost meanwhile.
 * @throws RefusedCall for a job that is gone or ended without a verdict, and the signal's reason
 */
export async function followJob(id: string, following: Following): Promise<ToldVerdict> {
  const { signal, onProgress, channel = LIVE, wait = waitFor, now = Date.now } = following;
  const verdict = Promise.withResolvers<ToldVerdict>();
  const ended = new AbortController();
  let heard = false;
  let over = false;
  let last: Progress = { step: 'sent' };
  const take = ({ state, place, seconds, verdict: told }: Job): void => {
    // What was read before it was done may come after that.
    if (over) return;
    if (state === 'done') {
      over = true;
      if (told === null) verdict.reject(new RefusedCall(GONE, PATH, null));
      else verdict.resolve(told);
      return;
    }
    const known = 'since' in last && last.step === state ? last.since : now();
    const since = seconds === null ? known : now() - seconds * 1000;
    last = state === 'queued' ? { step: state, place, since } : { step: state, since };
    onProgress(last);
  };
  const asking = async (): Promise<void> => {
    for (;;) {
      await wait(ASK_MS, ended.signal);
      // Who joins a room is told what it holds: silence is no news only on a way that has told some.
      if (!channel.connected()) heard = false;
      const job = heard ? null : await ask(id, following);
      if (job !== null) take(job);
    }
  };
  const cancel = () => verdict.reject(signal.reason as Error);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const leave = channel.listen(`verification/${id}`, (job) => {
    heard = true;
    take(job);
  });
  asking().catch(verdict.reject);
  try {
    return await verdict.promise;
  } finally {
    over = true;
    ended.abort();
    signal.removeEventListener('abort', cancel);
    leave();
  }
}

/** Ends a job for good; also from a page that is being left. */
export function cancelJob(id: string): void {
  void fetch(`/api/v1${PATH}${id}`, { method: 'DELETE', keepalive: true }).catch(() => null);
}
