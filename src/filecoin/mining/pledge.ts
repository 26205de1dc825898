/** What a provider pledges for new power (builtin-actors: actors/miner/src/monies.rs; FIP-0081). */
import { EPOCHS_PER_DAY } from '../epoch.ts';
import {
  estimateOf,
  extrapolatedCumSumOfRatio,
  floorDivide,
  PRECISION,
  type FilterEstimate,
} from './smoothing.ts';

/** Storage pledge: the reward expected over so many epochs. */
const PROJECTION_EPOCHS = 20 * EPOCHS_PER_DAY;
/** Consensus pledge: this share of the circulating supply is to be locked. */
const LOCK_TARGET_NUMERATOR = 3n;
const LOCK_TARGET_DENOMINATOR = 10n;
/** Once FIP-0081 has come in full, so much of the consensus pledge goes by the network's power alone. */
const SIMPLE_PERMILLE = 300;
/** 1 FIL per 32 GiB, attoFIL per byte, rounded down as the actor does. */
const MAX_PER_BYTE = 10n ** 18n / (32n << 30n);

/** What the pledge depends on, as the state before a tipset tells it. */
export interface PledgeState {
  height: number;
  /** attoFIL per epoch. */
  reward: FilterEstimate;
  /** Quality-adjusted power of the network, bytes. */
  power: FilterEstimate;
  /** Bytes. */
  baselinePower: bigint;
  /** attoFIL. */
  circulatingSupply: bigint;
  /** First epoch and length of FIP-0081's ramp; 0 and 0 on networks that began with it. */
  rampStart: number;
  rampEpochs: number;
}

/** Initial pledge of a sector with this quality-adjusted power (bytes), attoFIL. */
export function initialPledge(state: PledgeState, qualityAdjPower: bigint): bigint {
  const nominal = storagePledge(state, qualityAdjPower) + consensusPledge(state, qualityAdjPower);
  const cap = MAX_PER_BYTE * qualityAdjPower;
  return nominal < cap ? nominal : cap;
}

/** The reward that the power is expected to earn in 20 days; at least 1 attoFIL. */
function storagePledge({ reward, power }: PledgeState, qualityAdjPower: bigint): bigint {
  const expected =
    estimateOf(power) === 0n
      ? estimateOf(reward)
      : (qualityAdjPower * extrapolatedCumSumOfRatio(PROJECTION_EPOCHS, reward, power)) >>
        PRECISION;
  return expected > 0n ? expected : 1n;
}

/** The power's share of 30 % of the circulating supply. */
function consensusPledge(state: PledgeState, qualityAdjPower: bigint): bigint {
  const simple = simplePermille(state);
  const target = state.circulatingSupply * LOCK_TARGET_NUMERATOR * qualityAdjPower;
  const network = larger(estimateOf(state.power), qualityAdjPower);
  const baseline = larger(network, state.baselinePower);
  const share = (permille: bigint, power: bigint): bigint =>
    floorDivide(permille * target, power * LOCK_TARGET_DENOMINATOR * 1000n);
  return share(1000n - simple, baseline) + share(simple, network);
}

function simplePermille({ height, rampStart, rampEpochs }: PledgeState): bigint {
  const since = height - rampStart;
  if (since < 0) return 0n;
  if (rampEpochs === 0 || since >= rampEpochs) return BigInt(SIMPLE_PERMILLE);
  return BigInt(Math.floor((since * SIMPLE_PERMILLE) / rampEpochs));
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
