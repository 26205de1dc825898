/** A provider's power and sectors over time, on an even grid of heights that ends at the head, oldest first. */
import type { RowOf } from '#store/schema.ts';
import { epochsOf, type SampleInput } from '../parameters.ts';
import { bandsAt } from '../bands.ts';
import { bandsIn } from '../histories.ts';
import { gridOf } from '../samples.ts';
import { timeOf, type View } from '../view.ts';
import { findMiner } from './find.ts';
import { historyOf, rowsAt, type Dated } from './histories.ts';
import type { MinerPowerStats, MinerSectorStats } from './schema.ts';

/** Epochs between two samples of a grid. */
export function stepOf(input: SampleInput): number {
  return Math.max(1, Math.floor(epochsOf(input.duration) / input.samples));
}

type Power = Pick<RowOf<'miner_power'>, 'raw_power' | 'adjusted_power'>;
const powers = rowsAt<Power>('miner_power');

const powerHistory = historyOf('miner_power', {
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
  const heights = gridOf(view, input);
  const [first] = heights;
  if (first === undefined) return [];
  const start = first - stepOf(input);
  const [{ samples, changes }, before] = await Promise.all([
    powerHistory(view, miner, input),
    powers(view, { ids: [miner.id], heights: [start] }),
  ]);
  const rows = new Map([[start, before(miner.id, start)]]);
  for (const { height, row } of samples) {
    const [raw_power, adjusted_power] = [row?.rawBytePower ?? '0', row?.qualityAdjPower ?? '0'];
    rows.set(height, row && { raw_power, adjusted_power });
  }
  const bands = bandsIn(changes, ['rawBytePower', 'qualityAdjPower']);
  const grid = [start, ...heights];
  return powerOf(view, [miner], grid, (_, height) => rows.get(height)).map((sample, at) => ({
    ...sample,
    bands: bandsAt(bands, at),
  }));
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
  const heights = gridOf(view, input);
  const [first] = heights;
  if (first === undefined) return [];
  const grid = [first - stepOf(input), ...heights];
  const at = await powers(view, { ids: miners.map(({ id }) => id), heights: grid });
  return powerOf(view, miners, grid, at);
}

/** @param grid heights of the samples, behind that from which on the first one's change is told */
function powerOf(
  view: View,
  miners: readonly Dated[],
  grid: readonly number[],
  at: (id: number, height: number) => Power | undefined,
): MinerPowerStats {
  return grid.slice(1).map((height, index) => {
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

const SECTORS = { live: 'live', active: 'active', faulty: 'faulty', recovering: 'recovering' };
const SECTOR_NAMES = ['live', 'active', 'faulty', 'recovering'] as const;
const sectorHistory = historyOf('miner_sector_count', SECTORS);

/** Sectors of a provider at each height; none before it existed, null where the node could not tell. */
export async function minerSectorStats(
  view: View,
  text: string,
  input: SampleInput,
): Promise<MinerSectorStats> {
  const miner = await findMiner(view, text);
  const { samples, changes } = await sectorHistory(view, miner, input);
  const bands = bandsIn(changes, SECTOR_NAMES);
  return samples.flatMap(({ height, row }, at) => {
    // Of a provider that is older than the index, its first row is the one of the index's beginning.
    if (!row && miner.created_height === null) return [];
    const count = (name: keyof typeof SECTORS): number | null => {
      const text = row ? row[name] : '0';
      return text === null ? null : Number(text);
    };
    const [live, active, faulty, recovering] = [
      count('live'),
      count('active'),
      count('faulty'),
      count('recovering'),
    ];
    const timestamp = timeOf(view.network, height);
    return [{ height, timestamp, live, active, faulty, recovering, bands: bandsAt(bands, at) }];
  });
}
