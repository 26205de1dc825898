/** The rows of verifications that answer by and by. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ToldVerdict } from '#contracts/answer.ts';
import type { Trx } from '#store/store.ts';

/** What is kept of an answer: init code and ABI are told with the contract. */
export type KeptAnswer = Omit<ToldVerdict, 'initCode' | 'abi'>;

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

export const DAY = 86_400;
/** A process that has not said for so many seconds that it is at work has ended. */
export const SILENT = 90;
/** Requests wait with all their sources: so many of a client. */
const MOST_OF_CLIENT = 3;
/** Finished ones that are kept of a client, and of all. */
const KEPT_OF_CLIENT = 20;
const KEPT = 5000;
export const RETRY_SECONDS = 15;

/** What this program wrote itself: rows of older versions have none of the last. */
const answerSchema = z.object({
  success: z.boolean(),
  errorCode: z.literal([0, 1, 2, 3, 4, 5, 6, 7]),
  contractName: z.string().exactOptional(),
  byteCode: z.string().exactOptional(),
  errorMsg: z.string().exactOptional(),
  nearestCompilers: z.array(z.string()).exactOptional(),
  message: z.string().exactOptional(),
  verifiedAddress: z.string().exactOptional(),
  match: z.custom<ToldVerdict['match']>().default(null),
  explanation: z.custom<ToldVerdict['explanation']>().default(null),
});

/** What is kept of an answer, out of its column. */
export const readAnswer = (text: string): KeptAnswer => answerSchema.parse(JSON.parse(text));

/** @throws JobRefused */
export async function insertJob(
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
