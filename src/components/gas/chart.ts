/** The base fee and the fill of the last tipsets' blocks, as a chart. */
import type { GasSuggestion } from '#explorer/gas/schema.ts';
import type { Translate } from '#i18n/translate.ts';
import type { TimeChartProps } from '#islands/chart/TimeChart.tsx';
import { chartWords } from '../stats/charts.ts';

/** Hundredths of a percent. */
const PARTS = 10_000;

/** All props of its <TimeChart>; it has one time span. */
export function gasChart(t: Translate, tipsets: GasSuggestion['tipsets']): TimeChartProps {
  const places = {
    first: '{{first}}',
    last: '{{last}}',
    low: '{{low}}',
    high: '{{high}}',
    n: tipsets.length,
    count: tipsets.length,
  };
  return {
    source: {
      of: 'fields',
      call: '/stats/gas/suggestion',
      fields: ['baseFee', 'fill'],
      unit: 'fee',
      samples: tipsets.length,
    },
    initial: {
      times: tipsets.map(({ timestamp }) => timestamp),
      lines: [
        tipsets.map(({ baseFee }) => baseFee),
        tipsets.map(({ fill }) => String(Math.round(fill * PARTS))),
      ],
    },
    duration: '',
    durations: [],
    words: chartWords(t),
    texts: {
      title: t('gas.chart.title', places),
      lines: { baseFee: t('message.gas.baseFee'), fill: t('gas.chart.fill') },
      flat: t('gas.chart.flat', places),
      sentence: t('gas.chart.sentence', places),
    },
  };
}
