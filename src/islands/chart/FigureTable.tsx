import { useMemo } from 'react';
import { sideOf, type Sides } from './geometry.ts';
import { chartCsv, rangeAt, type ChartData, type ChartSeries } from './model.ts';
import { bare, momentOf, type ShownUnit } from './units.ts';
import type { ChartWords } from './words.ts';

interface Props {
  csv: string | null;
  data: ChartData;
  sides: Sides;
  words: ChartWords;
  title: string;
}

/** A chart's figures as a table, in the decimals of the chart, and in full as CSV. */
export function FigureTable({ csv: path, data, sides, words, title }: Props) {
  const moment = momentOf(data.times);
  const units = data.series.map((series) => sideOf(sides, series).unit);
  const headOf = (label: string, unit = '') => (unit === '' ? label : `${label} (${unit})`);
  const csv = useMemo(
    () => path ?? `data:text/csv;charset=utf-8,${encodeURIComponent(chartCsv(data, words.time))}`,
    [path, data, words],
  );
  return (
    <details className="chart-figures">
      <summary>{words.table}</summary>
      <div className="chart-table">
        <table>
          <caption className="away">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{`${words.time} (UTC)`}</th>
              {data.series.map(({ key, label }, index) => (
                <th key={key} scope="col">
                  {headOf(label, units[index]?.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.times.map((time, index) => (
              <tr key={time}>
                <th scope="row">{moment(time)}</th>
                {data.series.map((series) => {
                  const value = series.values[index] ?? null;
                  const { unit } = sideOf(sides, series);
                  return (
                    <td key={series.key}>
                      {value === null ? '–' : bare(value, unit)}
                      <Range of={series} at={index} unit={unit} words={words} />
                    </td>
                  );
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

interface RangeProps {
  of: ChartSeries;
  at: number;
  unit: ShownUnit;
  words: ChartWords;
}

/** How far a line went between two of its points, where that is more than the points tell. */
function Range({ of, at, unit, words }: RangeProps) {
  const [low, high] = rangeAt(of, at);
  if (low === undefined || high === undefined) return null;
  return (
    <small className="chart-range">
      {`${words.low} ${bare(low, unit)}`}
      <br />
      {`${words.high} ${bare(high, unit)}`}
    </small>
  );
}
