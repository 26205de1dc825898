/**
 * What providers did in a window before the head. The window is the epochs from `from` up to the one
 * before the head, whose own messages are not executed yet; power, counts and funds are those of the
 * state at the head against the state at `from`.
 */
import { EPOCH_SECONDS } from '#filecoin/epoch.ts';
import { records } from '#store/records.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql, type RawBuilder } from 'kysely';
import { NOTHING, ratio, rewardsBetween, sumsThrough, type Sums } from '../network/sums.ts';
import { SECTOR_BYTES } from '../network/states.ts';
import type { View, HeadView } from '../view.ts';

/** Expected winners per epoch. */
const BLOCKS_PER_EPOCH = 5n;
/** Scale of the sums of shares (MinerPowerTable.share_sum). */
const SHARE_ONE = 1n << 128n;
/** What the reference machine seals: 7 sectors of 32 GiB per 330 minutes. */
const REFERENCE_SECTORS = 7;
const REFERENCE_EPOCHS = (330 * 60) / EPOCH_SECONDS;

export interface Window {
  /** As asked for, epochs. */
  epochs: number;
  /** First epoch of it that the index has. */
  from: number;
  /** The head, which is not in it. */
  to: number;
}

/** The last so many epochs before a head, the view's own unless told. */
export function windowOf({ head, network }: View, epochs: number, to = head.height): Window {
  return { epochs, from: Math.max(to - epochs, network.startHeight), to };
}

/** Sums of the whole network before the window and at its end. */
export interface NetworkWindow {
  start: Sums;
  end: Sums;
}

export async function networkIn(view: View, { from, to }: Window): Promise<NetworkWindow> {
  const [start, end] = await sumsThrough(view, [from - 1, to - 1]);
  // Before the index's first epoch nothing is summed yet.
  return { start: start ?? NOTHING, end: end ?? NOTHING };
}

/** attoFIL that all providers won, tips included. */
export function rewardsIn({ start, end }: NetworkWindow): bigint {
  return rewardsBetween(start, end);
}

/** Power in bytes, amounts in attoFIL. */
export interface Figures {
  id: number;
  rawPower: bigint;
  adjustedPower: bigint;
  rawDelta: bigint;
  adjustedDelta: bigint;
  rawGrowth: bigint;
  adjustedGrowth: bigint;
  blocks: number;
  wins: number;
  /** With tips. */
  rewards: bigint;
  /** Bytes · epochs of the window. */
  rawEpochs: bigint;
  adjustedEpochs: bigint;
  /** Wins to be expected of its share of the power. */
  expectedWins: number;
  /** Wins by expectation; null without power. */
  luck: number | null;
  /** attoFIL per byte of quality-adjusted power and epoch; null without power. */
  rewardPerByte: number | null;
  equivalentMiners: number;
  /** Sectors that the reference machine seals in the window. */
  referenceSectors: number;
  /** Share of the window in which it existed. */
  durationPercentage: number;
}

interface Row {
  id: number;
  created_height: number | null;
  since: number;
  raw_power: string;
  adjusted_power: string;
  raw_sum: string;
  adjusted_sum: string;
  share_sum: string;
  inverse_sum: string;
  block_count: number;
  win_count: number;
  reward_sum: string;
  growth_raw_sum: string;
  growth_adjusted_sum: string;
  then_since: number | null;
  then_raw: string | null;
  then_adjusted: string | null;
  then_raw_sum: string | null;
  then_adjusted_sum: string | null;
  then_share_sum: string | null;
  then_inverse_sum: string | null;
  then_blocks: number | null;
  then_wins: number | null;
  then_rewards: string | null;
  then_growth_raw: string | null;
  then_growth_adjusted: string | null;
}

/** Providers that can stand in a ranking: those that have, or had, power. */
export const RANKED = sql`(m.raw_sum > 0 or m.raw_power > 0)`;

/** Providers, with what they were before a height. */
const figureRows = (miners: RawBuilder<unknown>, from: RawBuilder<number>) => sql<Row>`
    select m.*, p.since as then_since, p.raw_power as then_raw, p.adjusted_power as then_adjusted,
      p.raw_sum as then_raw_sum, p.adjusted_sum as then_adjusted_sum,
      p.share_sum as then_share_sum, p.inverse_sum as then_inverse_sum,
      b.ord + 1 as then_blocks, b.win_sum as then_wins, b.reward_sum as then_rewards,
      g.raw_sum as then_growth_raw, g.adjusted_sum as then_growth_adjusted
    from (${miners}) m
    left join lateral (
      select * from miner_power where miner_id = m.id and since <= ${from}
      order by since desc limit 1
    ) p on true
    left join lateral (
      select ord, win_sum, reward_sum from miner_block where miner_id = m.id and height < ${from}
      order by height desc, position desc limit 1
    ) b on true
    left join lateral (
      select raw_sum, adjusted_sum from miner_growth where miner_id = m.id and since <= ${from}
      order by since desc limit 1
    ) g on true`;

const ofOne = statement((db, { id, from }: Places<{ id: number; from: number }>) =>
  figureRows(sql`select * from miner where id = ${id}`, sql`(select ${from}::int4)`).compile(db),
);

/** Figures of one provider, as they are now; null for what is none. */
export async function figuresNow(
  { db }: View,
  window: Window,
  network: NetworkWindow,
  id: number,
): Promise<Figures | null> {
  const [row] = await ofOne(db, { id, from: window.from });
  return row ? figures(row, window, network) : null;
}

/** Figures of the providers (`m`) that a condition names, as they were at the head. */
export async function figuresOf(
  view: HeadView,
  window: Window,
  network: NetworkWindow,
  condition: RawBuilder<unknown>,
): Promise<Figures[]> {
  const miners = await minersAt(view, condition);
  const { rows } = await figureRows(miners, sql`${window.from}`).execute(view.db);
  return rows.map((row) => figures(row, window, network));
}

async function minersAt(
  view: HeadView,
  condition: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const changed = await view.changed('miner');
  if (changed.size === 0) return sql`select * from miner m where ${condition}`;
  const then = [...changed.values()].filter((row) => row !== null);
  return sql`
    select * from miner m where ${condition} and m.id <> all(${[...changed.keys()]}::int8[])
    union all select * from ${records('miner', then)} m where ${condition}`;
}

/** Sectors of 32 GiB that the reference machine seals in so many epochs. */
export function referenceSectorsIn(epochs: number): number {
  return (REFERENCE_SECTORS * epochs) / REFERENCE_EPOCHS;
}

function figures(row: Row, window: Window, network: NetworkWindow): Figures {
  const { from, to } = window;
  const start = powerThrough(row, from, network.start);
  const now = sumsAt(
    {
      since: row.since,
      raw: row.raw_power,
      adjusted: row.adjusted_power,
      rawSum: row.raw_sum,
      adjustedSum: row.adjusted_sum,
      shareSum: row.share_sum,
      inverseSum: row.inverse_sum,
    },
    to,
    network.end,
  );
  const rewards = BigInt(row.reward_sum) - BigInt(row.then_rewards ?? 0);
  const wins = row.win_count - (row.then_wins ?? 0);
  const adjustedEpochs = now.adjustedSum - start.adjustedSum;
  const expected = BLOCKS_PER_EPOCH * (now.shareSum - start.shareSum);
  const adjustedGrowth = BigInt(row.growth_adjusted_sum) - BigInt(row.then_growth_adjusted ?? 0);
  const reference = referenceSectorsIn(to - from);
  return {
    id: row.id,
    rawPower: BigInt(row.raw_power),
    adjustedPower: BigInt(row.adjusted_power),
    rawDelta: BigInt(row.raw_power) - BigInt(row.then_raw ?? 0),
    adjustedDelta: BigInt(row.adjusted_power) - BigInt(row.then_adjusted ?? 0),
    rawGrowth: BigInt(row.growth_raw_sum) - BigInt(row.then_growth_raw ?? 0),
    adjustedGrowth,
    blocks: row.block_count - (row.then_blocks ?? 0),
    wins,
    rewards,
    rawEpochs: now.rawSum - start.rawSum,
    adjustedEpochs,
    expectedWins: ratio(expected, SHARE_ONE),
    luck: expected > 0n ? ratio(BigInt(wins) * SHARE_ONE, expected) : null,
    rewardPerByte: adjustedEpochs > 0n ? ratio(rewards, adjustedEpochs) : null,
    referenceSectors: reference,
    equivalentMiners: reference > 0 ? ratio(adjustedGrowth, SECTOR_BYTES) / reference : 0,
    durationPercentage: existed(row.created_height, window),
  };
}

function existed(created: number | null, { epochs, from, to }: Window): number {
  return Math.min(1, (to - Math.max(from, created ?? from)) / epochs);
}

interface PowerRow {
  since: number;
  raw: string;
  adjusted: string;
  rawSum: string;
  adjustedSum: string;
  shareSum: string;
  inverseSum: string;
}

interface PowerSums {
  rawSum: bigint;
  adjustedSum: bigint;
  shareSum: bigint;
}

/** Sums over all epochs before the window. */
function powerThrough(row: Row, from: number, network: Sums): PowerSums {
  // The provider came later: its sums begin in the window.
  if (row.then_since === null) return { rawSum: 0n, adjustedSum: 0n, shareSum: 0n };
  const then: PowerRow = {
    since: row.then_since,
    raw: row.then_raw ?? '0',
    adjusted: row.then_adjusted ?? '0',
    rawSum: row.then_raw_sum ?? '0',
    adjustedSum: row.then_adjusted_sum ?? '0',
    shareSum: row.then_share_sum ?? '0',
    inverseSum: row.then_inverse_sum ?? '0',
  };
  return sumsAt(then, from, network);
}

/** Sums over all epochs before `epoch`, from the newest change of power up to there. */
function sumsAt(row: PowerRow, epoch: number, network: Sums): PowerSums {
  const epochs = BigInt(epoch - row.since);
  const adjusted = BigInt(row.adjusted);
  const inverse = network.power.inversePower - BigInt(row.inverseSum);
  return {
    rawSum: BigInt(row.rawSum) + BigInt(row.raw) * epochs,
    adjustedSum: BigInt(row.adjustedSum) + adjusted * epochs,
    shareSum: BigInt(row.shareSum) + adjusted * inverse,
  };
}
