/** How the base fee of a tipset's child follows from the tipset: lotus chain/store/basefee.go. */
import { maxBigint, minBigint } from '../amount.ts';
import { toHex } from '../encoding/bytes.ts';
import type { Integer } from '../encoding/integers.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { effectivePremium } from './gas.ts';

export const BLOCK_GAS_LIMIT = 10_000_000_000n;
const BLOCK_GAS_TARGET = 5_000_000_000n;
/** attoFIL per unit of gas. */
export const MINIMUM_BASE_FEE = 100n;

const MAX_CHANGE_DENOMINATOR = 8n;
/** FIP-0115: the premium at this place counts, gas being laid out from the highest premium down. */
const PREMIUM_INDEX = (BLOCK_GAS_LIMIT * 80n) / 100n - 1n;

/**
 * - `packing`: utilisation, with 4/5 of the gas limit taken as full (until Smoke, mainnet 51,000)
 * - `tamping`: the fee is held at its minimum (120 epochs after Breeze, mainnet 41,280)
 * - `utilization`: utilisation of the block gas limit (until FireHorse, network version 28)
 * - `premium`: the 20th percentile of premiums (FIP-0115)
 */
export type BaseFeeRule = 'packing' | 'tamping' | 'utilization' | 'premium';

/** `ForkUpgradeParams` of StateGetNetworkParams: upgrade heights by name. */
export type UpgradeHeights = Readonly<Record<string, number>>;

/**
 * The rule that gives the base fee of the child of a tipset at `height`. It depends on the network's
 * upgrade heights alone: a young private chain of the newest network version begins with the first
 * rule. An upgrade that the node does not list has not come, or, for Smoke, came before everything.
 */
export function baseFeeRule(upgrades: UpgradeHeights, height: number): BaseFeeRule {
  const breeze = upgrades['UpgradeBreezeHeight'] ?? -1;
  const tamping = upgrades['BreezeGasTampingDuration'] ?? 0;
  if (breeze >= 0 && height > breeze && height < breeze + tamping) return 'tamping';
  if (height >= (upgrades['UpgradeFireHorseHeight'] ?? Infinity)) return 'premium';
  return height > (upgrades['UpgradeSmokeHeight'] ?? -1) ? 'utilization' : 'packing';
}

export interface BaseFeeMessage {
  readonly from: Uint8Array;
  readonly nonce: Uint64;
  readonly gasLimit: Integer;
  readonly gasFeeCap: bigint;
  readonly gasPremium: bigint;
}

export interface BaseFeeInput {
  /** The tipset's own base fee. */
  readonly baseFee: bigint;
  readonly blockCount: number;
  /**
   * Every message that the tipset includes, once per CID, block by block, BLS before signed ones.
   * More than what is executed: messages skipped for their nonce count as well.
   */
  readonly messages: readonly BaseFeeMessage[];
}

/** Base fee of the child of a tipset, attoFIL per unit of gas. */
export function nextBaseFee(rule: BaseFeeRule, input: BaseFeeInput): bigint {
  if (rule === 'tamping') return MINIMUM_BASE_FEE;
  if (rule === 'premium') return nextBaseFeeByPremium(input.baseFee, percentilePremium(input));
  let gas = 0n;
  for (const message of input.messages) gas += BigInt(message.gasLimit);
  const blocks = BigInt(input.blockCount);
  return nextBaseFeeByGas(
    input.baseFee,
    rule === 'packing' ? (5n * gas) / (4n * blocks) : gas / blocks,
  );
}

/** Division towards minus infinity, by a positive number. */
function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}

/** The rules before FIP-0115: up to an eighth up or down, by the gas per block against its target. */
function nextBaseFeeByGas(baseFee: bigint, gasPerBlock: bigint): bigint {
  const delta = minBigint(gasPerBlock - BLOCK_GAS_TARGET, BLOCK_GAS_TARGET);
  const bounded = maxBigint(delta, -BLOCK_GAS_TARGET);
  const change = floorDivide(
    floorDivide(baseFee * bounded, BLOCK_GAS_TARGET),
    MAX_CHANGE_DENOMINATOR,
  );
  return maxBigint(MINIMUM_BASE_FEE, baseFee + change);
}

/** FIP-0115: down by an eighth and up by the premium, an eighth up at most. */
export function nextBaseFeeByPremium(baseFee: bigint, premium: bigint): bigint {
  const most = (baseFee + MAX_CHANGE_DENOMINATOR - 1n) / MAX_CHANGE_DENOMINATOR;
  return maxBigint(MINIMUM_BASE_FEE, baseFee + minBigint(most, premium - most));
}

/** The highest that the base fee can be so many epochs after it is `baseFee`, by every rule: an eighth more, rounded up, with each. */
export function highestBaseFee(baseFee: bigint, epochs: number): bigint {
  let highest = maxBigint(baseFee, MINIMUM_BASE_FEE);
  for (let epoch = 0; epoch < epochs; epoch++)
    highest += (highest + MAX_CHANGE_DENOMINATOR - 1n) / MAX_CHANGE_DENOMINATOR;
  return highest;
}

/** FIP-0115: the effective premium at four fifths of a block's gas, from the highest down; 0 if there is less. */
export function percentilePremium(input: Pick<BaseFeeInput, 'baseFee' | 'messages'>): bigint {
  const seen = new Set<string>();
  const offers: { premium: bigint; gas: bigint }[] = [];
  for (const message of input.messages) {
    const key = `${toHex(message.from)}/${String(message.nonce)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    offers.push({
      premium: effectivePremium(message, input.baseFee),
      gas: BigInt(message.gasLimit),
    });
  }
  offers.sort((a, b) => (a.premium < b.premium ? 1 : a.premium > b.premium ? -1 : 0));
  let gas = 0n;
  for (const offer of offers) {
    gas += offer.gas;
    if (gas > PREMIUM_INDEX) return offer.premium;
  }
  return 0n;
}
