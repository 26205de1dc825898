import { describe, expect, it } from 'vitest';
import { initialPledge, type PledgeState } from './pledge.ts';
import { extrapolatedCumSumOfRatio, ln, PRECISION } from './smoothing.ts';

const FIL = 10n ** 18n;

/** The made-up network of the actors' own tests of FIP-0081. */
const SMALL: PledgeState = {
  height: 0,
  reward: { position: 0n, velocity: 0n },
  power: { position: 1n << 10n, velocity: 1n << 10n },
  baselinePower: 1n << 37n,
  circulatingSupply: FIL,
  rampStart: 0,
  rampEpochs: 100,
};

describe('initial pledge', () => {
  it.each([
    ['before the ramp', -100, 100, 1500n],
    ['at its start', 0, 100, 1500n],
    ['early on it', 10, 100, 1545n],
    ['its first epoch', 1, 10, 1545n],
    ['in its middle', 50, 100, 1725n],
    ['after it', 150, 100, 1950n],
    ['without a ramp', 0, 0, 1950n],
  ])('%s', (_, since, rampEpochs, share) => {
    const state = { ...SMALL, height: 1000, rampStart: 1000 - since, rampEpochs };
    expect(initialPledge(state, 1n << 36n)).toBe(1n + (share * FIL) / 10_000n);
  });

  it('is at most 1 FIL per 32 GiB, rounded down per byte: as sectors of a small network tell', () => {
    // Head of the demo chain, height 20,301, and what its newest sectors pledged.
    const state: PledgeState = {
      height: 20_301,
      reward: {
        position: 12313417109254842353910388986177824400495858404976984202408n,
        velocity: -1358052401352911494912627015789630282215609486631019n,
      },
      power: {
        position: 48019716618847527293143516706332694702464321143569248n,
        velocity: -899453201363486515652012141061647437741910175474n,
      },
      baselinePower: 2927818203873151793n,
      circulatingSupply: 16987062912826021395508569n,
      rampStart: 0,
      rampEpochs: 0,
    };
    expect(initialPledge(state, 32n << 30n)).toBe(999999984306749440n);
    expect(initialPledge(state, 320n << 30n)).toBe(9999999843067494400n);
    // A network of mainnet's size: far below the cap, storage and consensus pledge both count.
    const large = {
      ...state,
      reward: { position: (100n * FIL) << PRECISION, velocity: 0n },
      power: { position: (20n << 60n) << PRECISION, velocity: 0n },
      baselinePower: 10n << 60n,
      circulatingSupply: 600_000_000n * FIL,
    };
    // 57,600 epochs of 100 FIL shared by 20 EiB, and 30 % of 600 million FIL by the same power.
    const share = (amount: bigint): bigint => (amount * (32n << 30n)) / (20n << 60n);
    expect(initialPledge(large, 32n << 30n)).toBe(
      share(57_600n * 100n * FIL) +
        share((180_000_000n * FIL * 7n) / 10n) +
        share((180_000_000n * FIL * 3n) / 10n),
    );
  });
});

describe('smoothed estimates', () => {
  it('takes logarithms near to the true ones', () => {
    for (const x of [1, 1.5, 2, 3, 1e-6, 123_456_789]) {
      const fixed = BigInt(Math.round(x * 2 ** 40)) << (PRECISION - 40n);
      const rounded = Math.round(x * 2 ** 40) / 2 ** 40;
      expect(Number(ln(fixed)) / 2 ** 128).toBeCloseTo(Math.log(rounded), 6);
    }
  });

  it('sums a ratio that changes as its integral does', () => {
    const fixed = (value: number): bigint => BigInt(value) << PRECISION;
    const reward = { position: fixed(1000), velocity: fixed(2) };
    const power = { position: fixed(500), velocity: fixed(5) };
    const epochs = 2880;
    let sum = 0;
    for (let t = 0; t < epochs * 100; t++) {
      const at = (t + 0.5) / 100;
      sum += (1000 + 2 * at) / (500 + 5 * at) / 100;
    }
    const own = Number(extrapolatedCumSumOfRatio(epochs, reward, power)) / 2 ** 128;
    expect(own / sum).toBeCloseTo(1, 5);
    // Without a change of the power it is the mean of the reward.
    const still = { position: fixed(500), velocity: 0n };
    expect(extrapolatedCumSumOfRatio(epochs, reward, still)).toBe(
      (fixed(1000 + epochs) * BigInt(epochs)) / 500n,
    );
  });
});
