/** Gives messages, events and transfers their places in all lists, and counts them. */
import { SYSTEM_ID } from '#filecoin/address.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { isRefused } from '#filecoin/execution/gas.ts';
import { knownId } from '../decode/ids.ts';
import { InvariantError } from '../errors.ts';
import type { ExecutionFacts, FactRows, TipsetFacts } from '../types.ts';
import type { StateView } from './state.ts';

export const GENESIS = transferTypeIndex('genesis');
export const REBALANCE = transferTypeIndex('rebalance');
const TRANSFER = transferTypeIndex('transfer');
const SEND = transferTypeIndex('send');
const RECEIVE = transferTypeIndex('receive');

/**
 * Counters of actors, transfers and providers that were opened after the genesis stand apart: they are taken
 * in between tipsets whose own counters may be undone. A total is the sum of both.
 */
export const OLDER = 'older:';

/** The lists of one tipset's execution. */
export class Lists {
  readonly #view: StateView;
  readonly #tipset: TipsetFacts;
  readonly #facts: FactRows;
  #transferPosition = 0;
  #eventPosition = 0;

  constructor(view: StateView, tipset: TipsetFacts, facts: FactRows) {
    this.#view = view;
    this.#tipset = tipset;
    this.#facts = facts;
  }

  /** Lists an executed message (to `toId`, if anybody) and its events; answers its `seq`. */
  message(execution: ExecutionFacts, position: number, toId: number | null): number {
    const { height, timestamp } = this.#tipset;
    const seq = this.count('messages', 1);
    const fromId = this.#sender(execution);
    const { cid, fromAddr, toAddr, nonce, value, methodId, selector, exitCode } = execution;
    const listed = {
      seq,
      cid,
      height,
      timestamp,
      from_id: fromId,
      to_id: toId,
      from_addr: fromAddr,
      to_addr: toAddr,
      nonce,
      value,
      method_id: methodId,
      selector,
      exit_code: exitCode,
    };
    this.#facts.execution.push({
      ...listed,
      position,
      method: execution.method,
      to_kind: execution.toKind,
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
    });
    if (execution.trace) this.#facts.trace.push({ seq, doc: execution.trace });
    const method = this.#view.get('method', methodId);
    const ord = method?.count ?? 0;
    this.#view.put('method', { id: methodId, name: execution.methodName, count: ord + 1 });
    this.#facts.method_message.push({ method_id: methodId, ord, seq });
    for (const id of new Set([fromId, toId])) if (id !== null) this.#accountMessage(id, listed);
    execution.events.forEach(({ emitter, entries }, log_index) => {
      const at = this.#eventPosition++;
      this.#facts.event.push({
        height,
        position: at,
        seq,
        log_index,
        emitter_id: emitter,
        entries,
      });
      this.count('events', 1);
      const id = knownId(emitter);
      const actor = id === null ? null : this.#view.get('actor', id);
      if (!actor) return;
      this.#facts.account_event.push({
        actor_id: actor.id,
        ord: actor.event_count,
        height,
        position: at,
      });
      this.#view.put('actor', { ...actor, event_count: actor.event_count + 1 });
    });
    return seq;
  }

  /** Null of a refused message that nobody sent. */
  #sender(execution: ExecutionFacts): number | null {
    const { fromId } = execution;
    if (fromId !== null && this.#view.get('actor', fromId)) return fromId;
    if (isRefused(execution)) return null;
    const sender = fromId === null ? 'nobody' : `f0${fromId}`;
    throw new InvariantError(2, this.#tipset, `${sender} sends a message but does not exist`);
  }

  #accountMessage(
    id: number,
    listed: Omit<FactRows['account_message'][number], 'actor_id' | 'ord'>,
  ): void {
    const actor = this.#view.get('actor', id);
    if (!actor) return;
    const { method_id } = listed;
    const account_ord = actor.message_count;
    this.#facts.account_message.push({ ...listed, actor_id: id, ord: account_ord });
    this.#view.put('actor', {
      ...actor,
      message_count: account_ord + 1,
      last_seen_height: this.#tipset.height,
    });
    const ord = this.#view.get('account_method', id, method_id)?.count ?? 0;
    this.#view.put('account_method', { actor_id: id, method_id, count: ord + 1 });
    this.#facts.account_method_message.push({ actor_id: id, method_id, ord, account_ord });
  }

  /** Lists a transfer, in its own list and in those of both ends. */
  transfer(
    type: number,
    from: number,
    to: number,
    amount: bigint,
    shownTo: number | null,
    seq: number | null,
    cid: Uint8Array | null,
  ): void {
    const { height } = this.#tipset;
    const position = this.#transferPosition++;
    this.count('transfers', 1);
    this.#facts.transfer.push({
      height,
      position,
      seq,
      cid,
      type,
      from_id: from,
      to_id: to,
      amount,
      shown_to_id: shownTo,
    });
    const row = { type, position, cid, from_id: from, to_id: to, shown_to_id: shownTo };
    // Corrections come from nowhere: the system actor's list leaves them out.
    const outside = type === REBALANCE ? SYSTEM_ID : null;
    if (from !== outside) this.#accountTransfer(from, row, -amount);
    if (to !== outside) this.#accountTransfer(to, row, amount);
  }

  #accountTransfer(
    id: number,
    row: {
      type: number;
      position: number;
      cid: Uint8Array | null;
      from_id: number;
      to_id: number;
      shown_to_id: number | null;
    },
    value: bigint,
  ): void {
    const actor = this.#view.get('actor', id);
    // An actor that came and went within one tipset leaves no row to count on.
    if (!actor) return;
    const { height, timestamp } = this.#tipset;
    const account_ord = actor.transfer_count;
    // What is a transfer to the network is sent or received to an account: its filter asks for one.
    const type = row.type !== TRANSFER ? row.type : value < 0n ? SEND : RECEIVE;
    this.#facts.account_transfer.push({
      ...row,
      type,
      actor_id: id,
      ord: account_ord,
      height,
      timestamp,
      value,
    });
    this.#view.put('actor', { ...actor, transfer_count: account_ord + 1 });
    const ord = this.#view.get('account_transfer_type', id, type)?.count ?? 0;
    this.#view.put('account_transfer_type', { actor_id: id, type, count: ord + 1 });
    this.#facts.account_type_transfer.push({ actor_id: id, type, ord, account_ord });
  }

  /** Adds to a counter and answers what it was. */
  count(key: string, by: number): number {
    return count(this.#view, key, by);
  }
}

/** Adds to a counter of the whole index and answers what it was. */
export function count(view: StateView, key: string, by: number): number {
  const value = view.get('counter', key)?.value ?? 0;
  if (by !== 0) view.put('counter', { key, value: value + by });
  return value;
}
