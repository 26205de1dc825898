/** Verifications that answer by and by: handed in, then asked for by their id, of any process. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompilerError } from '#compiler/errors.ts';
import { COMPILER_ERRORS, refusal, type ToldVerdict } from '#contracts/answer.ts';
import { RequestError } from '#contracts/request/error.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import type { RowOf } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { compileTime, type Step } from './attempt.ts';
import {
  DAY,
  insertJob,
  JobRefused,
  readAnswer,
  RETRY_SECONDS,
  SILENT,
  type KeptAnswer,
} from './jobRows.ts';
import { toldVerdict, type Verdict, type Verification } from './verification.ts';

export { JobRefused };

export type JobState = 'queued' | Step | 'done';

export interface Job {
  id: string;
  /** As it was given. */
  address: string;
  state: JobState;
  /** Its place among those that wait for a compiler; null where it has none, or another process knows. */
  place: number | null;
  /** For how long it is in that state; null where another process knows. */
  seconds: number | null;
  /** Null until it is done, and when it was cancelled, failed, or its process ended before that. */
  answer: KeptAnswer | null;
  /** Unix seconds by the wall's clock. */
  createdAt: number;
  finishedAt: number | null;
}

export interface Jobs {
  /**
   * Takes a request; the answer is its id. The work goes on in this process.
   * @param client who asks, as limits count clients
   * @throws JobRefused
   */
  start(request: AddressedRequest, client: string): Promise<string>;
  /** Null for an id that nobody was given, or more than a day ago. */
  find(id: string): Promise<Job | null>;
  /** Ends it for good; false where there is none that goes on. */
  cancel(id: string): Promise<boolean>;
  /** Calls `listener` when a job of this process is another than before. Answers how to stop. */
  onChange(id: string, listener: () => void): () => void;
  /** Whether it goes on in this process. */
  runs(id: string): boolean;
  /** Gives up what runs, and resolves when that is written down. */
  close(): Promise<void>;
}

export interface JobsOptions {
  store: Store;
  verification: Verification;
  /** Hears of errors that are nobody's input. */
  onError: (error: unknown) => void;
  /** The wall clock, milliseconds. */
  now?: () => number;
  /** How long a job may last, waiting included, milliseconds. */
  most?: number;
}

const MOST_MS = 300_000;
/** How often a process says that it is at work, ms. */
const BEAT_MS = 20_000;
/** Requests wait with all their sources: so many of a process. */
const MOST_RUNNING = 24;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A job of this process. */
interface Running {
  readonly done: Promise<void>;
  readonly control: AbortController;
  /** Whether its row is written. */
  written: boolean;
  state: JobState;
  place: number | null;
  /** Milliseconds by the wall's clock. */
  since: number;
}

export function createJobs(options: JobsOptions): Jobs {
  const { store, verification, onError, now = Date.now, most = MOST_MS } = options;
  const running = new Map<string, Running>();
  const changes = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  let beat: NodeJS.Timeout | null = null;
  const seconds = () => Math.floor(now() / 1000);

  const write = async (id: string, row: Partial<RowOf<'verification_job'>>): Promise<void> => {
    const values = { ...row, alive_at: seconds() };
    const update = store.db.updateTable('verification_job').set(values).where('id', '=', id);
    // One that was cancelled takes no steps any more.
    await (row.state === 'done' ? update : update.where('state', '<>', 'done')).execute();
  };
  const beats = async (): Promise<void> => {
    const ids = [...running].filter(([, { written }]) => written).map(([id]) => id);
    if (ids.length === 0) return;
    const rows = await store.db
      .updateTable('verification_job')
      .set({ alive_at: seconds() })
      .where('id', 'in', ids)
      .where('state', '<>', 'done')
      .returning('id')
      .execute();
    // What another process was told to cancel is done by its row only.
    const left = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!left.has(id)) running.get(id)?.control.abort(new Error(CANCELLED));
  };

  const work = async (
    id: string,
    job: Running,
    request: AddressedRequest,
    client: string,
  ): Promise<void> => {
    const late = AbortSignal.timeout(most);
    const signal = AbortSignal.any([late, closing.signal, job.control.signal]);
    let written: Promise<void> = Promise.resolve();
    const say = (row: Partial<RowOf<'verification_job'>>) => {
      written = written.then(() => write(id, row)).catch(onError);
    };
    const show = (state: JobState, place: number | null = null) => {
      if (state !== job.state) job.since = now();
      Object.assign(job, { state, place });
      changes.emit(id);
    };
    // Whether it waits for a place among those that wait for a compiler.
    let outside = false;
    const onStep = (state: Step) => {
      outside = false;
      say({ state });
      show(state);
    };
    const onPlace = (place: number) => {
      outside = false;
      if (job.state !== 'queued') say({ state: 'queued' });
      show('queued', place);
    };
    const onBusy = () => {
      outside = true;
      say({ state: 'queued' });
      show('queued');
    };
    let answer: ToldVerdict | null;
    try {
      const asking = { client, signal, onStep, onPlace, time: compileTime() };
      answer = await insisting(() => verification.verify(() => request, asking), signal, onBusy);
    } catch (error) {
      answer = late.aborted ? unexplained(outside ? BUSY : LATE) : answerToError(error);
      if (answer === null && !signal.aborted) onError(error);
    }
    const { abi: _, initCode: __, ...kept } = answer ?? {};
    const text = answer === null ? null : JSON.stringify(kept);
    say({ state: 'done', answer: text, finished_at: seconds() });
    await written;
  };

  return {
    async start(request, client) {
      if (running.size >= MOST_RUNNING || closing.signal.aborted)
        throw new JobRefused('Too many verifications wait.', RETRY_SECONDS);
      const id = randomUUID();
      // The place is taken before anything is waited for.
      const { promise: done, resolve: end } = Promise.withResolvers<void>();
      const job: Running = {
        done,
        control: new AbortController(),
        written: false,
        state: 'queued',
        place: null,
        since: now(),
      };
      running.set(id, job);
      try {
        await store.transaction((trx) => insertJob(trx, id, request.address, client, seconds()));
      } catch (error) {
        running.delete(id);
        end();
        throw error;
      }
      job.written = true;
      beat ??= setInterval(() => void beats().catch(onError), BEAT_MS).unref();
      void work(id, job, request, client)
        .catch(onError)
        .finally(() => {
          running.delete(id);
          changes.emit(id);
          end();
          if (running.size > 0 || beat === null) return;
          clearInterval(beat);
          beat = null;
        });
      return id;
    },
    async find(id) {
      if (!ID.test(id)) return null;
      const row = await store.db
        .selectFrom('verification_job')
        .selectAll()
        .where('id', '=', id)
        .where('created_at', '>', seconds() - DAY)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { address, created_at: createdAt } = row;
      const lost = row.state !== 'done' && row.alive_at < seconds() - SILENT;
      const own = row.state === 'done' ? undefined : running.get(id);
      return {
        id,
        address,
        state: own?.state ?? (lost ? 'done' : row.state),
        place: own?.place ?? null,
        seconds: own === undefined ? null : Math.max(0, Math.floor((now() - own.since) / 1000)),
        answer: row.answer === null ? null : readAnswer(row.answer),
        createdAt,
        finishedAt: lost ? row.alive_at : row.finished_at,
      };
    },
    async cancel(id) {
      if (!ID.test(id)) return false;
      const { numUpdatedRows } = await store.db
        .updateTable('verification_job')
        .set({ state: 'done', finished_at: seconds() })
        .where('id', '=', id)
        .where('state', '<>', 'done')
        .executeTakeFirst();
      running.get(id)?.control.abort(new Error(CANCELLED));
      return numUpdatedRows > 0n;
    },
    onChange(id, listener) {
      changes.on(id, listener);
      return () => void changes.off(id, listener);
    },
    runs: (id) => running.has(id),
    async close() {
      closing.abort(new Error('The process ends.'));
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

const CANCELLED = 'It was cancelled.';
const LATE = 'It did not come to an end in five minutes.';
const BUSY = 'The compilers were busy for five minutes. Try again later.';

/**
 * Asks again for as long as too many wait for the compilers: nobody is there to do so.
 * @throws what the signal makes of it when it fires, and what the verification throws
 */
async function insisting(
  verify: () => Promise<Verdict>,
  signal: AbortSignal,
  onBusy: () => void,
): Promise<ToldVerdict> {
  for (;;) {
    let seconds: number;
    try {
      return toldVerdict(await verify());
    } catch (error) {
      if (!(error instanceof CompilerError) || error.kind !== 'queueFull') throw error;
      seconds = error.retryAfter;
    }
    onBusy();
    await sleep(Math.max(1, seconds) * 1000, undefined, { signal });
  }
}

/** What to say of an error that is the request's; null for any other. */
function answerToError(error: unknown): ToldVerdict | null {
  return error instanceof RequestError ? unexplained(error.message) : null;
}

const unexplained = (message: string): ToldVerdict => ({
  ...refusal(COMPILER_ERRORS, message),
  match: null,
  explanation: null,
});
