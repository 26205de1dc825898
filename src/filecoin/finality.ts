/**
 * Finality of Expected Consensus by what happened: an upper bound of the probability that a tipset is
 * ever reverted, from the numbers of blocks that the chain grew by (FRC-0089, "A Finality Calculator
 * for Filecoin", `finality_calc_validator`).
 *
 * The bound adds up what an adversary may have: a lead before the tipset (L), blocks made since (B),
 * and what it may gain from now on (M), each as a distribution over blocks. In a chain of few blocks the
 * chances of L sum to more than 1, and the calculator's first one, which is what they leave of 1, is
 * below zero: here it is 0, so that the bound stays one.
 */
import { CHAIN_FINALITY } from './epoch.ts';

/** Assumptions of the calculator, as mainnet and nodes make them. */
export interface FinalityAssumptions {
  /** Expected blocks per epoch. */
  readonly blocksPerEpoch: number;
  /** Share of the power that an adversary has. */
  readonly adversary: number;
  /** Epochs beyond which nothing is ever reverted. */
  readonly finality: number;
}

export const MAINNET_FINALITY: FinalityAssumptions = {
  blocksPerEpoch: 5,
  adversary: 0.3,
  finality: CHAIN_FINALITY,
};

/** Probabilities below it end a distribution. */
const NEGLIGIBLE = 1e-25;
const MAX_LEAD = 400;
const MAX_GAIN = 400;
/** Epochs from now on that are looked at. */
const MAX_FUTURE = 100;
/** An epoch of more blocks is no block count of a chain. */
const MAX_BLOCKS = 255;

/**
 * Upper bound of the probability that the tipset `depth` epochs below the last one is ever reverted.
 * @param blocks blocks of each epoch, oldest first, 0 for null rounds, the present epoch last: the last
 *   905 epochs, or all of a younger chain (fewer make the bound too low)
 * @returns 0 to 1; 1 for a depth that is not positive or beyond `blocks`
 * @throws RangeError when a number of blocks is none
 */
export function revertProbability(
  blocks: readonly number[],
  depth: number,
  assumptions: FinalityAssumptions = MAINNET_FINALITY,
): number {
  if (!blocks.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_BLOCKS))
    throw new RangeError('not a number of blocks');
  const now = blocks.length - 1;
  const target = now - depth;
  if (!Number.isInteger(depth) || depth <= 0 || target < 0) return 1;
  const lead = leadBefore(blocks, target, now, assumptions);
  const made = blocksSince(depth, assumptions);
  const gain = gainFromNow(assumptions);
  let weight = 0;
  for (const count of blocks.slice(target, now)) weight += count;
  return Math.min(1, overtaking(weight, lead, made, gain));
}

/** A distribution over numbers of blocks: probabilities, and what remains from a number on. */
class Distribution {
  private readonly chances: readonly number[];
  private readonly sums: readonly number[];

  constructor(chances: readonly number[]) {
    let total = 0;
    this.chances = chances;
    this.sums = chances.map((chance) => (total += chance));
  }

  /** Probability of exactly this number; beyond the end, the last one. */
  at(number: number): number {
    return this.chances[Math.min(number, this.chances.length - 1)] ?? 0;
  }

  /** Probability of this number or more (all of it up to 1, as the reference has it). */
  from(number: number): number {
    const all = this.sums.at(-1) ?? 0;
    return number > 1 ? all - this.upTo(number - 1) : all;
  }

  upTo(number: number): number {
    return this.sums[Math.min(number, this.sums.length - 1)] ?? 0;
  }
}

/** The chances of 0, 1, 2 … while they matter; what is missing to 1 is added to 0 where `filled`. */
function distribution(most: number, filled: boolean, chance: (k: number) => number): Distribution {
  const chances: number[] = [];
  for (let k = 0; k <= most; k++) {
    const here = chance(k);
    chances.push(here);
    if (k > 1 && here < NEGLIGIBLE && here < (chances[k - 1] ?? 0)) break;
  }
  if (filled) {
    let total = 0;
    for (const here of chances) total += here;
    // Of a chain with few blocks they exceed 1 together: each is the greatest of many. The bound stays above.
    chances[0] = Math.max(0, (chances[0] ?? 0) + 1 - total);
  }
  return new Distribution(chances);
}

/** L: the adversary's lead over the observed chain at the target, going back to any epoch in doubt. */
function leadBefore(
  blocks: readonly number[],
  target: number,
  now: number,
  { blocksPerEpoch, adversary, finality }: FinalityAssumptions,
): Distribution {
  const rate = blocksPerEpoch * adversary;
  const first = Math.max(0, now - finality);
  const observed: number[] = [];
  let sum = 0;
  for (let i = target; i > first; i--) observed.push((sum += blocks[i - 1] ?? 0));
  return distribution(MAX_LEAD, true, (k) => {
    let greatest = 0;
    let expected = 0;
    for (const count of observed) {
      expected += rate;
      greatest = Math.max(greatest, poisson(expected, k + count));
    }
    return greatest;
  });
}

/** B: the adversary's blocks since the target. */
function blocksSince(
  depth: number,
  { blocksPerEpoch, adversary }: FinalityAssumptions,
): Distribution {
  return distribution(depth * Math.trunc(blocksPerEpoch), false, (k) =>
    poisson(depth * blocksPerEpoch * adversary, k),
  );
}

let gainKnown: { readonly of: FinalityAssumptions; readonly gain: Distribution } | null = null;

/** M: the most that the adversary may gain in any number of epochs on honest blocks that it delays. */
function gainFromNow(assumptions: FinalityAssumptions): Distribution {
  if (gainKnown?.of === assumptions) return gainKnown.gain;
  const { blocksPerEpoch, adversary } = assumptions;
  const rate = blocksPerEpoch * adversary;
  const honest = blocksPerEpoch - rate;
  let expected = 0;
  for (let k = 0; k < Math.trunc(4 * blocksPerEpoch); k++)
    expected += ((honest + k) / 2 ** k) * poisson(rate, k);
  const growth = (1 - poisson(honest, 0)) * expected;
  const gain = distribution(MAX_GAIN, true, (k) => {
    let greatest = 0;
    for (let epochs = MAX_FUTURE; epochs > 0; epochs--) {
      const chance = skellam(k, epochs * rate, epochs * growth);
      if (chance < NEGLIGIBLE && chance < greatest) break;
      greatest = Math.max(greatest, chance);
    }
    return greatest;
  });
  gainKnown = { of: assumptions, gain };
  return gain;
}

/** Probability that lead, blocks made and gain together reach the observed weight. */
function overtaking(
  weight: number,
  lead: Distribution,
  made: Distribution,
  gain: Distribution,
): number {
  let sum = weight > 0 ? lead.from(0) - lead.upTo(weight - 1) : lead.from(0);
  for (let l = 0; l < weight; l++) {
    let rest = made.from(weight - l);
    for (let b = 0; b < weight - l; b++) rest += made.at(b) * gain.from(weight - l - b);
    sum += lead.at(l) * rest;
  }
  return sum;
}

/** Chance of `count` events of a Poisson process that expects `rate` of them. */
function poisson(rate: number, count: number): number {
  return Math.exp(count * Math.log(rate) - rate - logFactorial(count));
}

/** Chance that a Poisson process of rate `a` has `difference` events more than one of rate `b`. */
function skellam(difference: number, a: number, b: number): number {
  // Terms are the chances of n events of b; from the greatest one they fall off to both sides.
  const peak = Math.floor((Math.sqrt(difference ** 2 + 4 * a * b) - difference) / 2);
  const greatest = poisson(a, peak + difference) * poisson(b, peak);
  let sum = greatest;
  let term = greatest;
  for (let n = peak; term > sum * Number.EPSILON && term > 0; n++)
    sum += term *= (a * b) / ((n + 1) * (n + 1 + difference));
  term = greatest;
  for (let n = peak; n > 0 && term > sum * Number.EPSILON; n--)
    sum += term *= (n * (n + difference)) / (a * b);
  return sum;
}

const logFactorials: number[] = [0];
let carried = 0;

/** ln n!, from the sum of the logarithms, whose rounding errors are carried along. */
function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++) {
    const before = logFactorials[next - 1] ?? 0;
    const added = Math.log(next) - carried;
    const sum = before + added;
    carried = sum - before - added;
    logFactorials.push(sum);
  }
  return logFactorials[n] ?? 0;
}
