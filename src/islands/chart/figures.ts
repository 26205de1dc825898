/** What charts show and how the API's answers become it; for the server's first view and the browser. */
import type { FevmDays } from '#explorer/contract/schema.ts';
import type { DefiStats } from '#explorer/dapp/schema.ts';
import type { GrowthStats } from '#explorer/miner/rankingSchema.ts';
import type { MethodStats, RewardStats } from '#explorer/stats/schema.ts';
import type { Band } from '#explorer/wire.ts';
import { EPOCH_SECONDS, EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import {
  sizeOf,
  type ChartData,
  type ChartSeries,
  type ChartUnit,
  type Extreme,
  type LineBand,
} from './model.ts';
import type { SeriesWords } from './words.ts';

/** Figures of the FEVM: summed up from the chain's beginning, and of each day. */
export type FevmSource = 'fevmCreated' | 'fevmCalls' | 'fevmFees';

/** Where a chart's figures come from. */
export type ChartSource =
  | { of: 'reward' }
  /** What the providers that grew most added. */
  | { of: 'growth' }
  | { of: 'locked' }
  /** `until`: the last day, YYYY-MM-DD. */
  | { of: FevmSource; until: string }
  /** What is called most, by hour or day. */
  | { of: 'methods' }
  | FieldSource;

/** Fields of a call's rows as they are, for charts that only their page knows. */
export interface FieldSource {
  of: 'fields';
  /** Path below the API; `duration` and `samples` are added. */
  call: string;
  samples: number;
  /** The chart's lines. */
  fields: readonly string[];
  unit: ChartUnit;
  /** The rows tell what was at a moment, and not what was between it and the one before. */
  sampled?: boolean;
}

/** Whether a chart knows its points only: others are sums of the time up to each, or have bands. */
export function isSampled(source: ChartSource): boolean {
  return source.of === 'fields' && source.sampled === true;
}

/** Where a chart's rows are as CSV, with their bands; null where no one call has them. */
export function csvPath(source: ChartSource, duration: string): string | null {
  if (source.of !== 'fields') return null;
  const query = new URLSearchParams({ duration, samples: String(source.samples) });
  return `/api/v1${source.call}.csv?${query.toString()}`;
}

/** Sources whose lines and words are known here. */
export type NamedSource = Exclude<ChartSource, FieldSource>;

/** Lines of each source in their order; the chart's sentence is about the first. */
export const SOURCE_LINES = {
  reward: ['reward'],
  growth: [],
  locked: ['locked', 'lockedUsd'],
  fevmCreated: ['total', 'daily'],
  fevmCalls: ['total', 'daily'],
  fevmFees: ['total', 'daily'],
  methods: [],
} as const satisfies Record<NamedSource['of'], readonly string[]>;

/** Lines that are measured on the right. */
const RIGHT: Readonly<Record<string, Pick<ChartSeries, 'right'> & { unit?: ChartUnit }>> = {
  qualityAdjPowerDelta: { right: 'bars' },
  daily: { right: 'bars' },
  lockedUsd: { right: 'line', unit: 'usd' },
  fill: { right: 'bars', unit: 'percent' },
};

/** Figures over time as they travel with a page: `times` in Unix seconds, ascending. */
export interface ChartFigures {
  times: readonly number[];
  /**
   * The source's lines in their order, one value per time, in the smallest part of the line's
   * unit; null where nothing is known. The last may be missing.
   */
  lines: readonly (readonly (string | null)[])[];
  /** What the lines are called, where that is no word of the dictionaries: a line per provider. */
  names?: readonly string[];
  /** What the lines were between their points, where that is known. */
  bands?: readonly (LineBand | null)[];
}

const SOURCE_UNITS: Readonly<Record<NamedSource['of'], ChartUnit>> = {
  reward: 'fil',
  growth: 'bytes',
  locked: 'fil',
  fevmCreated: 'count',
  fevmCalls: 'count',
  fevmFees: 'fil',
  methods: 'count',
};

/** What a chart of these figures draws. */
export function chartData(
  source: ChartSource,
  { times, lines, names, bands }: ChartFigures,
  texts: SeriesWords,
): ChartData {
  const own = source.of === 'fields';
  const unit = own ? source.unit : SOURCE_UNITS[source.of];
  const keys = names ?? (own ? source.fields : SOURCE_LINES[source.of]);
  const most = largestOf(lines.filter((_, index) => !RIGHT[keys[index] ?? '']));
  const isTiny = (size: bigint): boolean => size > 0n && size * TINY < most;
  return {
    times,
    series: lines.map((values, index) => {
      const key = keys[index] ?? '';
      const band = bands?.[index];
      return {
        key,
        label: texts.lines[key] ?? key,
        unit,
        ...(own && unit === 'bytes' && isTiny(largestOf([values])) && ({ right: 'line' } as const)),
        ...RIGHT[key],
        values,
        ...(band && { band }),
      };
    }),
  };
}

/** So many times smaller than another line, one would lie on the axis: it has a pane of its own. */
const TINY = 1000n;

const largestOf = (lines: readonly (readonly (string | null)[])[]): bigint =>
  lines
    .flat()
    .map((value) => sizeOf(value ?? '0'))
    .reduce((a, b) => (b > a ? b : a), 0n);

function figures<T extends { timestamp: number }>(
  stats: readonly T[],
  ...lines: ((sample: T) => string | null | undefined)[]
): ChartFigures {
  return {
    times: stats.map(({ timestamp }) => timestamp),
    lines: lines.map((line) => stats.map((sample) => line(sample) ?? null)),
  };
}

const BYTES_PER_TIB = 2 ** 40;
const NANO = 10n ** 9n;

/**
 * What a TiB earns in a day, attoFIL, from what a byte earns in an epoch: to a whole nanoFIL, as the
 * mean it comes from is no more exact.
 */
function ofTibAndDay(rewardPerByte: number): string {
  const nano = Math.round((rewardPerByte * BYTES_PER_TIB * EPOCHS_PER_DAY) / Number(NANO));
  return (BigInt(nano) * NANO).toString();
}

export function rewardFigures(stats: RewardStats): ChartFigures {
  const rows = stats.map(({ rewardPerByte, bands, ...sample }) => ({
    ...sample,
    reward: ofTibAndDay(rewardPerByte),
    bands: { reward: bandOfTib(bands.rewardPerByte) },
  }));
  return fieldFigures({ fields: SOURCE_LINES.reward }, rows);
}

function bandOfTib(band: Band | null): Band | null {
  if (band === null) return null;
  const of = (value: string): string => ofTibAndDay(Number(value));
  const { first, last, min, max, mean, ...heights } = band;
  return {
    ...heights,
    first: of(first),
    last: of(last),
    min: of(min),
    max: of(max),
    mean: of(mean),
  };
}

/** A row of a call, as far as charts go. */
type Row = {
  timestamp: number;
  height?: number | undefined;
  bands?: Readonly<Partial<Record<string, Band | null>>> | undefined;
} & Readonly<Record<string, unknown>>;

/** Null where a row does not tell a field. */
export function fieldFigures(
  { fields }: Partial<FieldSource> & Pick<FieldSource, 'fields'>,
  rows: readonly Row[],
): ChartFigures {
  const told = figures(
    rows,
    ...fields.map((field) => (row: Row) => {
      const value = row[field];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
    }),
  );
  const bands = fields.map((field, index) => lineBand(rows, field, told.lines[index] ?? []));
  return bands.some((band) => band) ? { ...told, bands } : told;
}

/** Null where no row tells a band of the field. */
function lineBand(
  rows: readonly Row[],
  field: string,
  values: readonly (string | null)[],
): LineBand | null {
  const bands = rows.map((row) => row.bands?.[field] ?? null);
  const known = bands.findIndex((band) => band !== null);
  if (known < 0) return null;
  let [low, high]: (Extreme | null)[] = [null, null];
  const take = (value: string, time: number, side: 'low' | 'high' | 'both'): void => {
    if (side !== 'high' && (!low || BigInt(value) < BigInt(low[0]))) low = [value, time];
    if (side !== 'low' && (!high || BigInt(value) > BigInt(high[0]))) high = [value, time];
  };
  rows.forEach(({ timestamp, height = 0 }, index) => {
    const band = bands[index];
    const value = values[index];
    const timeOf = (at: number): number => timestamp - (height - at) * EPOCH_SECONDS;
    if (band) {
      take(band.min, timeOf(band.minHeight), 'low');
      take(band.max, timeOf(band.maxHeight), 'high');
    } else if (value != null) take(value, timestamp, 'both');
  });
  const first = bands[0]?.first ?? values.find((value) => value !== null);
  if (!low || !high || first === undefined) return null;
  /** Of the line from the point before to this one. */
  const ends = (index: number): bigint[] =>
    [values[index - 1], values[index]].flatMap((value) => (value == null ? [] : [BigInt(value)]));
  return {
    lows: bands.map((band, index) =>
      band && ends(index).every((end) => BigInt(band.min) < end) ? band.min : null,
    ),
    highs: bands.map((band, index) =>
      band && ends(index).every((end) => BigInt(band.max) > end) ? band.max : null,
    ),
    first,
    low,
    high,
    from: known === 0 ? null : (rows[known - 1]?.timestamp ?? null),
  };
}

/** How often each method ran. */
export function methodFigures(stats: MethodStats): ChartFigures {
  const names = stats.at(-1)?.methods.map(({ method }) => method) ?? [];
  return {
    ...figures(
      stats,
      ...names.map((_, index) => ({ methods }: MethodStats[number]) => {
        return methods[index]?.count.toString();
      }),
    ),
    names,
  };
}

/** Names are addresses, with a tag behind them where there is one. */
export function growthFigures(stats: GrowthStats): ChartFigures {
  const providers = stats.at(-1)?.miners ?? [];
  return {
    ...figures(
      stats,
      ...providers.map((_, index) => (sample: GrowthStats[number]) => {
        return sample.miners[index]?.qualityAdjPowerGrowth;
      }),
    ),
    names: providers.map(({ address, tag }) => (tag ? `${address} (${tag.name})` : address)),
  };
}

/** Its times are milliseconds on the wire. There is no line of dollars where there is no price. */
export function lockedFigures(stats: DefiStats): ChartFigures {
  const rows = stats.map(({ height, timestamp, tvlAmount, totalLiquidityUSD: usd, bands }) => ({
    height,
    timestamp: timestamp / 1000,
    tvlAmount,
    cents: usd === null ? null : BigInt(Math.round(usd * 100)).toString(),
    bands,
  }));
  const priced = rows.some(({ cents }) => cents !== null);
  return fieldFigures({ fields: ['tvlAmount', ...(priced ? ['cents'] : [])] }, rows);
}

const FEVM_FIGURES = {
  fevmCreated: ['accumulateCreateContractCount', 'createContractCount'],
  fevmCalls: ['accumulateInvokeCount', 'invokeCount'],
  fevmFees: ['accumulateGasFee', 'gasFee'],
} as const satisfies Record<FevmSource, readonly (keyof FevmDays[number])[]>;

/** Each day's figures at its beginning. */
export function fevmFigures(of: FevmSource, days: FevmDays): ChartFigures {
  return {
    times: days.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1000),
    lines: FEVM_FIGURES[of].map((figure) => days.map((day) => String(day[figure]))),
  };
}
