import { expect, test } from 'vitest';
import { daysTo } from './earnings.ts';

/** The genesis at six in the evening: a day has 2,880 epochs, the first one 720. */
const NETWORK = { genesisTimestamp: 18 * 3600, epochSeconds: 30, startHeight: 0 };
const at = (height: number, startHeight = 0) =>
  daysTo(
    { height, timestamp: NETWORK.genesisTimestamp + height * 30 },
    { ...NETWORK, startHeight },
    2,
  );

test('the day of the head goes up to it, those before it are whole', () => {
  expect(at(3_700)).toEqual([
    { day: 2, from: 3_600, to: 3_700, complete: false },
    { day: 1, from: 720, to: 3_600, complete: true },
    { day: 0, from: 0, to: 720, complete: true },
  ]);
});

test('at the first epoch of a day the newest told is the one that is over', () => {
  expect(at(3_600)).toEqual([
    { day: 1, from: 720, to: 3_600, complete: true },
    { day: 0, from: 0, to: 720, complete: true },
  ]);
  expect(at(3_601)[0]).toEqual({ day: 2, from: 3_600, to: 3_601, complete: false });
});

test('a day that began below the index is left out', () => {
  expect(at(3_700, 721).map(({ day }) => day)).toEqual([2]);
});
