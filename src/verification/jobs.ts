/** Verifications that answer by and by: handed in, then asked for by their id, of any process. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { CompilerError } from '#compiler/errors.ts';
import { COMPILER_ERRORS, refusal, type VerificationAnswer } from '#contracts/answer.ts';
import { RequestError } from '#contracts/request/error.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import type { VerificationJobTable } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { compileTime, type Step } from './attempt.ts';
import type { Verdict, Verification } from './verification.ts';

/** What is kept of an answer: init code and ABI are told with the contract. */
export type KeptAnswer = Omit<VerificationAnswer, 'initCode' | 'abi'>;

export interface Job {
  id: string;
  /** As it was given. */
  address: string;
  state: 'queued' | Step | 'done';
  /** Null until it is done, and when its process ended before that or failed. */
  answer: KeptAnswer | null;
  /** Unix seconds by the wall's clock. */
  createdAt: number;
  finishedAt: number | null;
}

/** Nothing more is taken for now. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused';
  /** Seconds after which to ask again. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
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

const DAY = 86_400;
const MOST_MS = 300_000;
/** How often a process says that it is at work, ms; told as ended when it has not for so long, seconds. */
const BEAT_MS = 20_000;
const SILENT = 90;
/** Requests wait with all their sources: so many of a process, and of a client. */
const MOST_RUNNING = 24;
const MOST_OF_CLIENT = 3;
/** Finished ones that are kept of a client, and of all. */
const KEPT_OF_CLIENT = 20;
const KEPT = 5000;
const RETRY_SECONDS = 15;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const answerSchema = z.object({
  success: z.boolean(),
  errorCode: z.literal([0, 1, 2, 3, 4, 5, 6, 7]),
  contractName: z.string().exactOptional(),
  byteCode: z.string().exactOptional(),
  errorMsg: z.string().exactOptional(),
});

export function createJobs(options: JobsOptions): Jobs {
  const { store, verification, onError, now = Date.now, most = MOST_MS } = options;
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let beat: NodeJS.Timeout | null = null;
  const seconds = () => Math.floor(now() / 1000);

  const write = async (id: string, row: Partial<VerificationJobTable>): Promise<void> => {
    const values = { ...row, alive_at: seconds() };
    await store.db.updateTable('verification_job').set(values).where('id', '=', id).execute();
  };
  const beats = async (): Promise<void> => {
    const ids = [...running.keys()];
    if (ids.length === 0) return;
    const values = { alive_at: seconds() };
    await store.db.updateTable('verification_job').set(values).where('id', 'in', ids).execute();
  };

  const work = async (id: string, request: AddressedRequest, client: string): Promise<void> => {
    const late = AbortSignal.timeout(most);
    const signal = AbortSignal.any([late, closing.signal]);
    let written: Promise<void> = Promise.resolve();
    const say = (row: Partial<VerificationJobTable>) => {
      written = written.then(() => write(id, row)).catch(onError);
    };
    // Whether it waits for a place among those that wait for a compiler.
    let outside = false;
    const onStep = (state: Step) => {
      outside = false;
      say({ state });
    };
    const onBusy = () => {
      outside = true;
      say({ state: 'queued' });
    };
    let answer: VerificationAnswer | null;
    try {
      const asking = { client, signal, onStep, time: compileTime() };
      answer = await insisting(() => verification.verify(() => request, asking), signal, onBusy);
    } catch (error) {
      answer = late.aborted
        ? refusal(COMPILER_ERRORS, outside ? BUSY : LATE)
        : answerToError(error);
      if (answer === null && !closing.signal.aborted) onError(error);
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
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      running.set(id, begun);
      try {
        await store.transaction((trx) => insert(trx, id, request.address, client, seconds()));
      } catch (error) {
        running.delete(id);
        begin();
        throw error;
      }
      beat ??= setInterval(() => void beats().catch(onError), BEAT_MS).unref();
      const done = work(id, request, client).finally(() => {
        running.delete(id);
        begin();
        if (running.size > 0 || beat === null) return;
        clearInterval(beat);
        beat = null;
      });
      void done.catch(onError);
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
      return {
        id,
        address,
        state: lost ? 'done' : row.state,
        answer: row.answer === null ? null : answerSchema.parse(JSON.parse(row.answer)),
        createdAt,
        finishedAt: lost ? row.alive_at : row.finished_at,
      };
    },
    async close() {
      closing.abort(new Error('The process ends.'));
      await Promise.all(running.values());
    },
  };
}

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
): Promise<VerificationAnswer> {
  for (;;) {
    let seconds: number;
    try {
      return (await verify()).answer;
    } catch (error) {
      if (!(error instanceof CompilerError) || error.kind !== 'queueFull') throw error;
      seconds = error.retryAfter;
    }
    onBusy();
    await sleep(Math.max(1, seconds) * 1000, undefined, { signal });
  }
}

/** What to say of an error that is the request's; null for any other. */
function answerToError(error: unknown): VerificationAnswer | null {
  return error instanceof RequestError ? refusal(COMPILER_ERRORS, error.message) : null;
}

async function insert(
  trx: Trx,
  id: string,
  address: string,
  client: string,
  now: number,
): Promise<void> {
  await trx
    .deleteFrom('verification_job')
    .where('created_at', '<=', now - DAY)
    .execute();
  const open = await trx
    .selectFrom('verification_job')
    .select('id')
    .where('client', '=', client)
    .where('state', '<>', 'done')
    .where('alive_at', '>=', now - SILENT)
    .limit(MOST_OF_CLIENT)
    .execute();
  if (open.length >= MOST_OF_CLIENT)
    throw new JobRefused('Too many verifications of yours wait.', RETRY_SECONDS);
  await sql`
    delete from verification_job where state = 'done' and (
      id in (select id from verification_job where client = ${client}
        order by created_at desc, id offset ${KEPT_OF_CLIENT})
      or id in (select id from verification_job order by created_at desc, id offset ${KEPT}))
  `.execute(trx);
  await trx
    .insertInto('verification_job')
    .values({
      id,
      address,
      client,
      state: 'queued',
      answer: null,
      created_at: now,
      alive_at: now,
      finished_at: null,
    })
    .execute();
}
