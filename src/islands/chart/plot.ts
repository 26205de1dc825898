/** The uPlot picture of a chart: axes, lines, crosshair. Loaded when a chart first comes into view. */
import uPlot from 'uplot';
import { timeAxis, type TimeTick } from './axis.ts';
import {
  BAR_WIDTH,
  isDrawn,
  plotted,
  reachesOf,
  shownSides,
  sideOf,
  sidesOf,
  spanOf,
  type Side,
} from './geometry.ts';
import type { ChartData, ChartSeries } from './model.ts';
import type { ChartTheme } from './theme.ts';

export interface Plot {
  /** Shows other figures or other colours in the same place. */
  update(data: ChartData, theme: ChartTheme): void;
  /** Puts the crosshair on a point; null takes it away. */
  point(index: number | null): void;
  destroy(): void;
}

interface PlotOptions {
  host: HTMLElement;
  data: ChartData;
  theme: ChartTheme;
  /** Called with the point under the crosshair, null when it leaves. */
  onPoint(point: Pointed | null): void;
}

/** A point that is read, and where in the host it is, px. */
export interface Pointed {
  index: number;
  x: number;
  y: number;
  /** Whether it is in the right half. */
  late: boolean;
}

const NARROW = 480;
/** So many times nearer than whole a chart's time can come. */
const MOST_NEAR = 24;
/** What an A4 sheet has between its margins (styles/print.css), in px. */
const SHEET_WIDTH = 688;

/** Marks of the time axis, as many as its width has room for. */
function timeMarks(self: uPlot): TimeTick[] {
  const room = (self.width < NARROW ? 64 : 88) * textScale();
  const { min = 0, max = 0 } = self.scales['x'] ?? {};
  return timeAxis(min ?? 0, max ?? 0, Math.floor(self.width / room));
}

/** How much larger than usual the reader has set text; what is drawn grows with it. */
const textScale = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

function valueAxis({ axis: { ticks, labels } }: Side): uPlot.Axis {
  const widest = Math.max(...labels.map((label) => label.length));
  return { size: (widest * 7 + 16) * textScale(), splits: () => ticks, values: () => labels };
}

/** The later a series comes, the deeper it lies: the first is what the chart is about. */
const layers = (data: ChartData) =>
  data.series.map((series, index) => ({ series, index })).reverse();

type Span = [from: number, to: number];

function optionsOf(
  { data, theme, host, onPoint }: PlotOptions,
  spanNow: () => Span,
): uPlot.Options {
  const sides = sidesOf(data);
  const { left, right } = sides;
  const scale = textScale();
  const axis = {
    stroke: theme.muted,
    font: `${12 * scale}px ${theme.font}`,
    ticks: { show: false },
  };
  const range = ({ scale: [low, high] }: Side) => ({ range: (): [number, number] => [low, high] });
  const looks = (series: ChartSeries, colour: string): Partial<uPlot.Series> => {
    if (series.right === 'bars') {
      const paths = uPlot.paths.bars?.({ size: [BAR_WIDTH, Infinity] });
      return { scale: 'right', fill: colour, width: 0, ...(paths && { paths }) };
    }
    return { scale: series.right ? 'right' : 'left', stroke: colour, width: 2 };
  };
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    tzDate: (seconds) => new Date(seconds * 1000),
    legend: { show: false },
    padding: [32 * scale, shownSides(sides)[1] === null ? 20 : 0, 0, 0],
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
    scales: {
      x: { time: true, range: spanNow },
      left: range(left),
      ...(right && { right: range(right) }),
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 44 * scale,
        splits: (self) => timeMarks(self).map(({ at }) => at),
        values: (self) => timeMarks(self).map(({ label, under }) => `${label}\n${under}`),
      },
      ...shownSides(sides).flatMap((side, at): uPlot.Axis[] =>
        side === null
          ? []
          : [
              {
                ...axis,
                ...valueAxis(side),
                scale: side === left ? 'left' : 'right',
                side: at === 0 ? 3 : 1,
                grid: { stroke: theme.line, width: 1 },
              },
            ],
      ),
    ],
    series: [
      {},
      ...layers(data).map(({ series, index }) => ({
        ...looks(series, theme.series[index % theme.series.length] ?? theme.muted),
        spanGaps: false,
        points: { show: false },
      })),
    ],
    hooks: {
      drawAxes: [(self) => drawBands(self, data, theme)],
      setCursor: [
        ({ cursor: { left = -1, top = 0, idx }, over }) => {
          if (left < 0 || idx == null) return onPoint(null);
          const late = left > over.clientWidth / 2;
          const y = over.offsetTop + Math.max(0, top);
          onPoint({ index: idx, x: over.offsetLeft + left, y, late });
        },
      ],
    },
  };
}

/** How visible what lies between the points is beside their line. */
const BAND_ALPHA = 0.3;

/** Between two points: how far the line went there. */
function drawBands(self: uPlot, data: ChartData, theme: ChartTheme): void {
  const { ctx, bbox } = self;
  const sides = sidesOf(data);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.globalAlpha = BAND_ALPHA;
  for (const { series, index } of layers(data)) {
    ctx.fillStyle = theme.series[index % theme.series.length] ?? theme.muted;
    const scale = series.right ? 'right' : 'left';
    for (const { from, to, low, high } of reachesOf(
      data.times,
      series,
      sideOf(sides, series).unit,
    )) {
      const [left, right] = [self.valToPos(from, 'x', true), self.valToPos(to, 'x', true)];
      const [top, foot] = [self.valToPos(high, scale, true), self.valToPos(low, scale, true)];
      ctx.fillRect(left, top, right - left, Math.max(1, foot - top));
    }
  }
  ctx.restore();
}

function columns(data: ChartData): uPlot.AlignedData {
  const sides = sidesOf(data);
  return [
    [...data.times],
    ...layers(data).map(({ series }) => {
      const side = sideOf(sides, series);
      return isDrawn(side) ? plotted(series, side.unit) : series.values.map(() => null);
    }),
  ];
}

/** Draws a chart into an element of fixed height and keeps it as wide as the element. */
export function createPlot(options: PlotOptions): Plot {
  const { host } = options;
  let whole: Span;
  let span: Span;
  const build = (data: ChartData, theme: ChartTheme): uPlot => {
    whole = span = spanOf(data);
    return new uPlot(
      optionsOf({ ...options, data, theme }, () => span),
      columns(data),
      host,
    );
  };
  let plot = build(options.data, options.theme);
  const point = (index: number | null): void => {
    const time = index === null ? undefined : plot.data[0][index];
    plot.setCursor({ left: time === undefined ? -1 : plot.valToPos(time, 'x'), top: 0 });
  };
  // With Ctrl or ⌘ a part of the time comes nearer, about the pointer; else the wheel is the page's.
  const zoom = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const [from, to] = whole;
    const at = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().x, 'x');
    const factor = event.deltaY < 0 ? 0.8 : 1.25;
    const min = Math.max(from, at + (span[0] - at) * factor);
    const max = Math.min(to, at + (span[1] - at) * factor);
    if (max - min < (to - from) / MOST_NEAR) return;
    span = [min, max];
    plot.setScale('x', { min, max });
  };
  host.addEventListener('wheel', zoom, { passive: false });
  // uPlot hears the mouse only; a finger that goes up or down scrolls the page (picture.css).
  const touched = ({ pointerType, clientX }: PointerEvent): void => {
    if (pointerType !== 'mouse')
      point(plot.posToIdx(clientX - plot.over.getBoundingClientRect().x));
  };
  host.addEventListener('pointermove', touched);
  const fit = (width: number): void => plot.setSize({ width, height: host.clientHeight });
  const fill = (): void => fit(host.clientWidth);
  const resize = new ResizeObserver(fill);
  resize.observe(host);
  // On paper the element is as wide as the sheet, which it cannot tell before.
  const print = (): void => fit(SHEET_WIDTH);
  addEventListener('beforeprint', print);
  addEventListener('afterprint', fill);
  return {
    point,
    update(data, theme) {
      plot.destroy();
      plot = build(data, theme);
    },
    destroy() {
      host.removeEventListener('pointermove', touched);
      host.removeEventListener('wheel', zoom);
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', fill);
      resize.disconnect();
      plot.destroy();
    },
  };
}
