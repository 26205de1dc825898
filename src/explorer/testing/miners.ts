/** Storage providers of a made chain: two at work, and many that never had power. */
import { int32 } from '#filecoin/encoding/integers.ts';
import type { NewRow } from '#store/schema.ts';
import * as minersTables from '#store/schema/miners.ts';
import type { Store } from '#store/store.ts';
import { type MadeChain } from './chain.ts';
import { digest, MINERS, noRows } from './rows.ts';

type MinerRows = ReturnType<typeof minerRows>;

const SLICE = 500;
const SIZE = 2n ** 35n;
/** Providers without power: ids from here on. */
const IDLE = 200_000;
const PEER = '12D3KooWPeerFirstProvider';

/** `idle` providers without power; the others change and pay something at every height. */
export function minerRows(chain: MadeChain, idle: number) {
  const rows = noRows(minersTables);
  const counts = { live: 2, active: 1, faulty: 1, recovering: 0 };
  const funds = {
    available: 5n,
    locked_funds: 1n,
    pre_commit_deposits: 1n,
    initial_pledge: 1n,
    fee_debt: 0n,
  };
  const setup = (id: number): Omit<NewRow<'miner_info'>, 'id'> => ({
    owner_id: id < IDLE ? 100 : id,
    worker_id: id < IDLE ? 101 : id,
    controls: '[]',
    new_worker_id: null,
    worker_change_epoch: null,
    pending_owner_id: null,
    beneficiary_id: id < IDLE ? 102 : id,
    beneficiary_quota: 0n,
    beneficiary_used: 0n,
    beneficiary_expiration: 0,
    pending_beneficiary: null,
    peer_id: id === MINERS[0] ? PEER : `12D3KooW${id}`,
    multiaddrs: '[]',
    sector_size: 2 ** 35,
    proof_type: int32(13),
    fault_elapsed: null,
  });
  const add = (id: number, heights: readonly number[], power: bigint): void => {
    let at = { since: 0, sum: 0n, growth: 0n };
    heights.forEach((height, ord) => {
      const since = height + 1;
      const change = { miner_id: id, height, since };
      at = { since, sum: at.sum + power * BigInt(since - at.since), growth: at.growth + 1n };
      rows.miner_info_change.push({ ...change, ...setup(id) });
      rows.miner_power.push({ ...change, ...powerOf(power, at.sum) });
      rows.miner_sector_count.push({ ...change, ...counts });
      rows.miner_funds.push({ ...change, balance: 8n, ...funds });
      rows.miner_growth.push({
        ...change,
        raw: 1n,
        adjusted: 1n,
        raw_sum: at.growth,
        adjusted_sum: at.growth,
      });
      rows.miner_block.push({
        miner_id: id,
        ord,
        height,
        position: 0,
        timestamp: height,
        cid: digest(`block ${height} ${id}`),
        win_count: 1,
        message_count: 1,
        size: 1,
        block_reward: 1n,
        tips: 1n,
        penalty: 0n,
        win_sum: ord + 1,
        reward_sum: 2n * BigInt(ord + 1),
      });
      rows.miner_cost.push({
        miner_id: id,
        ord,
        kind: ord % 4,
        height,
        position: 0,
        timestamp: height,
        cid: null,
        method_id: null,
        payer_id: 101,
        amount: 1n,
        kind_sum: BigInt(Math.floor(ord / 4) + 1),
        kind_count: Math.floor(ord / 4) + 1,
      });
    });
    rows.miner.push({
      id,
      created_height: 0,
      since: at.since,
      ...powerOf(power, at.sum),
      ...counts,
      ...funds,
      block_count: heights.length,
      win_count: heights.length,
      reward_sum: 2n * BigInt(heights.length),
      cost_count: heights.length,
      growth_raw_sum: at.growth,
      growth_adjusted_sum: at.growth,
    });
    rows.miner_info.push({ id, ...setup(id) });
    for (let kind = 0; kind < Math.min(4, heights.length); kind++) {
      const count = Math.floor((heights.length - 1 - kind) / 4) + 1;
      rows.miner_cost_total.push({ miner_id: id, kind, count, amount: BigInt(count) });
    }
  };
  // The head's own messages are not executed.
  const heights = chain.heights.slice(0, -1);
  MINERS.forEach((id, place) => add(id, heights, SIZE * BigInt(place + 1)));
  for (let n = 0; n < idle; n++) add(IDLE + n, [], 0n);
  return rows;
}

function powerOf(power: bigint, sum: bigint) {
  return {
    raw_power: power,
    adjusted_power: power,
    has_min_power: power > 0n,
    raw_sum: sum,
    adjusted_sum: sum,
    share_sum: sum,
    inverse_sum: 0n,
  };
}

export async function writeMiners(store: Store, rows: MinerRows): Promise<void> {
  await store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows))
      for (let at = 0; at < list.length; at += SLICE)
        await trx
          .insertInto(table as 'miner')
          .values(list.slice(at, at + SLICE) as NewRow<'miner'>[])
          .execute();
  });
}
