/** The uPlot picture of a chart: axes, lines, crosshair. Loaded when a chart first comes into view. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { timeAxis, valueAxis, type TimeTick } from './axis.ts';
import { plotted, shownUnit, type ChartData } from './model.ts';
import type { ChartTheme } from './theme.ts';

/** A colour of the theme, almost transparent: the ground under a single line. */
const faint = (colour: string): string =>
  colour.replace(/^rgb\((.+)\)$/, (_whole, parts: string) => `rgba(${parts}, 0.08)`);

export interface Plot {
  /** Shows other figures or other colours in the same place. */
  update(data: ChartData, theme: ChartTheme): void;
  destroy(): void;
}

interface PlotOptions {
  host: HTMLElement;
  data: ChartData;
  theme: ChartTheme;
  /** Called with the index of the point under the crosshair, null when it leaves. */
  onPoint(index: number | null): void;
}

const NARROW = 480;

/** Marks of the time axis, as many as its width has room for. */
function timeMarks(self: uPlot): TimeTick[] {
  const room = self.width < NARROW ? 64 : 88;
  const { min = 0, max = 0 } = self.scales['x'] ?? {};
  return timeAxis(min ?? 0, max ?? 0, Math.floor(self.width / room));
}

function optionsOf(
  { data, theme, host, onPoint }: PlotOptions,
  unit: ReturnType<typeof shownUnit>,
): uPlot.Options {
  const font = `12px ${theme.font}`;
  const values = valueAxis(
    data.series.flatMap((series) => plotted(series, unit)),
    unit.divisor === 1,
  );
  const widest = Math.max(...values.labels.map((label) => label.length));
  const axis = { stroke: theme.muted, font, ticks: { show: false } };
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    tzDate: (seconds) => new Date(seconds * 1000),
    legend: { show: false },
    padding: [32, 20, 0, 0],
    cursor: {
      y: false,
      points: { size: 8, fill: theme.ground, width: 2 },
      drag: { x: false, y: false },
      // The crosshair stands on points, whose figures are exact, not between them.
      move: (self, left, top) => {
        const time = left < 0 ? undefined : self.data[0][self.posToIdx(left)];
        return [time === undefined ? left : self.valToPos(time, 'x'), top];
      },
    },
    scales: { x: { time: true }, y: { range: () => [values.low, values.high] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 44,
        splits: (self) => timeMarks(self).map(({ at }) => at),
        values: (self) => timeMarks(self).map(({ label, under }) => `${label}\n${under}`),
      },
      {
        ...axis,
        grid: { stroke: theme.line, width: 1 },
        size: widest * 7 + 16,
        splits: () => values.ticks,
        values: () => values.labels,
      },
    ],
    series: [
      {},
      ...data.series.map((series, index) => ({
        label: unit.name === '' ? series.label : `${series.label} (${unit.name})`,
        stroke: theme.series[index % theme.series.length] ?? theme.muted,
        // A filled ground measures from zero: only there does it tell the truth.
        ...(data.series.length === 1 && values.low === 0
          ? { fill: faint(theme.series[0] ?? theme.muted) }
          : {}),
        width: 2,
        spanGaps: false,
        points: { show: false },
      })),
    ],
    hooks: {
      setCursor: [
        (self) =>
          onPoint(
            self.cursor.left === undefined || self.cursor.left < 0
              ? null
              : (self.cursor.idx ?? null),
          ),
      ],
    },
  };
}

function columns(data: ChartData, unit: ReturnType<typeof shownUnit>): uPlot.AlignedData {
  return [[...data.times], ...data.series.map((series) => plotted(series, unit))];
}

/** Draws a chart into an element of fixed height and keeps it as wide as the element. */
export function createPlot(options: PlotOptions): Plot {
  const { host } = options;
  const build = (data: ChartData, theme: ChartTheme): uPlot => {
    const unit = shownUnit(data.unit, data.series);
    return new uPlot(optionsOf({ ...options, data, theme }, unit), columns(data, unit), host);
  };
  let plot = build(options.data, options.theme);
  const resize = new ResizeObserver(() => {
    plot.setSize({ width: host.clientWidth, height: host.clientHeight });
  });
  resize.observe(host);
  return {
    update(data, theme) {
      plot.destroy();
      plot = build(data, theme);
    },
    destroy() {
      resize.disconnect();
      plot.destroy();
    },
  };
}
