import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revertProbability } from './finality.ts';

/** What FRC-0089 calls final: a probability of being reverted below it. */
const FINALITY_GUARANTEE = 2 ** -30;

/**
 * 905 epochs drawn from Poisson(4.5), a hexadecimal digit each, and what the reference implementation
 * of FRC-0089 (Python) gives for it: published with the calculator of Lotus (chain/ecfinality).
 */
const CHAIN =
  '23434756554233a738632353765346686326524446578630a8374646525576213535a405b68648343256' +
  '6539529365462347582603566436523461535724b348536675121445642655125504474a649551037164' +
  '3576a35416222547425638466533325566474136a3346365437624231951564383632212362424554478' +
  '8886233443314563474122a2233545351842649472244334764281434740674463574822645333142435' +
  '230647363446332744534534434154454245365634445445442524216655493264247755782545145256' +
  '54485566024553548246735571253a5a1a35526254215924422556416552619473854568543323344773' +
  '444633454138545758279537566568463546226546334523366454384835364613348574551365363556' +
  '565764765332484514812224b1332177345256363930425432742a743585523386566693326544425284' +
  '322337507353336331357545243792427653263635633333753449579492431461355644277453145245' +
  '272b5486433654347222435453655261b335562534557779346332661315757845266575564276559433' +
  '1145567246355542433524456364545286567624913547254792322741265a243';
const REFERENCE: readonly (readonly [depth: number, probability: number])[] = [
  [5, 1.5818273026026589e-3],
  [10, 1.6751574313872872e-4],
  [15, 2.8069648119611655e-6],
  [20, 6.843597964109811e-8],
  [25, 1.4621866202885776e-9],
  [30, 4.6272325417974716e-12],
  [40, 3.539126920387949e-17],
  [50, 1.3779073543227905e-20],
  [75, 2.4078299004867213e-24],
  [100, 3.2161691295677955e-24],
];

const chain = [...CHAIN].map((digit) => Number.parseInt(digit, 16));
const steady = (blocks: number, epochs = 905): number[] =>
  Array.from({ length: epochs }, () => blocks);

describe('the probability of being reverted', () => {
  it.each(REFERENCE)('at depth %i is that of the reference', (depth, probability) => {
    expect(chain.length).toBe(905);
    expect(revertProbability(chain, depth) / probability).toBeCloseTo(1, 9);
  });

  it('falls with depth and with blocks', () => {
    for (const blocks of [3, 4, 5, 7]) {
      let before = 1;
      for (let depth = 2; depth <= 40; depth++) {
        const here = revertProbability(steady(blocks), depth);
        // Below this the chances that were left out as negligible begin to show.
        if (here < 1e-20) break;
        expect(here).toBeLessThanOrEqual(before);
        expect(here).toBeLessThanOrEqual(revertProbability(steady(blocks - 1), depth));
        before = here;
      }
    }
  });

  it('is below the guarantee after some 30 epochs of five blocks', () => {
    expect(revertProbability(steady(5), 30)).toBeLessThan(FINALITY_GUARANTEE);
    expect(revertProbability(steady(2), 30)).toBeGreaterThan(FINALITY_GUARANTEE);
  });

  it('is certain for what is not below the head', () => {
    expect(revertProbability(chain, 0)).toBe(1);
    expect(revertProbability(chain, -1)).toBe(1);
    expect(revertProbability(chain, 905)).toBe(1);
    expect(revertProbability([], 1)).toBe(1);
    expect(revertProbability(steady(0), 30)).toBe(1);
  });

  it('is no less than certain near the head of a chain that an adversary could outgrow', () => {
    for (const blocks of [0, 1]) expect(revertProbability(steady(blocks), 1)).toBe(1);
    const few = [...steady(1, 900), 0, 2, 1, 3, 1];
    for (let depth = 1; depth <= 5; depth++) expect(revertProbability(few, depth)).toBe(1);
  });

  it('is a probability for any chain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(12), { minLength: 1, maxLength: 120 }),
        fc.integer({ min: -2, max: 130 }),
        (blocks, depth) => {
          const probability = revertProbability(blocks, depth);
          expect(probability).toBeGreaterThanOrEqual(0);
          expect(probability).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is not told of what are no block counts', () => {
    expect(() => revertProbability([5, -1, 5], 1)).toThrow(RangeError);
    expect(() => revertProbability([5, 1.5, 5], 1)).toThrow(RangeError);
    expect(() => revertProbability([5, 256, 5], 1)).toThrow(RangeError);
    expect(() => revertProbability([5, 1e9, 5], 1)).toThrow(RangeError);
    expect(revertProbability([5, 255, 5], 1)).toBeGreaterThan(0);
  });
});
