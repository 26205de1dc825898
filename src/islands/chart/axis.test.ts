import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeAxis, valueAxis } from './axis.ts';

const DAY = 86_400;
const at = (text: string) => Date.parse(text) / 1000;
const told = (ticks: ReturnType<typeof timeAxis>) =>
  ticks.map(({ label, under }) => (under === '' ? label : `${label}/${under}`));

describe('valueAxis', () => {
  it('ends on round marks', () => {
    expect(valueAxis([56_554.558, null, 78_111.47])).toEqual({
      low: 50_000,
      high: 80_000,
      ticks: [50_000, 60_000, 70_000, 80_000],
      labels: ['50,000', '60,000', '70,000', '80,000'],
    });
    expect(valueAxis([0.00012, 0.00019]).labels).toEqual([
      '0.00012',
      '0.00014',
      '0.00016',
      '0.00018',
      '0.00020',
    ]);
  });

  it('tells marks apart that lie close together', () => {
    expect(valueAxis([194_528.8161893, 194_528.8161902]).labels).toEqual([
      '194,528.81618925',
      '194,528.81618950',
      '194,528.81618975',
      '194,528.81619000',
      '194,528.81619025',
    ]);
    expect(valueAxis([0.2e-7, 1e-7]).labels).toContain('0.000000025');
  });

  it('begins at zero where the values reach far down to it, and below it for debts', () => {
    expect(valueAxis([8_147, 78_111])).toMatchObject({ low: 0, high: 80_000 });
    expect(valueAxis([-10, 10])).toMatchObject({ low: -10, high: 10 });
  });

  it('has a flat line as high above zero as it is, and something when nothing is known', () => {
    expect(valueAxis([100, null, 100])).toMatchObject({ low: 0, high: 100 });
    expect(valueAxis([-3, -3])).toMatchObject({ low: -3, high: 0 });
    expect(valueAxis([0, 0])).toMatchObject({ low: 0, high: 1 });
    expect(valueAxis([null])).toMatchObject({ low: 0, high: 1 });
  });

  it('takes what moves less than its marks tell for a flat line', () => {
    expect(valueAxis([1_000_000, 999_999.9999999999])).toMatchObject({ low: 0, high: 1_000_000 });
  });

  it('has an end above its beginning, whatever the values are', () => {
    // From an attoFIL, in FIL, upwards.
    const value = fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -18, max: 30 }))
      .map(([digits, power]) => digits * 10 ** power);
    const nearly = fc.tuple(value, fc.integer({ min: -9, max: 9 }));
    const pairs = fc.oneof(
      fc.tuple(value, value),
      nearly.map(([of, ulps]): [number, number] => [of, of * (1 + ulps * Number.EPSILON)]),
    );
    fc.assert(
      fc.property(pairs, (values) => {
        const { low, high, ticks } = valueAxis(values);
        expect(high).toBeGreaterThan(low);
        expect(ticks.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('has no marks between whole numbers where there are none', () => {
    expect(valueAxis([100, 100], { whole: true }).labels).toEqual(['0', '25', '50', '75', '100']);
    expect(valueAxis([3, 3], { whole: true }).labels).toEqual(['0', '1', '2', '3']);
    expect(valueAxis([0, 2], { whole: true }).labels).toEqual(['0', '1', '2']);
  });

  it('tells great figures in millions', () => {
    expect(valueAxis([0, 2_000_000_000]).labels).toEqual([
      '0',
      '500M',
      '1,000M',
      '1,500M',
      '2,000M',
    ]);
  });

  it('calls zero 0 whatever is beside it', () => {
    expect(valueAxis([0.0000001, 0.0426]).labels).toEqual(['0', '0.02', '0.04', '0.06']);
  });

  it('has zero on it for bars, which stand there', () => {
    expect(valueAxis([80, 100], { zero: true })).toMatchObject({ low: 0, high: 100 });
    expect(valueAxis([-80, null, -100], { zero: true })).toMatchObject({ low: -100, high: 0 });
  });

  it('has as many intervals as the axis beside it', () => {
    const value = fc.maxSafeInteger().map((parts) => parts / 1e6);
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (values, intervals, zero) => {
          const { low, high, ticks } = valueAxis(values, { zero, intervals });
          const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-6;
          expect(ticks.length).toBe(intervals + 1);
          expect(low).toBeLessThanOrEqual(Math.min(...values) + slack);
          expect(high).toBeGreaterThanOrEqual(Math.max(...values) - slack);
        },
      ),
    );
  });

  it('holds all values between at most seven evenly spaced marks', () => {
    const value = fc.maxSafeInteger().map((parts) => parts / 1e6);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const { low, high, ticks, labels } = valueAxis(values);
        const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-6;
        expect(low).toBeLessThanOrEqual(Math.min(...values) + slack);
        expect(high).toBeGreaterThanOrEqual(Math.max(...values) - slack);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(labels.length).toBe(ticks.length);
      }),
    );
  });
});

describe('timeAxis', () => {
  it('tells hours, and the day at first and where one begins', () => {
    const start = at('2026-11-19T18:31:00Z');
    expect(told(timeAxis(start, start + DAY, 8))).toEqual([
      '21:00/11-19',
      '00:00/11-20',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
    ]);
  });

  it('tells days, and the year at first and where one begins', () => {
    const start = at('2026-12-28T05:00:00Z');
    expect(told(timeAxis(start, start + 7 * DAY, 8))).toEqual([
      '12-29/2026',
      '12-30',
      '12-31',
      '01-01/2027',
      '01-02',
      '01-03',
      '01-04',
    ]);
  });

  it('tells months of a year', () => {
    const start = at('2026-02-10T00:00:00Z');
    expect(told(timeAxis(start, start + 365 * DAY, 6))).toEqual(['04/2026', '07', '10', '01/2027']);
  });

  it('stays within the times and near the wished count, whatever the span', () => {
    const span = fc.integer({ min: 0, max: 20 * 365 * DAY });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), span, (start, length) => {
        const ticks = timeAxis(start, start + length, 8);
        expect(ticks.length).toBeLessThanOrEqual(10);
        for (const tick of ticks) {
          expect(tick.at).toBeGreaterThanOrEqual(start);
          expect(tick.at).toBeLessThanOrEqual(start + length);
        }
        if (length > DAY) expect(ticks.length).toBeGreaterThan(2);
      }),
    );
  });
});
