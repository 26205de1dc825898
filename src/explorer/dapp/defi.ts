/** What is locked in projects of DeFi and liquid staking, and how much they are used. */
import { say } from '#content/networks.ts';
import type { Project } from '#content/schema.ts';
import { ATTO_PER_FIL } from '#filecoin/amount.ts';
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { bucketsOf } from '../bands.ts';
import { NotFound } from '../errors.ts';
import { askedPage, type OffsetPageInput, type SampleInput } from '../parameters.ts';
import { priceAt, pricesAt } from '../network/price.ts';
import { ratio } from '../network/sums.ts';
import { headOf, wholePage } from '../ordered.ts';
import { atPresent } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import type { ProjectFigures } from './figures.ts';
import { heldIn } from './heldBands.ts';
import { contractIds, describe, findProject } from './projects.ts';
import { figuresIn, inOrder } from './ranking.ts';
import type { DefiInfo, DefiList, DefiStats } from './schema.ts';

/** What the list goes by. */
export const DEFI_SORTS = ['tvl', 'users', 'transactions'] as const;

export interface DefiListInput extends OffsetPageInput {
  /** Window: 1, 7, 30 or 365 days that end with the present hour. */
  days: number;
  sortBy: (typeof DEFI_SORTS)[number];
}

const byLocked = ({ locked }: ProjectFigures): bigint => locked.data ?? -1n;
const SORTS: Readonly<Record<DefiListInput['sortBy'], (figures: ProjectFigures) => bigint>> = {
  tvl: byLocked,
  users: ({ users }) => BigInt(users.data),
  transactions: ({ calls }) => BigInt(calls.data),
};

/** Projects whose contracts hold what others put into them. */
const isDefi = ({ category, contracts }: Project): boolean =>
  (category === 'defi' || category === 'lsd') && contracts.length > 0;

export async function listDefi(view: View, input: DefiListInput): Promise<DefiList> {
  const { days, sortBy } = input;
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const [figures, prices] = await Promise.all([figuresIn(at, days), pricesOf(at, days)]);
  const all = inOrder(figures, SORTS[sortBy]).filter(({ project }) => isDefi(project));
  const page = wholePage(at, all, asked);
  const locked = all.map((own) => own.locked.data);
  const total = locked.some((amount) => amount === null)
    ? null
    : locked.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  return {
    totalCount: all.length,
    totalTvl: inUsd(total, prices.now),
    totalTokens: total?.toString() ?? null,
    defiList: page.rows.map((own, index) => ({
      rank: page.from + index,
      defi: own.project.key,
      category: own.project.category,
      name: say(own.project.name, view.language).text,
      logoPath: null,
      ...figuresOnWire(own, prices),
    })),
    next: page.next,
  };
}

/** @throws NotFound for a project that is none of DeFi */
export async function defiInfo(view: View, key: string, days: number): Promise<DefiInfo> {
  const project = findProject(view, key);
  if (!isDefi(project)) throw new NotFound('noDapp');
  const figures = await figuresIn(atPresent(view), days);
  const ranked = inOrder(figures, byLocked).filter((own) => isDefi(own.project));
  const rank = ranked.findIndex((own) => own.project === project);
  const own = ranked[rank];
  if (!own) throw new NotFound('noDapp');
  const [prices, info] = await Promise.all([pricesOf(view, days), describe(view, project)]);
  return { ...info, defi: project.key, rank, ...figuresOnWire(own, prices) };
}

/** USD per FIL at the head and at the window's beginning; null where it is not known. */
interface Prices {
  now: number | null;
  before: number | null;
}

async function pricesOf(view: View, days: number): Promise<Prices> {
  const { timestamp } = view.head;
  const price = await priceAt(view, timestamp);
  const before = price && (await priceAt(view, timestamp - days * DAY_SECONDS));
  return { now: price?.price ?? null, before: before?.price ?? null };
}

function figuresOnWire({ calls, users, locked }: ProjectFigures, price: Prices) {
  const change =
    locked.changeRate === null || price.now === null || price.before === null
      ? null
      : (1 + locked.changeRate) * (price.now / price.before) - 1;
  return {
    invokeCount: calls,
    userCount: users,
    tokens: {
      data: inFil(locked.data),
      changeRate: locked.changeRate,
      amount: locked.data?.toString() ?? null,
    },
    tvl: { data: inUsd(locked.data, price.now), changeRate: change },
  };
}

/** What all of them held over time. */
export async function defiStats(view: View, input: SampleInput): Promise<DefiStats> {
  const buckets = bucketsOf(view, input);
  if (buckets.length === 0) return [];
  const heights = buckets.map(({ through }) => through);
  const times = heights.map((height) => timeOf(view.network, height));
  const projects = view.content.ecosystem.filter(isDefi);
  const ids = new Set((await contractIds(view, projects)).values());
  const [held, prices] = await Promise.all([
    heldIn(atPresent(view), [...ids], buckets),
    pricesAt(view, times),
  ]);
  return times.map((timestamp, index) => {
    const { amount, band } = held[index] ?? { amount: null, band: null };
    return {
      height: heights[index] ?? 0,
      timestamp: timestamp * 1000,
      totalLiquidityUSD: inUsd(amount, prices[index] ?? null),
      tvlToken: inFil(amount),
      tvlAmount: amount?.toString() ?? null,
      bands: { tvlAmount: band },
    };
  });
}

function inFil(amount: bigint | null): number | null {
  return amount === null ? null : ratio(amount, ATTO_PER_FIL);
}

function inUsd(amount: bigint | null, price: number | null): number | null {
  const fil = inFil(amount);
  return fil === null || price === null ? null : fil * price;
}
