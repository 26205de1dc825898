/** Bands of figures that are made at each epoch, against the values at all of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bucket } from './bands.ts';
import { bandsOfFigure, type EpochFigure } from './epochBands.ts';
import type { View } from './view.ts';

const DAY = 2880;
const MONTH = 30 * DAY;
const DAYS = [1, 7, 30, 365];

/** A look at a chain of this height, by one reader. */
const viewAt = (height: number, past: object, branch = ''): View =>
  ({ head: { height, finalHeight: height - 900, token: `${height}${branch}` }, past }) as View;

function bucketsOf(head: number, days: number, samples: number): Bucket[] {
  const epochs = days * DAY;
  let above = head - epochs;
  return Array.from({ length: samples }, (_, at): Bucket => {
    const through = head - Math.floor(((samples - 1 - at) * epochs) / samples);
    const bucket = { above, through };
    above = through;
    return bucket;
  }).filter(({ through }) => through >= 0);
}

/** A figure with peaks of one epoch, which counts for how many epochs it was asked. */
function madeOf(valueAt: (epoch: number) => bigint | null, from = 0) {
  const asked = { epochs: 0 };
  const figure: EpochFigure<bigint> = {
    from: () => from,
    valuesIn: async (_, low, high) => {
      expect(low).toBeGreaterThanOrEqual(from);
      asked.epochs += high + 1 - low;
      return Array.from({ length: high + 1 - low }, (_, at) => valueAt(low + at));
    },
    valuesAt: async (_, epochs) => {
      asked.epochs += epochs.length;
      return epochs.map(valueAt);
    },
  };
  return { figure, asked };
}

const scattered = (seed: number) => (epoch: number) => {
  const noise = Math.imul(epoch + seed, 2_654_435_761) >>> 0;
  return BigInt(noise % 997 === 0 ? noise : 1000 + (noise % 7));
};

/** What a bucket's epochs say, one by one. */
function truth({ above, through }: Bucket, from: number, valueAt: (epoch: number) => bigint) {
  const epochs = Array.from({ length: through - above }, (_, at) => above + 1 + at).filter(
    (epoch) => epoch >= from,
  );
  let [min, max] = [epochs[0] ?? 0, epochs[0] ?? 0];
  let sum = 0n;
  for (const epoch of epochs) {
    if (valueAt(epoch) < valueAt(min)) min = epoch;
    if (valueAt(epoch) > valueAt(max)) max = epoch;
    sum += valueAt(epoch);
  }
  const text = (epoch: number) => String(valueAt(epoch));
  return {
    ...{
      first: text(epochs[0] ?? 0),
      last: text(through),
      mean: String(sum / BigInt(epochs.length)),
    },
    ...{ min: text(min), minHeight: min, max: text(max), maxHeight: max },
  };
}

it('are those of all epochs of the last 30 days, whichever heads were asked before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.nat(40_000),
      fc.array(
        fc.tuple(fc.nat(3 * DAY), fc.constantFrom(1, 7, 30), fc.integer({ min: 1, max: 400 })),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
      async (seed, from, asked) => {
        const valueAt = scattered(seed);
        const read = bandsOfFigure(madeOf(valueAt, from).figure);
        const past = {};
        let head = from + 5000;
        for (const [more, days, samples] of asked) {
          head += more;
          const buckets = bucketsOf(head, days, samples).filter(({ through }) => through >= from);
          const told = await read(viewAt(head, past), buckets);
          expect(told.map(({ band }) => band)).toEqual(
            buckets.map((bucket) => truth(bucket, from, valueAt)),
          );
          expect(told.map(({ value }) => value)).toEqual(
            buckets.map(({ through }) => valueAt(through)),
          );
        }
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);

it('of a longer time are never narrower, and cost a point per hour where they are old', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.tuple(...DAYS.map(() => fc.integer({ min: 1, max: 400 }))),
      async (seed, samples) => {
        const head = 400 * DAY + (seed % 1000);
        const { figure, asked } = madeOf(scattered(seed));
        const read = bandsOfFigure(figure);
        let [low, high] = [2n ** 64n, 0n];
        for (const [at, days] of DAYS.entries()) {
          const buckets = bucketsOf(head, days, samples[at] ?? 1);
          const bands = (await read(viewAt(head, {}), buckets)).flatMap(({ band }) => band ?? []);
          expect(bands).toHaveLength(buckets.length);
          for (const { max, min } of bands) {
            if (BigInt(max) > high) high = BigInt(max);
            if (BigInt(min) < low) low = BigInt(min);
          }
          const mins = bands.map(({ min }) => BigInt(min));
          const maxes = bands.map(({ max }) => BigInt(max));
          expect(mins).toContain(low);
          expect(maxes).toContain(high);
        }
        const year = asked.epochs;
        expect(year).toBeLessThan(2 * MONTH + 9 * DAY + 365 * 24 + 1000);
      },
    ),
    { numRuns: 3 },
  );
}, 120_000);

it('take what is not final anew: a fork may have changed it', async () => {
  let fork = 0n;
  const head = 10_000;
  const { figure, asked } = madeOf((epoch) => 100n + (epoch > head - 500 ? fork : 0n));
  const read = bandsOfFigure(figure);
  const past = {};
  const highest = async (branch: string) => {
    const ended = await read(viewAt(head, past, branch), bucketsOf(head, 1, 1));
    return ended.map(({ band }) => band?.max);
  };
  expect(await highest('a')).toEqual(['100']);
  asked.epochs = 0;
  expect(await highest('a')).toEqual(['100']);
  expect(asked.epochs).toBe(0);
  fork = 7n;
  expect(await highest('b')).toEqual(['107']);
  // Whole hours since the final epoch.
  expect(asked.epochs).toBeLessThanOrEqual(900 + 120);
});

it('leave out what is not known, and ask for it again', async () => {
  let known = false;
  const { figure } = madeOf((epoch) => (epoch === 50 && !known ? null : BigInt(epoch)));
  const read = bandsOfFigure(figure);
  const past = {};
  const told = await read(viewAt(5000, past), [
    { above: -1, through: 49 },
    { above: 49, through: 60 },
    { above: 60, through: 100 },
  ]);
  expect(told.map(({ band }) => band?.min)).toEqual(['0', undefined, '61']);
  known = true;
  const [again] = await read(viewAt(5001, past), [{ above: 49, through: 60 }]);
  expect(again?.band).toMatchObject({ first: '50', min: '50', max: '60', mean: '55' });
});

it('write small floats without an exponent', async () => {
  const read = bandsOfFigure<number>({
    from: () => 0,
    valuesIn: async (_, low, high) => Array.from({ length: high + 1 - low }, () => 1.25e-9),
    valuesAt: async (_, epochs) => epochs.map(() => 1.25e-9),
  });
  const [told] = await read(viewAt(500, {}), [{ above: 100, through: 200 }]);
  expect(told?.band).toMatchObject({
    first: '0.00000000125',
    mean: expect.stringMatching(/^0\.0+125/) as string,
  });
});
