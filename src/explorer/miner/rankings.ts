/**
 * Rankings of providers. They reorder with every head: each is made once per head and window, and
 * its pages are of that snapshot.
 */
import { z } from 'zod';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import {
  parseCount,
  parseDuration,
  parsePage,
  parseSize,
  type NumberInput,
  type PageInput,
} from '../input.ts';
import { namesOf } from '../names.ts';
import { totalsAt } from '../network/states.ts';
import {
  bigintText,
  parseSnapshotCursor,
  SNAPSHOT_ROWS,
  type SnapshotList,
  type Snapshots,
} from '../snapshots.ts';
import { timeOf, type View } from '../view.ts';
import {
  figuresOf,
  figuresSchema,
  networkIn,
  RANKED,
  rewardsIn,
  windowOf,
  type Figures,
} from './figures.ts';
import {
  type MinerRanking,
  type RankedMiner,
  type TopMiners,
  type TopMinersBrief,
} from './schema.ts';
import { inContinent, locationsOf } from './locations.ts';

/** What a ranking goes by, and who stands in it: whoever has some of it. */
const RANKINGS = {
  power: (miner: Figures) => miner.adjustedPower,
  blocks: (miner: Figures) => BigInt(miner.wins),
  'power-growth': (miner: Figures) => miner.adjustedGrowth,
} as const;

export type RankingKind = keyof typeof RANKINGS;

export interface RankingInput extends PageInput {
  /** 24h unless given; a ranking by power takes it for its other figures. */
  duration?: string | undefined;
  /** Only providers known to be on it. */
  continent?: string | undefined;
}

export interface TopInput {
  count?: NumberInput;
  duration?: string | undefined;
  continent?: string | undefined;
}

const rankingSchema = z.object({
  height: z.int(),
  miners: z.array(figuresSchema),
  rawPower: z.string().nullable(),
  adjustedPower: z.string().nullable(),
  rewards: bigintText,
  wins: z.int(),
  durationPercentage: z.number(),
});
export type Ranking = z.infer<typeof rankingSchema>;

const DEFAULT_COUNT = 10;

/** A page of a ranking. `before` (a `next`) names the snapshot, as `head` does. */
export async function minerRanking(
  view: View,
  snapshots: Snapshots,
  kind: RankingKind,
  input: RankingInput = {},
): Promise<MinerRanking> {
  const size = parseSize(input.pageSize);
  const page = parsePage(input.page);
  const cursor = parseSnapshotCursor(input.before);
  const head = cursor?.head ?? (input.head || view.head.token);
  const ranking = await rankingAt(view, snapshots, kind, input.duration, head);
  const miners = await inContinent(view, ranking.miners, input.continent);
  const from = cursor?.rank ?? page * size;
  const [first] = miners;
  return {
    totalCount: miners.length,
    height: ranking.height,
    timestamp: timeOf(view.network, ranking.height),
    miners: await entries(view, miners.slice(from, from + size), from),
    ...totalsOf(ranking),
    maxQualityAdjPower: largest(miners, (miner) => miner.adjustedPower),
    maxWeightedBlocksMined: first ? Math.max(...miners.map(({ wins }) => wins)) : 0,
    maxQualityAdjPowerGrowth: largest(miners, (miner) => miner.adjustedGrowth),
    next: from + size < miners.length ? `${head}.${from + size}` : null,
  };
}

/** The first ones of a ranking. */
export async function topMiners(
  view: View,
  snapshots: Snapshots,
  kind: RankingKind,
  input: TopInput = {},
): Promise<TopMiners> {
  const count = parseCount(input.count, DEFAULT_COUNT);
  const ranking = await rankingAt(view, snapshots, kind, input.duration, undefined);
  const miners = await inContinent(view, ranking.miners, input.continent);
  return {
    height: ranking.height,
    timestamp: timeOf(view.network, ranking.height),
    miners: await entries(view, miners.slice(0, count), 0),
    ...totalsOf(ranking),
  };
}

export async function topMinersBrief(
  view: View,
  snapshots: Snapshots,
  input: { count?: NumberInput } = {},
): Promise<TopMinersBrief> {
  const { miners, totalQualityAdjPower } = await topMiners(view, snapshots, 'power', input);
  return {
    miners: miners.map(({ address, tag, qualityAdjPower }) => ({ address, tag, qualityAdjPower })),
    totalQualityAdjPower,
  };
}

export async function rankingAt(
  view: View,
  snapshots: Snapshots,
  kind: RankingKind,
  duration: string | undefined,
  head: string | undefined,
): Promise<Ranking> {
  const epochs = duration ? parseDuration(duration) : EPOCHS_PER_DAY;
  const list: SnapshotList<Ranking> = {
    key: `miners by ${kind} in ${epochs}`,
    row: rankingSchema,
    read: async (at) => [await rank(at, kind, epochs)],
  };
  const [ranking] = await snapshots.rowsAt(view, list, head);
  if (!ranking) throw new Error('A ranking without a snapshot');
  return ranking;
}

async function rank(view: View, kind: RankingKind, epochs: number): Promise<Ranking> {
  const window = windowOf(view, epochs);
  const network = await networkIn(view, window);
  const [totals] = await totalsAt(view, [view.head.height]);
  const by = RANKINGS[kind];
  const miners = await figuresOf(view, window, network, RANKED, SNAPSHOT_ROWS);
  return {
    height: view.head.height,
    miners: miners
      .filter((miner) => by(miner) > 0n)
      .sort(
        (a, b) => compare(by(b), by(a)) || compare(b.adjustedPower, a.adjustedPower) || a.id - b.id,
      ),
    rawPower: totals?.raw_byte_power ?? null,
    adjustedPower: totals?.quality_adj_power ?? null,
    rewards: rewardsIn(network),
    wins: network.end.wins - network.start.wins,
    durationPercentage: Math.min(1, (window.to - window.from) / window.epochs),
  };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function largest(miners: readonly Figures[], of: (miner: Figures) => bigint): string {
  return miners.reduce((most, miner) => (of(miner) > most ? of(miner) : most), 0n).toString();
}

function totalsOf(ranking: Ranking) {
  return {
    totalRawBytePower: ranking.rawPower,
    totalQualityAdjPower: ranking.adjustedPower,
    totalRewards: ranking.rewards.toString(),
    weightedBlockCount: ranking.wins,
    durationPercentage: ranking.durationPercentage,
  };
}

async function entries(
  view: View,
  miners: readonly Figures[],
  from: number,
): Promise<RankedMiner[]> {
  const names = await namesOf(
    view,
    miners.map(({ id }) => id),
  );
  const locations = await locationsOf(
    view,
    miners.map(({ id }) => id),
  );
  return miners.map((miner, index) => ({
    rank: from + index + 1,
    address: names.shown(miner.id),
    id: names.idText(miner.id),
    tag: names.tag(miner.id),
    location: locations.get(miner.id) ?? null,
    rawBytePower: miner.rawPower.toString(),
    qualityAdjPower: miner.adjustedPower.toString(),
    blocksMined: miner.blocks,
    weightedBlocksMined: miner.wins,
    totalRewards: miner.rewards.toString(),
    rewardPerByte: miner.rewardPerByte,
    rawBytePowerDelta: miner.rawDelta.toString(),
    qualityAdjPowerDelta: miner.adjustedDelta.toString(),
    rawBytePowerGrowth: miner.rawGrowth.toString(),
    qualityAdjPowerGrowth: miner.adjustedGrowth.toString(),
    luckyValue: miner.luck,
    equivalentMiners: miner.equivalentMiners,
  }));
}
