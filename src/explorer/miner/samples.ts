/** A provider over time, on an even grid of heights that ends at the head, oldest first. */
import { sql } from 'kysely';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import type { RowOf } from '#store/schema.ts';
import { epochsOf, type SampleInput } from '../parameters.ts';
import { bandsAt, lastsAt } from '../bands.ts';
import {
  bandOf,
  bandsIn,
  changesOf,
  historyBands,
  type Changes,
  type Value,
} from '../histories.ts';
import { gridOf } from '../samples.ts';
import { timeOf, type View } from '../view.ts';
import type { Band } from '../wire.ts';
import { findMiner } from './find.ts';
import { availableAt, availableFrom, type HeldFunds } from './vested.ts';
import type { MinerPowerStats, MinerSectorStats } from './schema.ts';

/** Epochs between two samples of a grid. */
export function stepOf(input: SampleInput): number {
  return Math.max(1, Math.floor(epochsOf(input.duration) / input.samples));
}

/** The newest row of a history at each height; undefined before the first. */
export async function rowsAt<Row extends object>(
  { db }: View,
  table: 'miner_power' | 'miner_funds' | 'miner_growth' | 'miner_sector_count',
  ids: readonly number[],
  heights: readonly number[],
): Promise<(id: number, height: number) => Row | undefined> {
  const { rows } = await sql<Row & { asked: number; miner_id: number }>`
    select grid.asked, s.* from unnest(${ids}::int8[]) as m(id)
    cross join unnest(${heights}::int4[]) as grid(asked)
    cross join lateral (
      select * from ${sql.table(table)} where miner_id = m.id and since <= grid.asked
      order by since desc limit 1
    ) s`.execute(db);
  const found = new Map(rows.map((row) => [`${row.miner_id}/${row.asked}`, row]));
  return (id, height) => found.get(`${id}/${height}`);
}

type Dated = Pick<RowOf<'miner'>, 'id' | 'created_height'>;

/** What is known of one that was there before is its first row. */
const ofMiner = ({ id, created_height }: Dated) => ({ id, isOlder: created_height === null });

const powerBands = historyBands('miner_power', {
  rawBytePower: 'raw_power',
  qualityAdjPower: 'adjusted_power',
});

/** Before a provider existed its power is 0. */
export async function minerPowerStats(
  view: View,
  text: string,
  input: SampleInput,
): Promise<MinerPowerStats> {
  const miner = await findMiner(view, text);
  const [bands, samples] = await Promise.all([
    powerBands(view, ofMiner(miner), input),
    powerOf(view, [miner], input),
  ]);
  return samples.map((sample, at) => ({ ...sample, bands: bandsAt(bands, at) }));
}

/** The same of several providers together; ids that are none count for nothing. */
export async function minersPowerStats(
  view: View,
  ids: readonly number[],
  input: SampleInput,
): Promise<MinerPowerStats> {
  const miners =
    ids.length === 0
      ? []
      : await view.db
          .selectFrom('miner')
          .select(['id', 'created_height'])
          .where('id', 'in', [...ids])
          .execute();
  return powerOf(view, miners, input);
}

async function powerOf(
  view: View,
  miners: readonly { id: number; created_height: number | null }[],
  input: SampleInput,
): Promise<MinerPowerStats> {
  const heights = gridOf(view, input);
  const [first] = heights;
  if (first === undefined) return [];
  const grid = [first - stepOf(input), ...heights];
  const ids = miners.map(({ id }) => id);
  const at = await rowsAt<RowOf<'miner_power'>>(view, 'miner_power', ids, grid);
  return heights.map((height, index) => {
    let [raw, adjusted, rawBefore, adjustedBefore] = [0n, 0n, 0n, 0n];
    for (const { id, created_height } of miners) {
      const now = at(id, height);
      // What a provider had before the index, or before the genesis, is not known: as if nothing had changed.
      const opening = created_height === null || created_height <= view.network.startHeight;
      const before = at(id, grid[index] ?? height) ?? (opening ? now : undefined);
      raw += BigInt(now?.raw_power ?? 0);
      adjusted += BigInt(now?.adjusted_power ?? 0);
      rawBefore += BigInt(before?.raw_power ?? 0);
      adjustedBefore += BigInt(before?.adjusted_power ?? 0);
    }
    return {
      height,
      timestamp: timeOf(view.network, height),
      rawBytePower: raw.toString(),
      qualityAdjPower: adjusted.toString(),
      rawBytePowerDelta: (raw - rawBefore).toString(),
      qualityAdjPowerDelta: (adjusted - adjustedBefore).toString(),
    };
  });
}

/** Its columns of which bands are told as they are. */
const FUNDS = {
  balance: 'balance',
  sectorPledgeBalance: 'initial_pledge',
  vestingFunds: 'locked_funds',
  preCommitDeposits: 'pre_commit_deposits',
  feeDebt: 'fee_debt',
};
const FUND_NAMES = Object.keys(FUNDS) as (keyof typeof FUNDS)[];
/** The available balance changes between two rows too, as funds vest. */
const OF_AVAILABLE = { available: 'available', vesting: 'vesting' };

const fundChanges = changesOf('miner_funds', { ...FUNDS, ...OF_AVAILABLE });

/** Balance of a provider and its parts over time; all 0 before it existed. */
export async function fundsStats(view: View, miner: Dated, input: SampleInput) {
  const [changes, samples] = await Promise.all([
    fundChanges(view, ofMiner(miner), input),
    fundsAt(view, miner.id, gridOf(view, input)),
  ]);
  const bands = {
    ...bandsIn(changes, FUND_NAMES),
    availableBalance: await availableBands(view, miner.id, changes),
  };
  return samples.map((sample, at) => ({ ...sample, bands: bandsAt(bands, at) }));
}

type FundChanges = Changes<keyof typeof OF_AVAILABLE>;

async function availableBands(
  view: View,
  id: number,
  buckets: readonly (FundChanges | null)[],
): Promise<(Band | null)[]> {
  const held = buckets.map((bucket) => bucket && fundsIn(bucket, id));
  const steps = await availableFrom(
    view,
    held.flatMap((funds) => funds ?? []),
  );
  let place = 0;
  return buckets.map((bucket, at) => {
    const funds = held[at];
    if (!bucket || !funds) return null;
    const values: Value[] = steps.slice(place, (place += funds.length)).flat();
    if (bucket.begun && !bucket.first) values.unshift([bucket.above + 1, 0n]);
    return bandOf(values, bucket.through);
  });
}

/** What a provider had within a bucket; null where the node could not tell all of it. */
function fundsIn(
  { above, through, epochs, first, values }: FundChanges,
  id: number,
): HeldFunds[] | null {
  const rows = epochs.map((from, at) => ({
    from,
    available: values.available[at] ?? null,
    vesting: values.vesting[at] ?? null,
  }));
  if (first) rows.unshift({ from: above + 1, ...first });
  const held: HeldFunds[] = [];
  for (const [at, { from, available, vesting }] of rows.entries()) {
    if (available === null) return null;
    // PostgreSQL writes bytes as \x…
    const packed = vesting === null ? null : fromHex(vesting.slice(2));
    const next = rows[at + 1]?.from ?? through + 1;
    held.push({ funds: { id, available, vesting: packed }, from, through: next - 1 });
  }
  return held;
}

async function fundsAt(view: View, id: number, heights: readonly number[]) {
  const at = await rowsAt<RowOf<'miner_funds'>>(view, 'miner_funds', [id], heights);
  const rows = heights.map((height) => ({ height, row: at(id, height) }));
  const available = await availableAt(
    view,
    rows.map(({ height, row }) => ({
      funds: { id, available: row?.available ?? '0', vesting: row?.vesting ?? null },
      height,
    })),
  );
  return rows.map(({ height, row }, place) => {
    return {
      height,
      timestamp: timeOf(view.network, height),
      balance: row?.balance ?? '0',
      availableBalance: available[place]?.available ?? '0',
      sectorPledgeBalance: row?.initial_pledge ?? '0',
      vestingFunds: row?.locked_funds ?? '0',
      preCommitDeposits: row?.pre_commit_deposits ?? '0',
      feeDebt: row?.fee_debt ?? '0',
    };
  });
}

const SECTORS = { live: 'live', active: 'active', faulty: 'faulty', recovering: 'recovering' };
const sectorBands = historyBands('miner_sector_count', SECTORS);
const NO_SECTORS = { live: 0, active: 0, faulty: 0, recovering: 0 };

/** Sectors of a provider at each height; none before it existed, null where the node could not tell. */
export async function minerSectorStats(
  view: View,
  text: string,
  input: SampleInput,
): Promise<MinerSectorStats> {
  const miner = await findMiner(view, text);
  const { id, created_height } = miner;
  const heights = gridOf(view, input);
  const bands = await sectorBands(view, ofMiner(miner), input);
  const lasts = heights.map((_, place) => lastsAt(bands, place));
  const untold = heights.filter((_, place) => lasts[place] === null);
  const at =
    untold.length === 0
      ? null
      : await rowsAt<RowOf<'miner_sector_count'>>(view, 'miner_sector_count', [id], untold);
  return heights.flatMap((height, place) => {
    const last = lasts[place];
    // Of a provider that is older than the index, its first row is the one of the index's beginning.
    const row = last
      ? sectorsOf(last)
      : (at?.(id, height) ?? (created_height === null ? undefined : NO_SECTORS));
    if (!row) return [];
    const { live, active, faulty, recovering } = row;
    const timestamp = timeOf(view.network, height);
    return [{ height, timestamp, live, active, faulty, recovering, bands: bandsAt(bands, place) }];
  });
}

const sectorsOf = ({ live, active, faulty, recovering }: Record<keyof typeof SECTORS, string>) => ({
  live: Number(live),
  active: Number(active),
  faulty: Number(faulty),
  recovering: Number(recovering),
});
