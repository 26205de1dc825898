import { describe, expect, it } from 'vitest';
import {
  chartData,
  csvPath,
  fieldFigures,
  growthFigures,
  lockedFigures,
  methodFigures,
  rewardFigures,
  type FieldSource,
} from './figures.ts';

it('tells rewards per TiB and day from those per byte and epoch', () => {
  const band = {
    ...{ first: '0.5', last: '1234.5', min: '0.25', minHeight: 2881 },
    ...{ max: '2000.5', maxHeight: 2882, mean: '600' },
  };
  const stats = [
    { height: 2880, timestamp: 60, rewardPerByte: 0.5, bands: { rewardPerByte: null } },
    { height: 2883, timestamp: 150, rewardPerByte: 1234.5, bands: { rewardPerByte: band } },
  ];
  expect(rewardFigures(stats)).toEqual({
    times: [60, 150],
    lines: [['1583297000000000', '3909159661000000000']],
    bands: [
      expect.objectContaining({
        lows: [null, '791648000000000'],
        highs: [null, '6334770273000000000'],
        low: ['791648000000000', 90],
        high: ['6334770273000000000', 120],
      }),
    ],
  });
});

describe('what DeFi holds', () => {
  const sample = (day: number, tvlAmount: string | null, totalLiquidityUSD: number | null) => ({
    height: day * 2880,
    timestamp: day * 86_400_000,
    bands: { tvlAmount: null },
    tvlToken: null,
    tvlAmount,
    totalLiquidityUSD,
  });
  const texts = { title: '', lines: {}, sentence: '', flat: '' };
  it('is drawn in FIL on the left and in dollars on the right', () => {
    const figures = lockedFigures([
      sample(1, '3000000000000000000', null),
      sample(2, '4000000000000000000', 21.345678),
    ]);
    expect(figures.times).toEqual([86_400, 172_800]);
    expect(chartData({ of: 'locked' }, figures, texts).series).toEqual([
      expect.objectContaining({ unit: 'fil', values: figures.lines[0] }),
      expect.objectContaining({ unit: 'usd', right: 'line', values: [null, '2135'] }),
    ]);
  });
  it('has no dollars without a price', () => {
    const figures = lockedFigures([sample(1, '3', null), sample(2, null, null)]);
    expect(figures.lines).toEqual([['3', null]]);
    expect(chartData({ of: 'locked' }, figures, texts).series).toHaveLength(1);
  });
});

it('measures apart what would lie on the axis', () => {
  const source: FieldSource = {
    of: 'fields',
    call: '/stats/power',
    unit: 'bytes',
    samples: 2,
    fields: ['baselinePower', 'rawBytePower'],
  };
  const sides = (raw: string) =>
    chartData(
      source,
      {
        times: [0, 30],
        lines: [
          ['2900000000000000000', '2900000000000000001'],
          [raw, raw],
        ],
      },
      { title: '', lines: {}, sentence: '', flat: '' },
    ).series.map(({ right }) => right);
  expect(sides('13500000000000')).toEqual([undefined, 'line']);
  expect(sides('1350000000000000000')).toEqual([undefined, undefined]);
  expect(sides('0')).toEqual([undefined, undefined]);
});

it('draws a line per provider that grew, called by its address and tag', () => {
  const grown = (
    address: string,
    growth: string,
    tag: { name: string; signed: boolean } | null,
  ) => ({
    address,
    id: address,
    tag,
    qualityAdjPower: '1',
    powerGrowth: growth,
    rawBytePowerGrowth: '0',
    qualityAdjPowerGrowth: growth,
    qualityAdjPowerDelta: '0',
  });
  const at = (height: number, first: string, second: string) => ({
    height,
    timestamp: height * 30,
    miners: [grown('f01', first, { name: 'One', signed: true }), grown('f02', second, null)],
  });
  expect(growthFigures([at(1, '5', '0'), at(2, '7', '3')])).toEqual({
    times: [30, 60],
    lines: [
      ['5', '7'],
      ['0', '3'],
    ],
    names: ['f01 (One)', 'f02'],
  });
  expect(growthFigures([])).toEqual({ times: [], lines: [], names: [] });
});

it('draws fields of rows as they are, and nothing where a row does not tell one', () => {
  const fields = ['blocks', 'fees', 'made'];
  expect(
    fieldFigures({ of: 'fields', call: '/x', fields, unit: 'count', samples: 2 }, [
      { timestamp: 30, blocks: 0, fees: '90071992547409931', made: null },
      { timestamp: 60, blocks: 3, fees: '1', other: 1 },
    ]),
  ).toEqual({
    times: [30, 60],
    lines: [
      ['0', '3'],
      ['90071992547409931', '1'],
      [null, null],
    ],
  });
});

it('draws a line per method, in the order in which they come', () => {
  const at = (timestamp: number, sends: number, calls: number) => ({
    timestamp,
    methods: [
      { method: 'Send', count: sends, gasUsed: '0', totalFee: '0' },
      { method: 'InvokeContract', count: calls, gasUsed: '0', totalFee: '0' },
    ],
  });
  expect(methodFigures([at(0, 1, 0), at(3600, 2, 5)])).toEqual({
    times: [0, 3600],
    lines: [
      ['1', '2'],
      ['0', '5'],
    ],
    names: ['Send', 'InvokeContract'],
  });
});

it('a chart of one call has its rows as CSV there', () => {
  const source = { of: 'fields', call: '/a', samples: 24, fields: ['b'], unit: 'fil' } as const;
  expect(csvPath(source, '7d')).toBe('/api/v1/a.csv?duration=7d&samples=24');
  expect(csvPath({ of: 'reward' }, '7d')).toBeNull();
});
