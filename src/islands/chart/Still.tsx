import { memo } from 'react';
import { timeAxis } from './axis.ts';
import {
  bandPath,
  barPath,
  isDrawn,
  linePath,
  plotted,
  reachesOf,
  shownSides,
  sideOf,
  sidesOf,
  spanOf,
  tenths,
  type Frame,
  type Side,
} from './geometry.ts';
import type { ChartData } from './model.ts';

/** The box in which the figures are drawn; it is stretched to the place it has. */
const BOX = { width: 1000, height: 200 };
/** Marks on the time axis: so many have room on a phone. */
const TIMES = 5;

function Marks({ side: { axis }, className }: { side: Side; className: string }) {
  return (
    <div className={className}>
      {[...axis.labels].reverse().map((label, index) => (
        <span key={index}>{label}</span>
      ))}
    </div>
  );
}

const frameOf = (span: readonly [number, number], [low, high]: Side['scale']): Frame => ({
  ...BOX,
  span,
  low,
  high,
});

/** The line of a mark. */
function ruleAt({ scale: [low, high] }: Side, tick: number): string {
  return `M0 ${tenths(BOX.height * (1 - (tick - low) / (high - low)))}H1000`;
}

/** The picture as the server draws it: there before any script, and without one. Memo as {@link TimeChart} is. */
export const Still = memo(function Still({ data }: { data: ChartData }) {
  const sides = sidesOf(data);
  const [main, other] = shownSides(sides);
  const span = spanOf(data);
  const [start, end] = span;
  const rules = [main, other].flatMap(
    (side) => side?.axis.ticks.map((tick) => ruleAt(side, tick)) ?? [],
  );
  return (
    <div className="chart-still" aria-hidden="true">
      <Marks side={main} className="chart-y" />
      <svg
        className="chart-lines"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
      >
        <path className="chart-rules" d={rules.join('')} />
        {data.series.map((series, index) => {
          const { unit, scale } = sideOf(sides, series);
          const reaches = reachesOf(data.times, series, unit);
          return reaches.length === 0 ? null : (
            <path
              key={series.key}
              className={`chart-band chart-band-${index + 1}`}
              d={bandPath(reaches, frameOf(span, scale))}
            />
          );
        })}
        {data.series
          .map((series, index) => {
            const side = sideOf(sides, series);
            if (!isDrawn(side)) return null;
            const { unit, scale } = side;
            const values = plotted(series, unit);
            const frame = frameOf(span, scale);
            return series.right === 'bars' ? (
              <path
                key={series.key}
                className={`chart-bars chart-bar-${index + 1}`}
                d={barPath(data.times, values, frame)}
              />
            ) : (
              <path
                key={series.key}
                className={`chart-line-${index + 1}`}
                d={linePath(data.times, values, frame)}
              />
            );
          })
          .reverse()}
      </svg>
      {other !== null && <Marks side={other} className="chart-y chart-right" />}
      <svg className="chart-x">
        {timeAxis(start, end, TIMES).map(({ at, label, under }) => {
          const x = `${(((at - start) / (end - start || 1)) * 100).toFixed(1)}%`;
          return (
            <g key={at}>
              <text x={x} y="1.125rem">
                {label}
              </text>
              {under !== '' && (
                <text x={x} y="2.125rem">
                  {under}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
});
