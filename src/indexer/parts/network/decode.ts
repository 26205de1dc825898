/** What a tipset's execution adds to the network's sums. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { ExecutedFacts, TipsetFacts } from '../../types.ts';

export interface MethodSum {
  methodId: number;
  count: number;
  gasPremium: bigint;
  gasLimit: bigint;
  gasUsed: bigint;
  /** What senders paid: burns and tips. */
  fee: bigint;
}

/** attoFIL, where they are amounts. */
export interface TipsetSums {
  executed: number;
  rewards: bigint;
  tips: bigint;
  penalties: bigint;
  /** What senders paid: burns and tips. */
  fees: bigint;
  gasPremium: bigint;
  gasLimit: bigint;
  gasUsed: bigint;
  methods: MethodSum[];
  /** Distinct senders. */
  senders: number[];
}

export function tipsetSums(tipset: TipsetFacts, executed: ExecutedFacts): TipsetSums {
  const messages = new Map(tipset.messages.map((message) => [toHex(message.cid), message]));
  const methods = new Map<number, MethodSum>();
  const sums: TipsetSums = {
    executed: executed.executions.length,
    rewards: 0n,
    tips: 0n,
    penalties: 0n,
    fees: 0n,
    gasPremium: 0n,
    gasLimit: 0n,
    gasUsed: 0n,
    methods: [],
    senders: [...new Set(executed.executions.map(({ fromId }) => fromId))].filter(
      (id) => id !== null,
    ),
  };
  for (const execution of executed.executions) {
    const { methodId, gasUsed, baseFeeBurn, overEstimationBurn, minerTip } = execution;
    const message = messages.get(toHex(execution.cid));
    const gasPremium = BigInt(message?.gas_premium ?? 0);
    const gasLimit = BigInt(message?.gas_limit ?? 0);
    const fee = baseFeeBurn + overEstimationBurn + minerTip;
    const own = methods.get(methodId) ?? nothing(methodId);
    methods.set(methodId, own);
    own.count++;
    own.fee += fee;
    sums.fees += fee;
    for (const sum of [sums, own]) {
      sum.gasPremium += gasPremium;
      sum.gasLimit += gasLimit;
      sum.gasUsed += BigInt(gasUsed);
    }
  }
  for (const { blockReward, tips, penalty } of executed.rewards) {
    sums.rewards += blockReward;
    sums.tips += tips;
    sums.penalties += penalty;
  }
  sums.methods = [...methods.values()];
  return sums;
}

function nothing(methodId: number): MethodSum {
  return { methodId, count: 0, gasPremium: 0n, gasLimit: 0n, gasUsed: 0n, fee: 0n };
}
