import { memo, useMemo, type ReactNode } from 'react';
import { loadFigures } from '../queries/figures.ts';
import { Chart, type ChartDuration } from './Chart.tsx';
import { chartData, csvPath, isSampled, type ChartFigures, type ChartSource } from './figures.ts';
import { onLeft, summarise } from './model.ts';
import { shownUnit, toldBy } from './units.ts';
import { useFigures } from './useFigures.ts';
import { describe, type ChartWords, type SeriesWords } from './words.ts';

export interface TimeChartProps {
  source: ChartSource;
  /** Figures of the first view, sent with the page. */
  initial: ChartFigures;
  duration: string;
  durations: readonly ChartDuration[];
  words: ChartWords;
  texts: SeriesWords;
  /** The chart's sentence as long as any time span may make it. */
  longest?: string | undefined;
  /** The picture that stands there until the chart is live. */
  children?: ReactNode;
}

/**
 * How figures went over time: an account's balance, a provider's power, the base fee. Astro would render a
 * plain function once more to see whether it is React's.
 */
export const TimeChart = memo(function TimeChart(props: TimeChartProps) {
  const { source, initial, duration, words, texts, durations } = props;
  const figures = useFigures(source, { duration, data: initial }, loadFigures);
  const data = useMemo(() => chartData(source, figures.data, texts), [figures.data, source, texts]);
  const [first] = data.series;
  const summary = first ? summarise(first) : null;
  const unit = shownUnit(onLeft(data));
  const note = durations.find(({ value }) => value === figures.duration)?.note ?? '';
  const sentence = describe(texts, summary, toldBy(summary, unit), words, {
    band: first?.band,
    sampled: isSampled(source),
  });
  return (
    <Chart
      title={texts.title}
      sentence={`${sentence}${/[。！？]$/.test(sentence) ? '' : ' '}${note}`.trim()}
      longest={props.longest}
      csv={csvPath(source, figures.duration)}
      data={data}
      named={!!initial.names}
      words={words}
      state={figures.state}
      onRetry={figures.retry}
      durations={durations}
      duration={figures.duration}
      onDuration={figures.choose}
    >
      {props.children}
    </Chart>
  );
});
