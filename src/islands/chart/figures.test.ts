import { expect, it } from 'vitest';
import { growthFigures, networkPowerFigures, rewardFigures } from './figures.ts';

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
