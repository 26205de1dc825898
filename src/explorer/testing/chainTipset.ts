/** Tipsets of the made-up chain: headers, blocks, the network's state. */
import { concatBytes } from '#filecoin/encoding/bytes.ts';
import type { NewRow } from '#store/schema.ts';
import type { Making, TipsetToMake } from './making.ts';
import { digest, GENESIS_TIME, messageRow, MINERS, robustOf } from './rows.ts';

/** Adds the tipset at `heights[ordinal]`; the last one is not executed. */
export function addTipset(
  making: Making,
  heights: readonly number[],
  ordinal: number,
): TipsetToMake {
  const { rows, keys, counts, messages } = making;
  const height = heights[ordinal] ?? 0;
  const timestamp = GENESIS_TIME + height * 30;
  const executed = ordinal < heights.length - 1;
  const parentHeight = heights[ordinal - 1] ?? null;
  const parent =
    parentHeight === null ? new Uint8Array() : (keys.get(parentHeight) ?? new Uint8Array());
  const cids = MINERS.map((miner) => digest(`block ${height} ${miner}`));
  keys.set(height, concatBytes(...cids));
  const baseFee = BigInt(100 + height);
  rows.tipset.push({
    height,
    ordinal,
    key: concatBytes(...cids),
    parent_key: parent,
    parent_height: parentHeight,
    timestamp,
    state_root: digest(`state ${height}`),
    receipts_root: digest(`receipts ${height}`),
    base_fee: baseFee,
    parent_weight: BigInt(height * 1000),
    block_count: cids.length,
    win_count: 3,
    message_count: messages,
    null_rounds: parentHeight === null ? 0 : height - parentHeight - 1,
    executed,
    reward: executed ? 22n : null,
    first_seq: executed ? (counts.get('messages') ?? 0) : null,
  });
  const block = (cid: Uint8Array, position: number, orphaned: boolean): NewRow<'block'> => ({
    cid,
    height,
    miner_id: MINERS[position] ?? 1000,
    position,
    timestamp,
    parents: parent,
    parent_weight: BigInt(height * 1000),
    state_root: digest(`state ${height}`),
    receipts_root: digest(`receipts ${height}`),
    messages_root: digest(`messages ${height}`),
    base_fee: baseFee,
    win_count: position + 1,
    message_count: messages,
    size: 1000 + position,
    fork_signaling: 0,
    block_reward: executed && !orphaned ? 10n : null,
    tips: executed && !orphaned ? 1n : null,
    penalty: executed && !orphaned ? 0n : null,
    orphaned,
  });
  cids.forEach((cid, position) => rows.block.push(block(cid, position, false)));
  // One orphaned block in the middle, with a message of its own.
  if (height === 4) {
    const cid = digest('orphaned message');
    rows.block.push({ ...block(digest('orphan'), 0, true), message_count: 1 });
    rows.message.push(messageRow(cid, 100, robustOf(101), 999, 0));
    rows.block_message.push({ block_cid: digest('orphan'), position: 0, cid });
  }
  rows.network_state.push({
    height,
    timestamp,
    raw_byte_power: BigInt(height) * 2n ** 35n,
    quality_adj_power: BigInt(height) * 2n ** 36n,
    pledge_collateral: 5n,
    miner_count: 2,

    this_epoch_reward: 50n,
    baseline_power: null,
    fil_vested: 1n,
    fil_mined: BigInt(height),
    fil_burnt: null,
    fil_locked: 4n,
    fil_circulating: 5n,
    fil_reserve_disbursed: 6n,
    market_pledge: null,
  });
  if (height % 3 === 0) rows.balance.push({ actor_id: 100, height, balance: BigInt(height) });
  return { height, timestamp, executed, cids };
}
