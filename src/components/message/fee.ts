/** Where the fee of a message went. */
import { shareOf } from '#format/number.ts';
import type { Fee } from '#explorer/message/schema.ts';

const PAID_PARTS = ['baseFeeBurn', 'overEstimationBurn', 'minerTip'] as const;
export type PaidPart = (typeof PAID_PARTS)[number];

export interface FeePart {
  name: PaidPart;
  amount: bigint;
  /** Of what was paid, 0–1. */
  share: number;
  /** Where it begins in a bar of width 1. */
  start: number;
}

/**
 * The parts of what the sender paid with their shares; empty when nothing was paid. The penalty is
 * the miner's and the refund came back: neither is in it.
 */
export function feeParts(fee: Pick<Fee, PaidPart>): FeePart[] {
  const paid = PAID_PARTS.reduce((sum, name) => sum + BigInt(fee[name]), 0n);
  if (paid === 0n) return [];
  let sum = 0n;
  return PAID_PARTS.map((name) => {
    const amount = BigInt(fee[name]);
    const part = {
      name,
      amount,
      share: shareOf(amount, paid),
      start: shareOf(sum, paid),
    };
    sum += amount;
    return part;
  });
}
