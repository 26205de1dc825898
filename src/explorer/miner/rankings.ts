/** Rankings of providers. They reorder with every head: each is made once per head and window. */
import { compareIntegers } from '#filecoin/encoding/integers.ts';
import type { RankingPath } from '#format/paths.ts';
import { namesOf } from '../names.ts';
import { totalsAt } from '../network/states.ts';
import { headOf, wholePage } from '../ordered.ts';
import { askedPage, epochsOf, type Duration, type PageInput } from '../parameters.ts';
import { atPresent } from '../past.ts';
import type { Continent } from '../place.ts';
import { timeOf, type View, type HeadView } from '../view.ts';
import { figuresOf, networkIn, RANKED, rewardsIn, windowOf, type Figures } from './figures.ts';
import type { MinerRanking, RankedMiner, TopMiners, TopMinersBrief } from './rankingSchema.ts';
import { inContinent, locationsOf } from './locations.ts';

/** What a ranking goes by, and who stands in it: whoever has some of it. */
const RANKINGS: Readonly<Record<RankingPath, (miner: Figures) => bigint>> = {
  power: (miner) => miner.adjustedPower,
  blocks: (miner) => BigInt(miner.wins),
  'power-growth': (miner) => miner.adjustedGrowth,
};

export interface RankingInput extends PageInput {
  /** 24h unless given; a ranking by power takes it for its other figures. */
  duration: Duration;
  /** Only providers known to be on it. */
  continent: Continent | null;
}

export interface TopInput {
  count: number;
  duration?: Duration;
  continent: Continent | null;
}

export interface Ranking {
  height: number;
  miners: Figures[];
  rawPower: string | null;
  adjustedPower: string | null;
  rewards: bigint;
  wins: number;
  durationPercentage: number;
}

/** A page of a ranking. `before` (a `next`) names the head that it is of, as `head` does. */
export async function minerRanking(
  view: View,
  kind: RankingPath,
  input: RankingInput,
): Promise<MinerRanking> {
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const ranking = await rankingAt(at, kind, input.duration);
  const miners = await inContinent(at, ranking.miners, input.continent);
  const page = wholePage(at, miners, asked);
  const [first] = miners;
  return {
    totalCount: miners.length,
    height: ranking.height,
    timestamp: timeOf(at.network, ranking.height),
    miners: await entries(at, page.rows, page.from),
    ...totalsOf(ranking),
    maxQualityAdjPower: largest(miners, (miner) => miner.adjustedPower),
    maxWeightedBlocksMined: first ? Math.max(...miners.map(({ wins }) => wins)) : 0,
    maxQualityAdjPowerGrowth: largest(miners, (miner) => miner.adjustedGrowth),
    next: page.next,
  };
}

/** The first ones of a ranking. */
export async function topMiners(
  view: View,
  kind: RankingPath,
  input: TopInput,
): Promise<TopMiners> {
  const ranking = await rankingAt(atPresent(view), kind, input.duration);
  const miners = await inContinent(view, ranking.miners, input.continent);
  return {
    height: ranking.height,
    timestamp: timeOf(view.network, ranking.height),
    miners: await entries(view, miners.slice(0, input.count), 0),
    ...totalsOf(ranking),
  };
}

export async function topMinersBrief(view: View, count: number): Promise<TopMinersBrief> {
  const { miners, totalQualityAdjPower } = await topMiners(view, 'power', {
    count,
    continent: null,
  });
  return {
    miners: miners.map(({ address, id, tag, qualityAdjPower }) => ({
      address,
      id,
      tag,
      qualityAdjPower,
    })),
    totalQualityAdjPower,
  };
}

export function rankingAt(
  at: HeadView,
  kind: RankingPath,
  duration: Duration = '24h',
): Promise<Ranking> {
  const epochs = epochsOf(duration);
  return at.past.once(at, `miners by ${kind} in ${epochs}`, () => rank(at, kind, epochs));
}

async function rank(at: HeadView, kind: RankingPath, epochs: number): Promise<Ranking> {
  const window = windowOf(at, epochs);
  const [network, [totals]] = await Promise.all([
    networkIn(at, window),
    totalsAt(at, [at.head.height]),
  ]);
  const by = RANKINGS[kind];
  const miners = await figuresOf(at, window, network, RANKED);
  return {
    height: at.head.height,
    miners: miners
      .filter((miner) => by(miner) > 0n)
      .sort(
        (a, b) =>
          compareIntegers(by(b), by(a)) ||
          compareIntegers(b.adjustedPower, a.adjustedPower) ||
          a.id - b.id,
      ),
    rawPower: totals?.raw_byte_power ?? null,
    adjustedPower: totals?.quality_adj_power ?? null,
    rewards: rewardsIn(network),
    wins: network.end.wins - network.start.wins,
    durationPercentage: Math.min(1, (window.to - window.from) / window.epochs),
  };
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
  const ids = miners.map(({ id }) => id);
  const [names, locations] = await Promise.all([namesOf(view, ids), locationsOf(view, ids)]);
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
