import { describe, expect, it } from 'vitest';
import {
  bandPath,
  barPath,
  isDrawn,
  linePath,
  plotted,
  reachesOf,
  shownSides,
  sidesOf,
  spanOf,
  type Side,
} from './geometry.ts';
import { chartCsv, isEmpty, isFlat, rangeAt, summarise } from './model.ts';
import type { ChartData, ChartSeries, LineBand } from './model.ts';
import { FIL, measured, series } from './testing/series.ts';
import { shownUnit } from './units.ts';

describe('linePath', () => {
  const frame = { width: 100, height: 10, span: [0, 100], low: 0, high: 10 } as const;
  it('joins neighbours and leaves gaps open', () => {
    expect(linePath([0, 25, 50, 75, 100], [0, 10, null, 5, 0], frame)).toBe(
      'M0 10L25 0M75 5L100 10',
    );
  });
  it('draws a lone point', () => {
    expect(linePath([0, 50, 100], [null, 5, null], frame)).toBe('M50 5L50 5');
  });
  it('leaves out what it passes through', () => {
    const times = [0, 20, 40, 60, 80, 100];
    expect(linePath(times, [5, 5, 5, 5, 5, 0], frame)).toBe('M0 5L80 5L100 10');
    expect(linePath(times, [0, 2, 4, 6, 8, 10], frame)).toBe('M0 10L100 0');
    expect(linePath(times, [0, 2, 4.1, 6, 8, 10], frame)).toBe('M0 10L20 8L40 5.9L60 4L100 0');
  });
});

it('has bars stand on zero, and none where there is nothing', () => {
  const frame = { width: 100, height: 10, span: [-5, 45], low: -5, high: 5 } as const;
  expect(barPath([0, 10, 20, 30, 40], [5, -5, null, 0, 2.5], frame)).toBe(
    'M4.0 5.0V0.0h12.0V5.0ZM24.0 5.0V10.0h12.0V5.0ZM84.0 5.0V2.5h12.0V5.0Z',
  );
});

describe('a band', () => {
  const times = [100, 200, 300];
  const band: LineBand = {
    lows: [null, '1', null],
    highs: ['9', null, null],
    first: '6',
    low: ['1', 160],
    high: ['9', 40],
    from: null,
  };
  const banded: ChartSeries = { ...series('5', '5', '5'), band };

  it('reaches beyond the line where the line does not tell it', () => {
    expect([0, 1, 2].map((index) => rangeAt(banded, index))).toEqual([['5', '9'], ['1', '5'], []]);
    const reaches = reachesOf(times, banded, shownUnit([banded]));
    expect(reaches).toEqual([
      { from: 0, to: 100, low: 5, high: 9 },
      { from: 100, to: 200, low: 1, high: 5 },
    ]);
    const frame = { width: 300, height: 10, span: [0, 300], low: 0, high: 10 } as const;
    expect(bandPath(reaches, frame)).toBe('M0 1H100V5H0ZM100 5H200V9H100Z');
  });

  it('has room before the first point and on the axis', () => {
    expect(spanOf({ times, series: [banded] })).toEqual([0, 300]);
    const { axis } = sidesOf({ times, series: [banded] }).left;
    expect(axis.low).toBeLessThanOrEqual(1);
    expect(axis.high).toBeGreaterThanOrEqual(9);
  });

  it('tells the extremes and when they were, and that a line moved', () => {
    expect(summarise(banded)).toEqual({
      first: '6',
      last: '5',
      low: '1',
      high: '9',
      lowAt: 160,
      highAt: 40,
    });
    expect(isFlat({ times, series: [banded] })).toBe(false);
    expect(isFlat({ times, series: [series('5', '5', null)] })).toBe(true);
    // A million FIL less some attoFIL: told in words, and not to be seen.
    const little = series('1000000000000000000000000', '999999999999999899888895');
    expect(isFlat({ times, series: [little] })).toBe(true);
    expect(
      isFlat({ times, series: [series('1000000000000000000000000', '999999000000000000000000')] }),
    ).toBe(false);
    expect(isFlat({ times, series: [series('0', '1')] })).toBe(false);
  });
});

describe('sidesOf', () => {
  const times = [0, 86_400];
  const line = measured('bytes', String(2n ** 40n), String(2n ** 41n));
  const bars: ChartSeries = { ...measured('bytes', String(-(2n ** 31n)), '0'), right: 'bars' };
  it('measures bars in a pane of their own, in a unit of their own', () => {
    const { left, right } = sidesOf({ times, series: [line, bars] });
    expect(left.unit.name).toBe('TiB');
    expect(right?.unit.name).toBe('GiB');
    const place = (side: Side | null, value: number): number => {
      const [low = 0, high = 0] = side?.scale ?? [];
      return (value - low) / (high - low);
    };
    // Between the foot and the top of the picture the panes lie apart.
    expect(place(left, left.axis.high)).toBeCloseTo(1);
    expect(place(left, left.axis.low)).toBeCloseTo(0.36);
    expect(place(right, right?.axis.high ?? 0)).toBeCloseTo(0.26);
    expect(place(right, right?.axis.low ?? 0)).toBeCloseTo(0);
    expect(sidesOf({ times, series: [line] }).left.scale).toEqual([left.axis.low, left.axis.high]);
  });
  it('measures another unit on the right, where a line need not begin at zero', () => {
    const fil = series('2000000000000000000', '4000000000000000000');
    const usd: ChartSeries = { ...measured('usd', '90000', '99900'), right: 'line' };
    const { left, right } = sidesOf({ times, series: [fil, usd] });
    expect([left.unit.name, right?.unit.name]).toEqual(['FIL', 'USD']);
    expect(left.axis.labels).toEqual(['2.0', '2.5', '3.0', '3.5', '4.0']);
    expect(right?.axis.labels).toEqual(['900', '950', '1,000']);
    expect(spanOf({ times, series: [fil, usd] })).toEqual([0, 86_400]);
  });
  it('has one side for lines alone', () => {
    expect(sidesOf({ times, series: [line] }).right).toBeNull();
  });
  it('gives bars room at both ends', () => {
    expect(spanOf({ times, series: [line] })).toEqual([0, 86_400]);
    expect(spanOf({ times, series: [line, bars] })).toEqual([-43_200, 129_600]);
  });
});

describe('figures', () => {
  const data: ChartData = {
    times: [0, 30],
    series: [{ ...series('12345678901234567890123', null), label: 'Balance, "all"' }],
  };
  it('writes exact values and an empty cell for a gap', () => {
    expect(chartCsv(data, 'Time')).toBe(
      'Time,"Balance, ""all"" (attoFIL)"\n1970-01-01T00:00:00.000Z,12345678901234567890123\n1970-01-01T00:00:30.000Z,\n',
    );
  });
  it('knows when there is nothing', () => {
    expect(isEmpty(data)).toBe(false);
    expect(isEmpty({ ...data, series: [series(null, null)] })).toBe(true);
  });
  it('sums up in exact arithmetic', () => {
    expect(summarise(series('9007199254740993', null, '9007199254740992', '10'))).toEqual({
      first: '9007199254740993',
      last: '10',
      low: '10',
      high: '9007199254740993',
      lowAt: null,
      highAt: null,
    });
    expect(summarise(series(null))).toBeNull();
  });
  it('divides for the axis', () => {
    expect(plotted(series('2500000000000000000', null), FIL)).toEqual([2.5, null]);
  });
});

describe('a line that never moved, beside bars that did', () => {
  const chart = (...fees: string[]): ChartData => ({
    times: [0, 30, 60],
    series: [
      measured('fee', ...fees),
      { ...measured('percent', '100', '9000', '5000'), key: 'b', right: 'bars' },
    ],
  });
  it('is not drawn, and the bars have all of the picture', () => {
    const sides = sidesOf(chart('100', '100', '100'));
    expect(isDrawn(sides.left)).toBe(false);
    expect(sides.left.unit.name).toBe('attoFIL');
    const [main, other] = shownSides(sides);
    expect(other).toBeNull();
    expect([main.scale, main.unit.name]).toEqual([[0, 100], '%']);
  });
  it('is drawn once it moves', () => {
    const sides = sidesOf(chart('100', '101', '100'));
    expect(isDrawn(sides.left)).toBe(true);
    expect(shownSides(sides)).toEqual([sides.left, sides.right]);
  });
});
