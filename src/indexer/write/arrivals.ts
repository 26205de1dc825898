/** Writes what is known of tipsets when they arrive: headers, blocks, inclusion, messages. */
import { sql } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { records } from '#store/records.ts';
import type { NewRow } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import type { BlockRow, MessageRow, RewardFacts, TipsetFacts } from '../types.ts';
import { appendRows } from './facts.ts';

/** A tipset's execution as its row tells it. */
export interface ExecutedMark {
  firstSeq: number;
  rewards: readonly RewardFacts[];
}

export interface TipsetEntry {
  facts: TipsetFacts;
  ordinal: number;
  parentHeight: number | null;
  /** Null while it has no child. */
  executed: ExecutedMark | null;
}

/**
 * Blocks and messages that are there already (orphans of another branch, blocks of the part that a
 * tipset grew from, messages included again) are taken over.
 */
export async function writeArrivals(
  store: Store,
  trx: Trx,
  entries: readonly TipsetEntry[],
): Promise<void> {
  await appendRows(store, trx, 'tipset', entries.map(tipsetRow));
  const blocks = entries.flatMap(blockRows);
  const known = await knownDigests(
    trx,
    'block',
    blocks.map(({ row }) => row.cid),
  );
  const fresh = blocks.filter(({ row }) => !known.has(toHex(row.cid)));
  await appendRows(
    store,
    trx,
    'block',
    fresh.map(({ row }) => row),
  );
  for (const { row } of blocks)
    if (known.has(toHex(row.cid)))
      await trx
        .updateTable('block')
        .set({
          orphaned: false,
          position: row.position,
          block_reward: row.block_reward ?? null,
          tips: row.tips ?? null,
          penalty: row.penalty ?? null,
        })
        .where('cid', '=', row.cid)
        .execute();
  await appendRows(
    store,
    trx,
    'block_message',
    fresh.flatMap(({ row, messages }) =>
      messages.map((cid, position) => ({ block_cid: row.cid, position, cid })),
    ),
  );
  await writeMessages(
    store,
    trx,
    entries.flatMap((entry) => entry.facts.messages),
  );
}

/** Those that are not known yet. */
export async function writeMessages(
  store: Store,
  trx: Trx,
  messages: readonly MessageRow[],
): Promise<void> {
  const distinct = new Map(messages.map((message) => [toHex(message.cid), message]));
  const known = await knownDigests(
    trx,
    'message',
    [...distinct.values()].map((message) => message.cid),
  );
  for (const cid of known) distinct.delete(cid);
  await appendRows(store, trx, 'message', [...distinct.values()]);
}

/** Those of the digests that the table has, as hex. */
async function knownDigests(
  trx: Trx,
  table: 'block' | 'message',
  digests: readonly Uint8Array[],
): Promise<Set<string>> {
  const wanted = digests.map((cid) => ({ cid }));
  const { rows } = await sql<{ cid: Uint8Array }>`
    select cid from ${sql.table(table)} where cid in (select cid from ${records(table, wanted)})`.execute(
    trx,
  );
  return new Set(rows.map(({ cid }) => toHex(cid)));
}

/** Marks the head of before as executed, now that it has a child. */
export async function markExecuted(
  trx: Trx,
  tipset: TipsetFacts,
  mark: ExecutedMark,
): Promise<void> {
  await trx
    .updateTable('tipset')
    .set({ executed: true, first_seq: mark.firstSeq, reward: totalReward(mark) })
    .where('height', '=', tipset.height)
    .execute();
  for (const { cid, blockReward, tips, penalty } of mark.rewards)
    await trx
      .updateTable('block')
      .set({ block_reward: blockReward, tips, penalty })
      .where('cid', '=', cid)
      .execute();
}

function totalReward({ rewards }: ExecutedMark): bigint {
  return rewards.reduce((sum, { blockReward, tips }) => sum + blockReward + tips, 0n);
}

function tipsetRow({ facts, ordinal, parentHeight, executed }: TipsetEntry): NewRow<'tipset'> {
  return {
    height: facts.height,
    ordinal,
    key: facts.key,
    parent_key: facts.parentKey,
    parent_height: parentHeight,
    timestamp: facts.timestamp,
    state_root: facts.stateRoot,
    receipts_root: facts.receiptsRoot,
    base_fee: facts.baseFee,
    parent_weight: facts.parentWeight,
    block_count: facts.blocks.length,
    win_count: facts.winCount,
    message_count: facts.messages.length,
    null_rounds: parentHeight === null ? 0 : facts.height - parentHeight - 1,
    executed: executed !== null,
    reward: executed && totalReward(executed),
    first_seq: executed && executed.firstSeq,
  };
}

function blockRows({ facts, executed }: TipsetEntry): { row: BlockRow; messages: Uint8Array[] }[] {
  return facts.blocks.map((block, index) => {
    const reward = executed?.rewards[index];
    const row = reward
      ? {
          ...block,
          block_reward: reward.blockReward,
          tips: reward.tips,
          penalty: reward.penalty,
        }
      : block;
    return { row, messages: facts.inclusion[index] ?? [] };
  });
}
