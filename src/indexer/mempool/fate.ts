/** What became of messages that left the pool: the chain decides, as the index has it. */
import { sql } from 'kysely';
import type { Store, Trx } from '#store/store.ts';

const FATE_INCLUDED = 1;
export const FATE_REPLACED = 2;
const FATE_DROPPED = 3;

/** A block that includes a departed message may reach the index so many epochs later than the pool. */
const PATIENCE_EPOCHS = 10;
/** Included messages are the chain's: the pool keeps them as long as a list can be pinned. */
const KEEP_INCLUDED_SECONDS = 900 * 30;
/** What was replaced or dropped is told for so long; of all departed messages, at most so many. */
const KEEP_SECONDS = 7 * 86_400;
const KEEP_ROWS = 200_000;

/**
 * Finds the fate of the departed whose fate is not known yet. Included: a canonical block has it.
 * Replaced: the chain ran another message of its sender and nonce. Dropped: neither, long after.
 */
export async function settle(store: Store): Promise<void> {
  await store.transaction(async (trx) => {
    const open = await trx
      .selectFrom('mempool')
      .select('cid')
      .where('departure', 'is not', null)
      .where('fate', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (!open) return;
    await sql`
      update mempool set fate = ${FATE_INCLUDED}
      where departure is not null and fate is null and ${IS_INCLUDED}`.execute(trx);
    await settleReplaced(trx);
    await sql`
      update mempool set fate = ${FATE_DROPPED}
      from checkpoint c
      where departure is not null and fate is null
        and departed_height + ${PATIENCE_EPOCHS} <= c.executed_height`.execute(trx);
  });
}

const IS_INCLUDED = sql<boolean>`exists (
  select 1 from block_message bm join block b on b.cid = bm.block_cid
  where bm.cid = mempool.cid and not b.orphaned)`;

/** A miner may still take the message that its sender had replaced: then the replacement is the one that lost. */
async function settleReplaced(trx: Trx): Promise<void> {
  const { rows } = await sql<{ replaced_by: Uint8Array }>`
    update mempool set fate = ${FATE_REPLACED}, replaced_by = e.cid
    from address a, execution e
    where mempool.departure is not null and mempool.fate is null
      and a.address = mempool.from_addr
      and e.from_id = a.actor_id and e.nonce = mempool.nonce and e.cid <> mempool.cid
      and (e.exit_code = 0 or e.gas_used > 0)
    returning mempool.replaced_by`.execute(trx);
  for (const { replaced_by } of rows)
    await trx
      .updateTable('mempool')
      .set({ fate: FATE_INCLUDED, replaced_by: null })
      .where('cid', '=', replaced_by)
      .where('fate', '=', FATE_REPLACED)
      .execute();
}

/** Lets go of what has been departed for long. `time`: the chain's clock, Unix seconds. */
export async function prune(store: Store, time: number): Promise<void> {
  await store.transaction(async (trx) => {
    await trx
      .deleteFrom('mempool')
      .where('departure', 'is not', null)
      .where((where) =>
        where.or([
          where('departed_at', '<', time - KEEP_SECONDS),
          where.and([
            where('fate', '=', FATE_INCLUDED),
            where('departed_at', '<', time - KEEP_INCLUDED_SECONDS),
          ]),
        ]),
      )
      .execute();
    const limit = await trx
      .selectFrom('mempool')
      .select('departure')
      .where('departure', 'is not', null)
      .orderBy('departure', 'desc')
      .offset(KEEP_ROWS)
      .limit(1)
      .executeTakeFirst();
    if (limit?.departure != null)
      await trx.deleteFrom('mempool').where('departure', '<=', limit.departure).execute();
  });
}
