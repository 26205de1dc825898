/** What a tipset's messages and cron cost storage providers. */
import { actorIdOf, BURNT_FUNDS_ID, STORAGE_MARKET_ID } from '#filecoin/address.ts';
import { readPublishingProvider } from '#filecoin/actors/facts/market.ts';
import { readMinerCall } from '#filecoin/actors/facts/minerinfo.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { minerFeeOf, minerPenaltyOf, type MinerCost } from '#filecoin/actors/minercosts.ts';
import { findMethod } from '#filecoin/actors/methods.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { isRefused } from '#filecoin/execution/gas.ts';
import { payloadOf } from '../../decode/calls.ts';
import type { Call, ExecutionFacts, TipsetFacts } from '../../types.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');

export interface Cost {
  /** The provider: its id, or the address under which a proposal names it. */
  miner: number | Uint8Array;
  kind: MinerCost;
  /** Index into `executions`; null for what no message caused. */
  message: number | null;
  /** Null for the provider itself. */
  payer: number | null;
  amount: bigint;
}

/** In the order of execution: fees of messages, then what was burnt. */
export function minerCosts(
  tipset: TipsetFacts,
  executions: readonly ExecutionFacts[],
  calls: readonly Call[],
): Cost[] {
  return [...fees(tipset, executions), ...penalties(calls)];
}

/** Fees of the messages to providers, and of deals that they publish. */
function fees(tipset: TipsetFacts, executions: readonly ExecutionFacts[]): Cost[] {
  const costs: Cost[] = [];
  let params: ReturnType<typeof paramsOf> | undefined;
  executions.forEach((execution, message) => {
    const { toId, toKind, method, fromId } = execution;
    if (isRefused(execution)) return;
    const publishes =
      toId === STORAGE_MARKET_ID &&
      findMethod('storagemarket', method)?.shape === 'PublishStorageDeals';
    if (publishes) params ??= paramsOf(tipset);
    const miner = publishes
      ? publisher(params?.get(toHex(execution.cid)))
      : toKind === MINER && toId !== null
        ? toId
        : null;
    if (miner === null) return;
    const amount = execution.baseFeeBurn + execution.overEstimationBurn + execution.minerTip;
    const kind = publishes ? 'publishDeals' : minerFeeOf(method);
    costs.push({ miner, kind, message, payer: fromId, amount });
  });
  return costs;
}

/** Of all messages, by their CIDs in hex: looked through for each, they would be as many squared. */
const paramsOf = ({ messages }: TipsetFacts) =>
  new Map(messages.map(({ cid, params }) => [toHex(cid), params]));

function publisher(params: Uint8Array | null | undefined): number | Uint8Array | null {
  const provider = params ? readPublishingProvider(params) : null;
  return provider && (actorIdOf(provider) ?? provider);
}

/** What left providers' balances to f099, by the call that burnt it. */
function penalties(calls: readonly Call[]): Cost[] {
  const costs: Cost[] = [];
  /** The newest call of each provider: calls come in the order in which they were made. */
  const running = new Map<number, Call>();
  for (const call of calls) {
    if (call.kind === MINER && call.to !== null) running.set(call.to, call);
    if (call.to !== BURNT_FUNDS_ID || call.value === 0n) continue;
    const burner = running.get(call.from);
    if (!burner || burner.message !== call.message) continue;
    const fact = readMinerCall(payloadOf(burner));
    costs.push({
      miner: call.from,
      kind: minerPenaltyOf(burner.method, fact?.type === 'cron' ? fact.event : null),
      message: call.message,
      payer: null,
      amount: call.value,
    });
  }
  return costs;
}
