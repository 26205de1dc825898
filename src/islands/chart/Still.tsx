import { timeAxis, valueAxis } from './axis.ts';
import { linePath, plotted, shownUnit, type ChartData } from './model.ts';

/** The box in which the lines are drawn; it is stretched to the place it has. */
const BOX = { width: 1000, height: 200 };
/** Marks on the time axis: so many have room on a phone. */
const TIMES = 5;

/** The picture as the server draws it: there before any script, and without one. */
export function Still({ data }: { data: ChartData }) {
  const unit = shownUnit(data.unit, data.series);
  const lines = data.series.map((series) => plotted(series, unit));
  const { low, high, ticks, labels } = valueAxis(lines.flat(), unit.divisor === 1);
  const start = data.times[0] ?? 0;
  const span = (data.times.at(-1) ?? 0) - start || 1;
  return (
    <div className="chart-still" aria-hidden="true">
      <div className="chart-y">
        {[...labels].reverse().map((label, index) => (
          <span key={index}>{label}</span>
        ))}
      </div>
      <svg
        className="chart-lines"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
      >
        <path
          className="chart-rules"
          d={ticks
            .map((_, index) => `M0 ${((index / (ticks.length - 1)) * BOX.height).toFixed(1)}H1000`)
            .join('')}
        />
        {lines.map((values, index) => (
          <path
            key={data.series[index]?.key ?? index}
            className={`chart-line-${index + 1}`}
            d={linePath(data.times, values, [low, high], BOX)}
          />
        ))}
      </svg>
      <svg className="chart-x">
        {timeAxis(start, start + span, TIMES).map(({ at, label, under }) => {
          const x = `${(((at - start) / span) * 100).toFixed(1)}%`;
          return (
            <g key={at}>
              <text x={x} y="18">
                {label}
              </text>
              {under !== '' && (
                <text x={x} y="34">
                  {under}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
