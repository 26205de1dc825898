import { baseFeeRule, nextBaseFee, type UpgradeHeights } from '#filecoin/execution/basefee.ts';
import type { TipsetFacts } from '../types.ts';

/**
 * Whether the child's base fee follows from the tipset. It is no invariant of the index, since a
 * future upgrade may change the rule: the answer is a warning, or null.
 */
export function checkBaseFee(
  tipset: TipsetFacts,
  child: TipsetFacts,
  upgrades: UpgradeHeights,
): string | null {
  const expected = nextBaseFee(baseFeeRule(upgrades, tipset.height), {
    baseFee: tipset.baseFee,
    blockCount: tipset.blocks.length,
    messages: tipset.messages.map((message) => ({
      from: message.from_addr,
      nonce: message.nonce,
      gasLimit: message.gas_limit,
      gasFeeCap: BigInt(message.gas_fee_cap),
      gasPremium: BigInt(message.gas_premium),
    })),
  });
  return expected === child.baseFee
    ? null
    : `The base fee is ${child.baseFee} attoFIL where the rule gives ${expected}`;
}
