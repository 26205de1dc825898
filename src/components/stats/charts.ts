/** What a page hands to a chart's island besides its figures. */
import { withQuery } from '#format/paths.ts';
import type { Translate } from '#i18n/translate.ts';
import type { TimeChartProps } from '#islands/chart/TimeChart.tsx';
import { SOURCE_LINES, type ChartSource, type NamedSource } from '#islands/chart/figures.ts';
import type { ChartWords, SeriesWords } from '#islands/chart/words.ts';

export const DURATIONS = ['24h', '7d', '30d', '1y'] as const;
export type Duration = (typeof DURATIONS)[number];
export const DAYS: Readonly<Record<Duration, number>> = { '24h': 1, '7d': 7, '30d': 30, '1y': 365 };

/** Height above which the chain is old enough for a duration to say more than the one before it. */
const FROM_HEIGHT: Record<Duration, number> = {
  '24h': -1,
  '7d': 2880,
  '30d': 20_160,
  '1y': 86_400,
};

/** The durations that make sense on a chain of this height. */
export function durationsAt(height: number): Duration[] {
  return DURATIONS.filter((duration) => height > FROM_HEIGHT[duration]);
}

/** What charts show at first that do not begin with a day. */
export const USUAL = {
  networkPower: '30d',
  merchantPower: '30d',
} as const satisfies Record<string, Duration>;

/**
 * The duration that a page's query names; of a younger chain the longest that it has, which is all of it.
 * Without one the `usual`, or the longest below it that the chain is old enough for.
 */
export function chosenDuration(
  query: URLSearchParams,
  height: number,
  usual: Duration = '24h',
): Duration {
  const offered = durationsAt(height);
  const asked = DURATIONS.find((value) => value === query.get('duration'));
  const named = asked !== undefined && !offered.includes(asked) ? offered.at(-1) : asked;
  return named ?? offered.findLast((value) => DAYS[value] <= DAYS[usual]) ?? '24h';
}

/** The words of every chart. */
export function chartWords(t: Translate): ChartWords {
  return {
    time: t('chart.time'),
    table: t('chart.table'),
    csv: t('chart.csv'),
    empty: t('chart.empty'),
    loading: t('chart.loading'),
    failed: t('chart.failed'),
    retry: t('chart.retry'),
    duration: t('chart.duration'),
    band: t('chart.band'),
    low: t('chart.low'),
    high: t('chart.high'),
    at: t('chart.at', { value: '{{value}}', time: '{{time}}' }),
    points: t('chart.points'),
    exactFrom: t('chart.exactFrom', { time: '{{time}}' }),
  };
}

/**
 * The words of one source's chart; the places of its figures are filled in where it is drawn. `each`:
 * what lies between two points, where the words tell it.
 */
export function seriesWords(t: Translate, of: NamedSource['of'], each = ''): SeriesWords {
  return {
    title: t(`chart.${of}.title`),
    lines: Object.fromEntries(
      SOURCE_LINES[of].map((line): [string, string] => [line, t(`chart.line.${line}`)]),
    ),
    flat: t(`chart.${of}.flat`, { last: '{{last}}', each }),
    sentence: t(`chart.${of}.sentence`, {
      first: '{{first}}',
      last: '{{last}}',
      low: '{{low}}',
      high: '{{high}}',
      each,
    }),
  };
}

/**
 * All props of a <TimeChart> but its figures, with a link per duration that keeps the rest of the
 * page's query.
 *
 * <TimeChart client:seen {...chartProps(t, { of: 'baseFee' }, Astro.url, height)} initial={…} />
 */
export function chartProps(
  t: Translate,
  source: NamedSource,
  url: URL,
  height: number,
  usual?: Duration,
): Omit<TimeChartProps, 'initial'> {
  const each = t(`chart.each.${chosenDuration(url.searchParams, height, usual)}`);
  return propsOf(t, source, seriesWords(t, source.of, each), url, height, usual);
}

/** The same of any source, with its words. */
export function propsOf(
  t: Translate,
  source: ChartSource,
  texts: SeriesWords,
  url: URL,
  height: number,
  usual?: Duration,
): Omit<TimeChartProps, 'initial'> {
  const first = chosenDuration(new URLSearchParams(), height, usual);
  return {
    source,
    duration: chosenDuration(url.searchParams, height, usual),
    durations: durationsAt(height).map((value) => ({
      value,
      label: t(`chart.durations.${value}`),
      href: withQuery(url, { duration: value === first ? null : value }),
    })),
    words: chartWords(t),
    texts,
  };
}
