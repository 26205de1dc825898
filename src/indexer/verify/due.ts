/** The rows that a tipset's arrival and its execution are due to be told by, but for their places in lists. */
import { netMoves } from '../check/balances.ts';
import type { ExecutedFacts, TipsetFacts } from '../types.ts';

export function tipsetDue(facts: TipsetFacts) {
  return {
    height: facts.height,
    key: facts.key,
    parent_key: facts.parentKey,
    timestamp: facts.timestamp,
    state_root: facts.stateRoot,
    receipts_root: facts.receiptsRoot,
    base_fee: facts.baseFee,
    parent_weight: facts.parentWeight,
    block_count: facts.blocks.length,
    win_count: facts.winCount,
    message_count: facts.messages.length,
  };
}

/** Headers: what their miners earned is told by the execution. */
export function blocksDue({ blocks }: TipsetFacts) {
  return blocks.map(({ block_reward: _, tips: __, penalty: ___, ...header }) => header);
}

export function inclusionDue({ blocks, inclusion }: TipsetFacts) {
  return blocks.flatMap(({ cid: block_cid }, at) =>
    (inclusion[at] ?? []).map((cid, position) => ({ block_cid, position, cid })),
  );
}

export function executionsDue(
  { height, timestamp }: TipsetFacts,
  { executions }: Pick<ExecutedFacts, 'executions'>,
) {
  return executions.map((execution, position) => ({
    position,
    cid: execution.cid,
    height,
    timestamp,
    from_id: execution.fromId,
    from_addr: execution.fromAddr,
    to_addr: execution.toAddr,
    nonce: execution.nonce,
    value: execution.value,
    method: execution.method,
    method_id: execution.methodId,
    to_kind: execution.toKind,
    selector: execution.selector,
    exit_code: execution.exitCode,
    return: execution.return,
    return_codec: execution.returnCodec,
    gas_used: execution.gasUsed,
    base_fee_burn: execution.baseFeeBurn,
    over_estimation_burn: execution.overEstimationBurn,
    miner_penalty: execution.minerPenalty,
    miner_tip: execution.minerTip,
    refund: execution.refund,
    miner_id: execution.minerId,
    event_count: execution.events.length,
    subcall_count: execution.subcallCount,
    error: execution.error,
  }));
}

export function tracesDue({ executions }: ExecutedFacts) {
  return executions.flatMap(({ trace }, position) => (trace ? [{ position, doc: trace }] : []));
}

export function transfersDue({ executions, transfers }: ExecutedFacts) {
  return transfers.map(({ message, type, from, to, amount, shownTo }, position) => ({
    position,
    cid: message === null ? null : (executions[message]?.cid ?? null),
    type,
    from_id: from,
    to_id: to,
    amount,
    shown_to_id: shownTo,
  }));
}

/** `message`: the place of its message among the tipset's. */
export function eventsDue({ executions }: ExecutedFacts) {
  const events = executions.flatMap(({ events: own }, message) =>
    own.map(({ emitter, entries }, log_index) => ({
      message,
      log_index,
      emitter_id: emitter,
      entries,
    })),
  );
  return events.map((event, position) => ({ ...event, position }));
}

export function rewardsDue({ rewards }: ExecutedFacts) {
  return rewards.map(({ cid, blockReward, tips, penalty }) => ({
    cid,
    block_reward: blockReward,
    tips,
    penalty,
  }));
}

/** Balances that the tipset changed: those that its transfers do not leave as they were. */
export function balancesDue({ transfers, changes, deleted }: ExecutedFacts) {
  const net = netMoves(transfers);
  const after = new Map(changes.map(({ id, balance }) => [id, balance]));
  for (const id of deleted) after.set(id, 0n);
  return [...after]
    .filter(([id]) => (net.get(id) ?? 0n) !== 0n)
    .map(([actor_id, balance]) => ({ actor_id, balance }));
}
