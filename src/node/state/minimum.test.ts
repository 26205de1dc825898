import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MinimumPower } from './minimum.ts';

it('is learnt by asking of what lies between, and never wrong', async () => {
  const power = fc.bigInt({ min: 0n, max: 1n << 20n });
  await fc.assert(
    fc.asyncProperty(power, fc.array(power, { maxLength: 50 }), async (least, powers) => {
      const minimum = new MinimumPower();
      const asked = new Set<bigint>();
      for (const each of powers) {
        const met = await minimum.isMet({ version: 19, power: each, above: 4 }, async () => {
          expect(asked).not.toContain(each);
          asked.add(each);
          return each >= least;
        });
        expect(met).toBe(each > 0n && each >= least);
      }
    }),
  );
});

it('is asked of nobody while few have it', async () => {
  const minimum = new MinimumPower();
  const never = (): Promise<never> => Promise.reject(new Error('asked'));
  const isMet = (version: number, power: bigint, above: number) =>
    minimum.isMet({ version, power, above }, never);
  expect(await isMet(19, 1n, 3)).toBe(true);
  expect(await isMet(19, 0n, 3)).toBe(false);
  expect(await isMet(0, 0n, 2)).toBe(true);
  await expect(isMet(0, 1n, 3)).rejects.toThrow('asked');
});
