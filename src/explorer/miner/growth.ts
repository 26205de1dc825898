import type { RowOf } from '#store/schema.ts';
import type { SampleInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import { gridOf } from '../samples.ts';
import { atPresent } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { rankingAt } from './rankings.ts';
import { rowsAt } from './histories.ts';
import { stepOf } from './samples.ts';
import type { GrowthStats } from './rankingSchema.ts';

export interface GrowthInput extends SampleInput {
  /** How many providers. */
  count: number;
}

const powers = rowsAt<RowOf<'miner_power'>>('miner_power');
const growths = rowsAt<RowOf<'miner_growth'>>('miner_growth');

/** Of the providers that grew most in the window: what each added between two samples, oldest first. */
export async function growthStats(view: View, input: GrowthInput): Promise<GrowthStats> {
  const heights = gridOf(view, input);
  const [first] = heights;
  if (first === undefined) return [];
  const ranking = await rankingAt(atPresent(view), 'power-growth', input.duration);
  const ids = ranking.miners.slice(0, input.count).map(({ id }) => id);
  const names = await namesOf(view, ids);
  const asked = { ids, heights: [first - stepOf(input), ...heights] };
  const [powerAt, growthAt] = await Promise.all([powers(view, asked), growths(view, asked)]);
  return heights.map((height, index) => ({
    height,
    timestamp: timeOf(view.network, height),
    miners: ids.map((id) => {
      const start = asked.heights[index] ?? height;
      const [power, before] = [powerAt(id, height), powerAt(id, start)];
      const [growth, grown] = [growthAt(id, height), growthAt(id, start)];
      const gained = (now: string | undefined, then: string | undefined): string =>
        (BigInt(now ?? 0) - BigInt(then ?? 0)).toString();
      const adjustedGrowth = gained(growth?.adjusted_sum, grown?.adjusted_sum);
      return {
        address: names.shown(id),
        id: names.idText(id),
        tag: names.tag(id),
        qualityAdjPower: power?.adjusted_power ?? '0',
        powerGrowth: adjustedGrowth,
        rawBytePowerGrowth: gained(growth?.raw_sum, grown?.raw_sum),
        qualityAdjPowerGrowth: adjustedGrowth,
        qualityAdjPowerDelta: gained(power?.adjusted_power, before?.adjusted_power),
      };
    }),
  }));
}
