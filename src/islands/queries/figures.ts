import type { FevmDays } from '#explorer/contract/schema.ts';
import type { DefiStats } from '#explorer/dapp/schema.ts';
import type { GrowthStats } from '#explorer/miner/rankingSchema.ts';
import type { MethodStats, RewardStats } from '#explorer/stats/schema.ts';
import { daysBefore } from '#format/time.ts';
import {
  fevmFigures,
  fieldFigures,
  growthFigures,
  lockedFigures,
  methodFigures,
  rewardFigures,
  type ChartFigures,
  type ChartSource,
} from '../chart/figures.ts';
import { getJson } from './api.ts';

export const SAMPLES = 48;
/** Charts of several lines send as many figures with half the points. */
export const FEWER_SAMPLES = 24;
/** How many lines a chart of methods or providers has at most. */
export const MOST_LINES = 5;
/** How many spans the chart of growth has: hours, days, months. */
const GROWTH_SAMPLES: Readonly<Record<string, number>> = {
  '24h': 24,
  '7d': 7,
  '30d': 30,
  '1y': 12,
};
export const growthQuery = (duration: string) => ({
  count: MOST_LINES,
  duration,
  samples: GROWTH_SAMPLES[duration] ?? SAMPLES,
});

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
  const query = { duration, samples: source.of === 'fields' ? source.samples : SAMPLES };
  switch (source.of) {
    case 'reward': {
      const path = '/stats/miner/reward-per-byte';
      return rewardFigures(await getJson<RewardStats>(path, query, signal));
    }
    case 'growth': {
      const path = '/stats/miner/power-growth';
      return growthFigures(await getJson<GrowthStats>(path, growthQuery(duration), signal));
    }
    case 'fields':
      return fieldFigures(source, await getJson(source.call, query, signal));
    case 'methods': {
      const asked = { duration, count: MOST_LINES };
      return methodFigures(await getJson<MethodStats>('/stats/message/count', asked, signal));
    }
    case 'locked':
      return lockedFigures(
        await getJson<DefiStats>('/stats/defi/overall-statistics', query, signal),
      );
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
