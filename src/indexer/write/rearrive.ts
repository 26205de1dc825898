/** Writes anew what the arrival of a stored tipset wrote: its row, its blocks, what they include. */
import { sql, type RawBuilder } from 'kysely';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { records } from '#store/records.ts';
import type { Store, Trx } from '#store/store.ts';
import type { MessageRow, TipsetFacts } from '../types.ts';
import { writeArrivals, writeMessages, type ExecutedMark } from './arrivals.ts';
import { appendRows } from './facts.ts';

/**
 * The rows of this tipset become those of `facts`, which are proven; what is known of its execution
 * stays; `rewards` are those of blocks that were not stored. Messages that no block includes any more
 * are deleted. The tipset must be stored.
 */
export async function rewriteArrival(
  store: Store,
  trx: Trx,
  facts: TipsetFacts,
  rewards: ExecutedMark['rewards'] = [],
): Promise<void> {
  const { height } = facts;
  const own = await trx
    .selectFrom('tipset')
    .select(['ordinal', 'executed', 'first_seq'])
    .where('height', '=', height)
    .executeTakeFirstOrThrow();
  const below = await trx
    .selectFrom('tipset')
    .select('height')
    .where('ordinal', '=', own.ordinal - 1)
    .executeTakeFirst();
  const blocks = await trx
    .selectFrom('block')
    .select(['cid', 'block_reward', 'tips', 'penalty'])
    .where('height', '=', height)
    .where('orphaned', '=', false)
    .execute();
  const executed: ExecutedMark = {
    firstSeq: own.first_seq ?? 0,
    rewards: facts.blocks.map(({ cid }) => {
      const row = blocks.find((block) => equalBytes(block.cid, cid));
      const told = row ? undefined : rewards.find((reward) => equalBytes(reward.cid, cid));
      if (told) return told;
      return {
        cid,
        blockReward: BigInt(row?.block_reward ?? 0),
        tips: BigInt(row?.tips ?? 0),
        penalty: BigInt(row?.penalty ?? 0),
      };
    }),
  };
  await forget(trx, height, [...blocks, ...facts.blocks], facts);
  await writeArrivals(store, trx, [
    {
      facts,
      ordinal: own.ordinal,
      parentHeight: below?.height ?? null,
      executed: own.executed ? executed : null,
    },
  ]);
}

/** A block's list of messages, which its header proves. */
export async function rewriteInclusion(
  store: Store,
  trx: Trx,
  block: Uint8Array,
  messages: readonly MessageRow[],
): Promise<void> {
  const before = await forgetInclusion(trx, [{ cid: block }], messages);
  const size = messages.reduce((sum, message) => sum + message.size, 0);
  await sql`update block set message_count = ${messages.length},
    size = size - ${before} + ${size} where cid = ${block}`.execute(trx);
  await appendRows(
    store,
    trx,
    'block_message',
    messages.map(({ cid }, position) => ({ block_cid: block, position, cid })),
  );
  await writeMessages(store, trx, messages);
}

async function forget(
  trx: Trx,
  height: number,
  blocks: readonly { cid: Uint8Array }[],
  { messages }: TipsetFacts,
): Promise<void> {
  await forgetInclusion(trx, blocks, messages);
  await sql`delete from block where cid in ${cidsOf('block', blocks)}`.execute(trx);
  await trx.deleteFrom('tipset').where('height', '=', height).execute();
}

/**
 * Deletes what these blocks include, and the messages themselves: those that are written anew, and
 * those that nobody else knows. Answers the size of what was included, bytes.
 */
async function forgetInclusion(
  trx: Trx,
  blocks: readonly { cid: Uint8Array }[],
  renewed: readonly { cid: Uint8Array }[],
): Promise<number> {
  const { rows } = await sql<{ cid: Uint8Array }>`
    delete from block_message where block_cid in ${cidsOf('block', blocks)}
    returning cid`.execute(trx);
  const included = cidsOf('message', rows);
  const { rows: sizes } = await sql<{ size: number }>`
    select coalesce(sum(size), 0)::float8 as size from message
    where cid in ${included}`.execute(trx);
  await sql`delete from message where cid in ${cidsOf('message', renewed)}`.execute(trx);
  await sql`delete from message m where m.cid in ${included}
    and not exists (select 1 from block_message b where b.cid = m.cid)
    and not exists (select 1 from execution e where e.cid = m.cid)`.execute(trx);
  return sizes[0]?.size ?? 0;
}

function cidsOf(
  table: 'block' | 'message',
  rows: readonly { cid: Uint8Array }[],
): RawBuilder<unknown> {
  const cids = rows.map(({ cid }) => ({ cid }));
  return sql`(select cid from ${records(table, cids)})`;
}
