/** What is told where the index does not hold all of a time span before the head. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { formatDecimal, formatPercent } from '#format/number.ts';
import { dayOf } from '#format/time.ts';
import type { Translate } from '#i18n/translate.ts';
import type { TimeChartProps } from '#islands/chart/TimeChart.tsx';
import { DAYS, DURATIONS } from './charts.ts';

/** Where the index begins and ends, as far as it matters here (`Astro.locals`). */
export interface Held {
  /** Null until the indexer has met its node. */
  network: { startHeight: number; genesisTimestamp: number; epochSeconds: number } | null;
  /** Null while the index is empty. */
  head: { height: number } | null;
}

/** The height at which the index begins, where that is later than the chain; else null. */
export const lateStart = ({ network }: Pick<Held, 'network'>): number | null =>
  network !== null && network.startHeight > 0 ? network.startHeight : null;

/** A day that no line breaks within. */
const wholeDay = (seconds: number): string => dayOf(seconds).replaceAll('-', '\u2011');

/** Share (0–1) of the last `days` that the index holds. */
export function heldShare({ network, head }: Held, days: number): number {
  if (network === null || head === null) return 1;
  return Math.min(1, (head.height - network.startHeight) / (days * EPOCHS_PER_DAY));
}

/** The sentence that tells where the index begins inside the last `days`; null where it holds them all. */
export function coverageText(t: Translate, held: Held, days: number): string | null {
  const share = heldShare(held, days);
  if (held.network === null || share >= 1) return null;
  const { startHeight, genesisTimestamp, epochSeconds } = held.network;
  return t('common.covered', {
    count: days,
    asked: days,
    date: wholeDay(genesisTimestamp + startHeight * epochSeconds),
    share: formatPercent(share),
    n: formatDecimal(share * days, 1),
  });
}

type Choice = Pick<TimeChartProps, 'duration' | 'durations'>;

/**
 * A chart's time spans, each with the sentence about what the index lacks of it. The one that is shown
 * at first may stand for a longer one, which the page's query asks for.
 */
export function withCoverage(
  t: Translate,
  held: Held,
  { duration: shown, durations }: Choice,
  asked: string | null,
): Choice['durations'] {
  const wanted = DURATIONS.find((value) => value === asked);
  return durations.map((each) => {
    const own = DURATIONS.find((value) => value === each.value);
    // Those of the FEVM are called by their days.
    const days = own === undefined ? Number(each.value) : DAYS[own];
    const isFirst = own !== undefined && own === shown && wanted !== undefined;
    const note = coverageText(t, held, isFirst ? Math.max(days, DAYS[wanted]) : days);
    return note === null ? each : { ...each, note };
  });
}

/**
 * Days of the longer of two spans: of what is shown, and of what a page's query asks for. Of a young
 * chain less is shown than is asked for, and that is said.
 */
export function askedDays(query: URLSearchParams, shown: number): number {
  const duration = DURATIONS.find((value) => value === query.get('duration'));
  const days = Object.values(DAYS).find((known) => String(known) === query.get('days')) ?? 0;
  return Math.max(shown, duration === undefined ? days : DAYS[duration]);
}
