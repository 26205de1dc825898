/** What a message's gas costs: lotus chain/vm/burn.go, the same since network version 0. */
import { maxBigint, minBigint } from '../amount.ts';
import type { Integer } from '../encoding/integers.ts';

export interface GasInput {
  /** Base fee of the tipset that includes the message, attoFIL per unit of gas. */
  readonly baseFee: bigint;
  readonly gasLimit: Integer;
  readonly gasUsed: Integer;
  readonly gasFeeCap: bigint;
  readonly gasPremium: bigint;
  /** False where the base fee of the gas used is not burnt (FIP-0009). */
  readonly burnBaseFee?: boolean | undefined;
}

/** All in attoFIL. The sender pays `totalCost`; the miner pays `minerPenalty` out of its reward. */
export interface GasCost {
  readonly baseFeeBurn: bigint;
  readonly overEstimationBurn: bigint;
  readonly minerPenalty: bigint;
  readonly minerTip: bigint;
  readonly refund: bigint;
  readonly totalCost: bigint;
}

/**
 * Units of gas burnt because the limit was set too high: none up to 1.1 times what was used, all
 * that is left from 2.1 times on.
 */
export function overEstimationGas(gasUsed: Integer, gasLimit: Integer): bigint {
  const used = BigInt(gasUsed);
  const limit = BigInt(gasLimit);
  if (used === 0n) return limit;
  const over = minBigint(limit - (11n * used) / 10n, used);
  return over < 0n ? 0n : ((limit - used) * over) / used;
}

/**
 * Whether a message was refused before it ran: its sender is no account (exit code 1), its nonce is
 * not the sender's or the balance too small for its gas (2), or its gas limit does not cover its own
 * bytes (7). Nothing else fails without using gas (ref-fvm, `preflight_message`). Nothing moved, the
 * sender's nonce stays, the block's miner is charged a penalty; the same message may run later.
 */
export function isRefused(receipt: {
  readonly exitCode: Integer;
  readonly gasUsed: Integer;
}): boolean {
  return receipt.exitCode !== 0 && receipt.gasUsed === 0;
}

/** Gas cost of an executed message. Does not hold for one that `isRefused`. */
export function gasCost(input: GasInput): GasCost {
  const { baseFee, gasFeeCap, gasPremium } = input;
  const limit = BigInt(input.gasLimit);
  const used = BigInt(input.gasUsed);
  const pay = minBigint(baseFee, gasFeeCap);
  const burnt = overEstimationGas(input.gasUsed, input.gasLimit);
  const baseFeeBurn = input.burnBaseFee === false ? 0n : pay * used;
  const overEstimationBurn = pay * burnt;
  const minerTip = minBigint(gasPremium, gasFeeCap - pay) * limit;
  const totalCost = baseFeeBurn + overEstimationBurn + minerTip;
  return {
    baseFeeBurn,
    overEstimationBurn,
    minerPenalty: (baseFee - pay) * (used + burnt),
    minerTip,
    refund: limit * gasFeeCap - totalCost,
    totalCost,
  };
}

/** What another choice of the sender's would have cost less, attoFIL; null where it saves nothing. */
export interface GasSavings {
  /** The largest limit of which nothing is burnt: a tenth above the gas used. */
  readonly limit: { readonly gasLimit: bigint; readonly saved: bigint } | null;
  /** A cap at the base fee, which leaves the miner no tip. */
  readonly cap: { readonly feeCap: bigint; readonly saved: bigint } | null;
  /**
   * The lowest cap that leaves the miner all of the premium: it costs the same, and so much less had to
   * be there for it while the message ran, attoFIL. Null where the cap was no higher.
   */
  readonly enough: { readonly feeCap: bigint; readonly freed: bigint } | null;
}

/**
 * What an executed message would have cost less with a limit that fits what it used, and with a fee cap
 * that fits the base fee, each alone, and which cap would have done. Does not hold for one that
 * `isRefused`.
 */
export function gasSavings(input: GasInput): GasSavings {
  const { totalCost } = gasCost(input);
  const savedBy = (choice: Partial<GasInput>): bigint =>
    totalCost - gasCost({ ...input, ...choice }).totalCost;
  const gasLimit = (11n * BigInt(input.gasUsed)) / 10n;
  const byLimit = BigInt(input.gasLimit) > gasLimit && gasLimit > 0n ? savedBy({ gasLimit }) : 0n;
  const feeCap = minBigint(input.baseFee, input.gasFeeCap);
  const byCap = savedBy({ gasFeeCap: feeCap });
  const enough = input.baseFee + input.gasPremium;
  return {
    limit: byLimit > 0n ? { gasLimit, saved: byLimit } : null,
    cap: byCap > 0n ? { feeCap, saved: byCap } : null,
    enough:
      input.gasFeeCap > enough
        ? { feeCap: enough, freed: (input.gasFeeCap - enough) * BigInt(input.gasLimit) }
        : null,
  };
}

/** Premium per unit of gas that a message leaves its miner under this base fee, never negative. */
export function effectivePremium(
  message: { readonly gasFeeCap: bigint; readonly gasPremium: bigint },
  baseFee: bigint,
): bigint {
  return minBigint(message.gasPremium, maxBigint(message.gasFeeCap - baseFee, 0n));
}

/**
 * The premium with which a message of the same sender and nonce takes the place of one that offers
 * `premium` in nodes' pools: a quarter more and 1 attoFIL, as `lotus mpool replace --auto` offers
 * (lotus chain/messagepool, ReplaceByFeePercentageDefault). Lotus takes 110 % and 1 attoFIL
 * (ReplaceByFeePercentageMinimum), its older versions a quarter more.
 */
export function replacementPremium(premium: bigint): bigint {
  return (premium * 125n) / 100n + 1n;
}
