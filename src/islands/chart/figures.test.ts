import { expect, it } from 'vitest';
import { networkPowerFigures, rewardFigures } from './figures.ts';

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

it('draws adjusted power first', () => {
  const sample = { height: 1, timestamp: 30, rawBytePowerDelta: '0', qualityAdjPowerDelta: '0' };
  expect(
    networkPowerFigures([
      { ...sample, rawBytePower: '1', qualityAdjPower: '10', baselinePower: null },
    ]).lines,
  ).toEqual([['10'], ['1']]);
});
