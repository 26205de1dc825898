import { useMemo } from 'react';
import { formatIso, formatUtc } from '#format/time.ts';
import { chartCsv, type ChartData } from './model.ts';
import type { ChartWords } from './words.ts';

interface Props {
  data: ChartData;
  words: ChartWords;
  title: string;
  exact(value: string): string;
}

/** A chart's figures as a table and as CSV. */
export function FigureTable({ data, words, exact, title }: Props) {
  const csv = useMemo(
    () => `data:text/csv;charset=utf-8,${encodeURIComponent(chartCsv(data, words.time))}`,
    [data, words],
  );
  return (
    <details className="chart-figures">
      <summary>{words.table}</summary>
      <div className="chart-table">
        <table>
          <caption className="away">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.time} (UTC)</th>
              {data.series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.times.map((time, index) => (
              <tr key={time}>
                <th scope="row">
                  <time dateTime={formatIso(time)}>{formatUtc(time)}</time>
                </th>
                {data.series.map(({ key, values }) => {
                  const value = values[index] ?? null;
                  return <td key={key}>{value === null ? '–' : exact(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a className="chart-csv" href={csv} download={`${title}.csv`}>
        {words.csv}
      </a>
    </details>
  );
}
