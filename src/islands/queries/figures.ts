import type { BalanceStats } from '#explorer/account/schema.ts';
import type { FevmDays } from '#explorer/contract/schema.ts';
import type { DefiStats } from '#explorer/dapp/schema.ts';
import type { GrowthStats, MinerPowerStats } from '#explorer/miner/schema.ts';
import type { BaseFeeStats } from '#explorer/network/schema.ts';
import type { PledgeStats, PowerStats, RewardStats } from '#explorer/stats/schema.ts';
import { daysBefore } from '#format/time.ts';
import {
  balanceFigures,
  baseFeeFigures,
  fevmFigures,
  growthFigures,
  lockedFigures,
  minerBalanceFigures,
  minerPowerFigures,
  networkPowerFigures,
  rewardFigures,
  sectorPledgeFigures,
  type ChartFigures,
  type ChartSource,
} from '../chart/figures.ts';
import { getJson } from './api.ts';

const SAMPLES = 48;
/** Charts of several lines send as many figures with half the points. */
export const MINER_SAMPLES = 24;
/** How many providers the chart of growth has, and how many spans: hours, days, months. */
const GROWTH_COUNT = 5;
const GROWTH_SAMPLES: Readonly<Record<string, number>> = {
  '24h': 24,
  '7d': 7,
  '30d': 30,
  '1y': 12,
};
export const growthQuery = (duration: string) => ({
  count: GROWTH_COUNT,
  duration,
  samples: GROWTH_SAMPLES[duration] ?? SAMPLES,
});
const OF_MINERS: ReadonlySet<string> = new Set(['minerBalance', 'minerPower', 'merchantPower']);

/**
 * A source's figures over the last `duration` (24h, 7d, 30d or 1y; of the FEVM's days how many),
 * oldest first.
 * @throws ApiError, or what fetch throws, when they cannot be had.
 */
export async function loadFigures(
  source: ChartSource,
  duration: string,
  signal: AbortSignal,
): Promise<ChartFigures> {
  const query = { duration, samples: OF_MINERS.has(source.of) ? MINER_SAMPLES : SAMPLES };
  const of = (path: string): string =>
    'address' in source ? `/address/${encodeURIComponent(source.address)}${path}` : path;
  const balances = () => getJson<BalanceStats>(of('/balance-stats'), query, signal);
  switch (source.of) {
    case 'balance':
      return balanceFigures(await balances());
    case 'minerBalance':
      return minerBalanceFigures(await balances());
    case 'minerPower':
      return minerPowerFigures(await getJson<MinerPowerStats>(of('/power-stats'), query, signal));
    case 'baseFee':
      return baseFeeFigures(await getJson<BaseFeeStats>('/stats/base-fee', query, signal));
    case 'networkPower':
      return networkPowerFigures(await getJson<PowerStats>('/stats/power', query, signal));
    case 'reward': {
      const path = '/stats/miner/reward-per-byte';
      return rewardFigures(await getJson<RewardStats>(path, query, signal));
    }
    case 'sectorPledge': {
      const path = '/stats/miner/sector-initial-pledge';
      return sectorPledgeFigures(await getJson<PledgeStats>(path, query, signal));
    }
    case 'growth': {
      const path = '/stats/miner/power-growth';
      return growthFigures(await getJson<GrowthStats>(path, growthQuery(duration), signal));
    }
    case 'locked':
      return lockedFigures(
        await getJson<DefiStats>('/stats/defi/overall-statistics', query, signal),
      );
    case 'merchantPower': {
      const path = `/merchant/${encodeURIComponent(source.merchant)}/power-stats`;
      return minerPowerFigures(await getJson<MinerPowerStats>(path, query, signal));
    }
    case 'fevmCreated':
    case 'fevmCalls':
    case 'fevmFees': {
      const { of: figure, until: endDate } = source;
      const startDate = daysBefore(endDate, Number(duration) - 1);
      const path = '/stats/fevm/daily-statistics';
      return fevmFigures(figure, await getJson<FevmDays>(path, { startDate, endDate }, signal));
    }
  }
}
