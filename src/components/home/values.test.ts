import type { Overview } from '#explorer/network/schema.ts';
import { expect, it } from 'vitest';
import { figureOf } from './values.ts';

it('tells base fees of the last hour in one unit', () => {
  const fees = { baseFee: '42600000', lowestBaseFee: '855', highestBaseFee: '90000000' };
  const told = (given: typeof fees) =>
    (['baseFee', 'lowestBaseFee', 'highestBaseFee'] as const).map((name) => {
      const { digits = '', unit = '' } = figureOf(name, given as Overview) ?? {};
      return `${digits} ${unit}`;
    });
  expect(told(fees)).toEqual(['42,600,000 attoFIL', '855 attoFIL', '90,000,000 attoFIL']);
  expect(told({ ...fees, lowestBaseFee: '23456789' })).toEqual([
    '0.0426 nanoFIL',
    '0.0235 nanoFIL',
    '0.0900 nanoFIL',
  ]);
});
