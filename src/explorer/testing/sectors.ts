/** Sectors of a made chain's first provider: many, with something happening to them at every height. */
import { encodeRlePlus } from '#filecoin/encoding/bitfield.ts';
import { runsOf } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { sectorEventIndex, sectorSetIndex } from '#filecoin/mining/sectors.ts';
import type { NewRow } from '#store/schema.ts';
import * as sectorsTables from '#store/schema/sectors.ts';
import type { Store } from '#store/store.ts';
import { type MadeChain } from './chain.ts';
import { digest, MINERS, noRows } from './rows.ts';

type SectorRows = ReturnType<typeof sectorRows>;

const SLICE = 500;
const PARTITION = 2349;
/** Providers with one sector each: so many, ids from here on. */
const OTHERS = 4000;
const OTHER = 200_000;

/** `count` live sectors of the first provider, every hundredth of them faulty. */
export function sectorRows(chain: MadeChain, count: number) {
  const [miner_id = 0] = MINERS;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const faulty = numbers.filter((number) => number % 100 === 0);
  const set = (kind: 'live' | 'faulty', members: readonly number[]) => ({
    miner_id,
    kind: sectorSetIndex(kind),
    sectors: encodeRlePlus(runsOf(members)),
    count: members.length,
  });
  const others = Array.from({ length: OTHERS }, (_, at) => OTHER + at);
  const sums = {
    sectors: 10,
    raw_power: 1n,
    quality_adj_power: 1n,
    pledge: 1n,
    unknown_power: 0,
    unknown_pledge: 0,
  };
  const days = Array.from({ length: 1500 }, (_, day) => int32(day + 20_000));
  const event = (height: number, ord: number) => ({
    miner_id,
    ord,
    height,
    kind: sectorEventIndex('fault-detected'),
    cid: null,
  });
  return {
    ...noRows(sectorsTables),
    sector_miner: [
      {
        miner_id,
        period_start: 0,
        deadline: int32(1),
        deadlines: digest('deadlines'),
        told_live: count,
        told_faults: true,
        events: chain.heights.length,
        posts: chain.heights.length,
      },
    ],
    sector_set: [set('live', numbers), set('faulty', faulty), ...others.map(idleSet)],
    sector_partition: numbers
      .filter((number) => number % PARTITION === 0)
      .map((first, at) => ({
        miner_id,
        deadline: int32(at % 48),
        partition: Math.floor(at / 48),
        sectors: encodeRlePlus([first, Math.min(PARTITION, count - first)]),
        post_height: null,
        post_cid: null,
      }))
      .concat(others.map(idlePartition)),
    sector: numbers.map((number) => ({
      miner_id,
      number,
      seal_proof: int32(8),
      sealed_cid: null,
      pre_commit_height: 1,
      pre_commit_cid: null,
      activation: 1,
      commit_cid: null,
      expiration: 1_000_000 + number,
      verified_bytes: 0,
      deal_bytes: 0,
      pledge: 1n,
      updated_height: null,
      ended_height: null,
    })),
    sector_event: chain.heights.map((height, ord) => ({
      ...event(height, ord),
      sectors: encodeRlePlus([ord, 1]),
      count: 1,
      deadline: int32(1),
      partition: null,
      expiration: null,
      piece_bytes: null,
    })),
    sector_history: chain.heights.map((height, ord) => ({
      ...event(height, ord),
      number: ord % 1000,
      old_expiration: null,
      new_expiration: null,
    })),
    sector_post: chain.heights.map((height, ord) => ({
      miner_id,
      ord,
      height,
      cid: null,
      deadline: int32(ord % 48),
      partitions: '[0]',
      skipped: 0,
    })),
    sector_expiry: days.map((day) => ({ miner_id, day, ...sums, numbers: new Uint8Array(0) })),
    sector_expiry_day: days.map((day) => ({ day, ...sums })),
  };
}

const ONE = encodeRlePlus([1, 1]);

function idleSet(miner_id: number) {
  return { miner_id, kind: sectorSetIndex('live'), sectors: ONE, count: 1 };
}

function idlePartition(miner_id: number) {
  return {
    miner_id,
    deadline: int32(0),
    partition: 0,
    sectors: ONE,
    post_height: null,
    post_cid: null,
  };
}

export async function writeSectors(store: Store, rows: SectorRows): Promise<void> {
  await store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows))
      for (let at = 0; at < list.length; at += SLICE)
        await trx
          .insertInto(table as 'sector')
          .values(list.slice(at, at + SLICE) as NewRow<'sector'>[])
          .execute();
  });
}
