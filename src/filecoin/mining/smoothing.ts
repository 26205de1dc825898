/**
 * Smoothed estimates of the reward and power actors, in Q.128 fixed point (builtin-actors:
 * runtime/src/builtin/reward/smooth). Divisions and shifts round toward minus infinity.
 */

/** A value and its change per epoch, both in Q.128. */
export interface FilterEstimate {
  readonly position: bigint;
  readonly velocity: bigint;
}

export const PRECISION = 128n;

/** Coefficients of a rational function near the natural logarithm between 1 and 2, Q.128, highest power first. */
const LN_NUMERATOR = [
  261417938209272870992496419296200268025n,
  7266615505142943436908456158054846846897n,
  32458783941900493142649393804518050491988n,
  17078670566130897220338060387082146864806n,
  -35150353308172866634071793531642638290419n,
  -20351202052858059355702509232125230498980n,
  -1563932590352680681114104005183375350999n,
];
const LN_DENOMINATOR = [
  49928077726659937662124949977867279384n,
  2508163877009111928787629628566491583994n,
  21757751789594546643737445330202599887121n,
  53400635271583923415775576342898617051826n,
  41248834748603606604000911015235164348839n,
  9015227820322455780436733526367238305537n,
  340282366920938463463374607431768211456n,
];
const LN_2 = 235865763225513294137944142764154484399n;
/** Squared velocities up to this one count as none. */
const EPSILON = 302231454903657293676544n;

/** The whole part of an estimate. */
export function estimateOf({ position }: FilterEstimate): bigint {
  return position >> PRECISION;
}

/**
 * The sum of numerator ÷ denominator over the next `epochs` epochs, Q.128, when both go on as
 * estimated. The denominator's position is above zero.
 */
export function extrapolatedCumSumOfRatio(
  epochs: number,
  numerator: FilterEstimate,
  denominator: FilterEstimate,
): bigint {
  const delta = BigInt(epochs) << PRECISION;
  const { position: position1, velocity: velocity1 } = numerator;
  const { position: position2, velocity: velocity2 } = denominator;
  const squared = (velocity2 * velocity2) >> PRECISION;
  if (squared > EPSILON) {
    const start = ln(position2);
    const end = ln(((velocity2 * delta) >> PRECISION) + position2);
    const first = ((end - start) * position1 * velocity2) >> PRECISION;
    const second = (((start - end) * position2 + velocity2 * delta) * velocity1) >> PRECISION;
    return floorDivide(first + second, squared);
  }
  const middle = ((velocity1 * (delta >> 1n)) >> PRECISION) + position1;
  return floorDivide(middle * delta, position2);
}

/** Natural logarithm of x > 0, Q.128. */
export function ln(x: bigint): bigint {
  const exponent = BigInt(x.toString(2).length) - 1n - PRECISION;
  const mantissa = exponent > 0n ? x >> exponent : x << -exponent;
  const numerator = polynomial(LN_NUMERATOR, mantissa) << PRECISION;
  return exponent * LN_2 + floorDivide(numerator, polynomial(LN_DENOMINATOR, mantissa));
}

function polynomial(coefficients: readonly bigint[], x: bigint): bigint {
  return coefficients.reduce((sum, coefficient) => ((sum * x) >> PRECISION) + coefficient, 0n);
}

/** Rounds toward minus infinity; `by` is above zero. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}
