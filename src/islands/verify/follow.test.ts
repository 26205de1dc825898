import { describe, expect, it } from 'vitest';
import type { ToldVerdict } from '#contracts/answer.ts';
import { RefusedCall } from '../queries/post.ts';
import { followJob, type Job } from './follow.ts';
import type { Progress } from './progress.ts';

const VERDICT: ToldVerdict = { success: true, errorCode: 0, match: null, explanation: null };
const job = (state: Job['state'], more: Partial<Job> = {}): Job => ({
  state,
  place: null,
  seconds: null,
  verdict: null,
  ...more,
});

/** A job that is followed: by what the room tells, and by what a call answers where it is made. */
function stand(connected: boolean, answers: readonly (Response | Error)[] = []) {
  const told: Progress[] = [];
  const asked: string[] = [];
  const left = [...answers];
  const control = new AbortController();
  let tell: ((job: Job) => void) | null = null;
  let room = '';
  let tick: (() => void) | null = null;
  const way = { connected };
  const outcome = followJob('a', {
    signal: control.signal,
    onProgress: (progress) => told.push(progress),
    channel: {
      connected: () => way.connected,
      listen(topic, listener) {
        room = topic;
        tell = listener;
        return () => (tell = null);
      },
    },
    fetch: (input) => {
      asked.push(String(input));
      const next = left.shift() ?? new TypeError('no answer');
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    wait: (_, signal) =>
      new Promise((resolve, reject) => {
        tick = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    now: () => 100_000,
  }).catch((error: unknown) => error);
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    told,
    asked,
    outcome,
    way,
    control,
    room: () => room,
    joined: () => tell !== null,
    tell: (given: Job) => tell?.(given),
    /** The time to ask has come. */
    async later() {
      tick?.();
      await settle();
    },
  };
}

describe('a job', () => {
  it('is followed by its room, without a call', async () => {
    const at = stand(true);
    expect(at.room()).toBe('verification/a');
    at.tell(job('queued', { place: 2, seconds: 5 }));
    await at.later();
    at.tell(job('queued', { place: 1 }));
    at.tell(job('compiling', { seconds: 0 }));
    at.tell(job('done', { verdict: VERDICT }));
    at.tell(job('comparing'));
    expect(await at.outcome).toEqual(VERDICT);
    expect(at.told).toEqual([
      { step: 'queued', place: 2, since: 95_000 },
      { step: 'queued', place: 1, since: 95_000 },
      { step: 'compiling', since: 100_000 },
    ]);
    expect([at.asked, at.joined()]).toEqual([[], false]);
  });

  it('is asked for where the channel tells nothing, or is lost', async () => {
    const at = stand(true, [
      Response.json(job('compiling', { seconds: 7 })),
      new TypeError('offline'),
      new Response(null, { status: 503 }),
      Response.json(job('done', { verdict: VERDICT })),
    ]);
    // Connected, but the room was refused.
    await at.later();
    expect(at.told).toEqual([{ step: 'compiling', since: 93_000 }]);
    at.tell(job('comparing', { seconds: 0 }));
    await at.later();
    expect(at.asked).toHaveLength(1);
    at.way.connected = false;
    for (let n = 0; n < 3; n++) await at.later();
    expect(await at.outcome).toEqual(VERDICT);
    expect(at.asked).toEqual(Array.from({ length: 4 }, () => '/api/v1/contract/verify/a'));
  });

  it('may be gone, and may be given up', async () => {
    const unknown = stand(false, [new Response(null, { status: 404 })]);
    await unknown.later();
    expect(await unknown.outcome).toMatchObject({ status: 404 });
    const ended = stand(true);
    ended.tell(job('done'));
    expect(await ended.outcome).toBeInstanceOf(RefusedCall);
    const left = stand(true);
    left.control.abort();
    expect(await left.outcome).toBe(left.control.signal.reason);
    expect(left.joined()).toBe(false);
  });
});
