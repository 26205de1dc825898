/** The charts of the FEVM's days: a figure summed up, and what each day added. */
import { withQuery } from '#format/paths.ts';
import { readChoice } from '#format/query.ts';
import type { Translate } from '#i18n/translate.ts';
import type { FevmSource } from '#islands/chart/figures.ts';
import type { TimeChartProps } from '#islands/chart/TimeChart.tsx';
import { chartWords, seriesWords } from '../stats/charts.ts';

export const FEVM_METRICS = ['createContractCount', 'invokeCount', 'gasFee'] as const;
export type FevmMetric = (typeof FEVM_METRICS)[number];

/** The chart of each metric. */
export const METRIC_CHARTS = {
  createContractCount: 'fevmCreated',
  invokeCount: 'fevmCalls',
  gasFee: 'fevmFees',
} as const satisfies Record<FevmMetric, FevmSource>;

/** Days that the charts can show, the present one included; the first is the usual. */
export const FEVM_DAYS = ['30', '7', '180'] as const;
const IN_ORDER = ['7', '30', '180'] as const;

export interface FevmChoice {
  metric: FevmMetric;
  days: (typeof FEVM_DAYS)[number];
}

/** What a page's query asks for; the usual where it names nothing known. */
export function chosenFevm(query: URLSearchParams): FevmChoice {
  return {
    metric: readChoice(query, 'metric', FEVM_METRICS),
    days: readChoice(query, 'days', FEVM_DAYS),
  };
}

/** All props of a chart but its figures; `until` is the head's day, YYYY-MM-DD. */
export function fevmChartProps(
  t: Translate,
  of: FevmSource,
  days: FevmChoice['days'],
  until: string,
  url: URL,
): Omit<TimeChartProps, 'initial'> {
  return {
    source: { of, until },
    duration: days,
    durations: IN_ORDER.map((value) => ({
      value,
      label: t(`contract.stats.days.${value}`),
      href: withQuery(url, { days: value === FEVM_DAYS[0] ? null : value }, 'metrics'),
    })),
    words: chartWords(t),
    texts: seriesWords(t, of),
  };
}
