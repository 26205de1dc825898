import { expect, it } from 'vitest';
import {
  fieldFigures,
  growthFigures,
  methodFigures,
  networkPowerFigures,
  rewardFigures,
} from './figures.ts';

it('tells rewards per TiB and day from those per byte and epoch', () => {
  const stats = [
    { height: 2880, timestamp: 60, rewardPerByte: 0.5 },
    { height: 2940, timestamp: 90, rewardPerByte: 1234.5 },
  ];
  expect(rewardFigures(stats)).toEqual({
    times: [60, 90],
    lines: [['1583297000000000', '3909159661000000000']],
  });
});

it('draws adjusted power first, then what it gained or lost', () => {
  const sample = { height: 1, timestamp: 30, rawBytePowerDelta: '0', qualityAdjPowerDelta: '-3' };
  expect(
    networkPowerFigures([
      { ...sample, rawBytePower: '1', qualityAdjPower: '10', baselinePower: null },
    ]).lines,
  ).toEqual([['10'], ['-3']]);
});

it('draws a line per provider that grew, called by its address and tag', () => {
  const grown = (
    address: string,
    growth: string,
    tag: { name: string; signed: boolean } | null,
  ) => ({
    address,
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
    fieldFigures({ of: 'fields', call: '/x', fields, unit: 'count' }, [
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
