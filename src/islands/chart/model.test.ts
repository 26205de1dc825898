import { describe, expect, it } from 'vitest';
import type { ChartData } from './model.ts';
import {
  brief,
  chartCsv,
  isEmpty,
  linePath,
  plotted,
  shownUnit,
  summarise,
  written,
} from './model.ts';

const series = (...values: (string | null)[]) => ({ key: 'a', label: 'Balance', values });

describe('shownUnit', () => {
  it.each([
    ['9999999', 'attoFIL'],
    ['10000000', 'nanoFIL'],
    ['9999999999999', 'nanoFIL'],
    ['10000000000000', 'FIL'],
    ['-10000000000000', 'FIL'],
    ['0', 'FIL'],
  ])('shows a series whose largest value is %s in %s', (value, name) => {
    expect(shownUnit('fil', [series('0', value, null)]).name).toBe(name);
  });

  it('follows the largest series for bytes, from GiB up', () => {
    expect(shownUnit('bytes', [series('1024')]).name).toBe('GiB');
    expect(shownUnit('bytes', [series('1'), series(String(2n ** 50n))])).toEqual({
      name: 'PiB',
      divisor: 2 ** 50,
    });
  });
});

describe('written', () => {
  it('keeps to the unit of the chart', () => {
    const fil = { name: 'FIL', divisor: 1e18 };
    expect(written('2500000000', 'fil', fil)).toBe('0.0000000025 FIL');
    expect(written(String(3n * 2n ** 49n), 'bytes', { name: 'PiB', divisor: 2 ** 50 })).toBe(
      '1.5 PiB',
    );
    expect(written('1234567', 'count', { name: '', divisor: 1 })).toBe('1,234,567');
  });
});

describe('brief', () => {
  const fil = { name: 'FIL', divisor: 1e18 };
  it.each([
    ['90176298602257735563605', '90,176.2986 FIL'],
    ['999999984306749440', '1 FIL'],
    ['-1500000000000000000', '-1.5 FIL'],
    ['100', '0.0000000000000001 FIL'],
    ['123456789', '0.0000000001235 FIL'],
    ['400000000000000000000', '400 FIL'],
    ['0', '0 FIL'],
  ])('writes %s attoFIL as %s', (value, text) => {
    expect(brief(value, 'fil', fil)).toBe(text);
  });
  it('keeps small amounts of small units', () => {
    expect(brief('100', 'fil', { name: 'nanoFIL', divisor: 1e9 })).toBe('0.0000001 nanoFIL');
    expect(brief('100', 'fil', { name: 'attoFIL', divisor: 1 })).toBe('100 attoFIL');
  });
});

describe('linePath', () => {
  const box = { width: 100, height: 10 };
  it('joins neighbours and leaves gaps open', () => {
    expect(linePath([0, 25, 50, 75, 100], [0, 10, null, 5, 0], [0, 10], box)).toBe(
      'M0.0 10.0L25.0 0.0M75.0 5.0L100.0 10.0',
    );
  });
  it('draws a lone point', () => {
    expect(linePath([0, 50, 100], [null, 5, null], [0, 10], box)).toBe('M50.0 5.0L50.0 5.0');
  });
});

describe('figures', () => {
  const data: ChartData = {
    times: [0, 30],
    unit: 'fil',
    series: [{ key: 'a', label: 'Balance, "all"', values: ['12345678901234567890123', null] }],
  };
  it('writes exact values and an empty cell for a gap', () => {
    expect(chartCsv(data, 'Time')).toBe(
      'Time,"Balance, ""all"""\n1970-01-01T00:00:00.000Z,12345678901234567890123\n1970-01-01T00:00:30.000Z,\n',
    );
  });
  it('knows when there is nothing', () => {
    expect(isEmpty(data)).toBe(false);
    expect(isEmpty({ ...data, series: [series(null, null)] })).toBe(true);
  });
  it('sums up in exact arithmetic', () => {
    expect(summarise(['9007199254740993', null, '9007199254740992', '10'])).toEqual({
      first: '9007199254740993',
      last: '10',
      low: '10',
      high: '9007199254740993',
    });
    expect(summarise([null])).toBeNull();
  });
  it('divides for the axis', () => {
    expect(plotted(series('2500000000000000000', null), { name: 'FIL', divisor: 1e18 })).toEqual([
      2.5,
      null,
    ]);
  });
});
