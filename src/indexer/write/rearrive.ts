/** Writes anew what the arrival of a stored tipset wrote: its row, its blocks, what they include. */
import { sql, type RawBuilder } from 'kysely';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { records } from '#store/records.ts';
import type { Store, Trx } from '#store/store.ts';
import type { TipsetFacts } from '../types.ts';
import { writeArrivals, type ExecutedMark } from './arrivals.ts';

/**
 * The rows of this tipset become those of `facts`, which are proven; what is known of its execution
 * stays. Messages that no block includes any more are deleted. The tipset must be stored.
 */
export async function rewriteArrival(store: Store, trx: Trx, facts: TipsetFacts): Promise<void> {
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

async function forget(
  trx: Trx,
  height: number,
  blocks: readonly { cid: Uint8Array }[],
  { messages }: TipsetFacts,
): Promise<void> {
  const cids = cidsOf('block', blocks);
  const { rows } = await sql<{ cid: Uint8Array }>`
    delete from block_message where block_cid in ${cids} returning cid`.execute(trx);
  await sql`delete from block where cid in ${cids}`.execute(trx);
  await trx.deleteFrom('tipset').where('height', '=', height).execute();
  await sql`delete from message where cid in ${cidsOf('message', messages)}`.execute(trx);
  await sql`delete from message m where m.cid in ${cidsOf('message', rows)}
    and not exists (select 1 from block_message b where b.cid = m.cid)
    and not exists (select 1 from execution e where e.cid = m.cid)`.execute(trx);
}

function cidsOf(
  table: 'block' | 'message',
  rows: readonly { cid: Uint8Array }[],
): RawBuilder<unknown> {
  const cids = rows.map(({ cid }) => ({ cid }));
  return sql`(select cid from ${records(table, cids)})`;
}
