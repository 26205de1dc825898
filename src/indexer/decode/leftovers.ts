/**
 * What actors had left when they deleted themselves: it went to somebody without a call, so no trace
 * tells of it. Two methods did that.
 * - `Collect` of a payment channel before actors version 12 left the rest to the channel's payer
 *   (specs-actors v0 to v7 and builtin-actors v8 to v11, paych: `delete_actor(from)`); since then it is
 *   sent by a call, and the channel deleted as well.
 * - `ReportConsensusFault` of a provider of actors version 0 burnt it (specs-actors v0.9, miner:
 *   `terminateMiner`).
 */
import { BURNT_FUNDS_ID } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { netMoves } from '../check/balances.ts';
import type { Call, TransferFacts } from '../types.ts';

const CHANNEL = kindIndex('paymentchannel');
const COLLECT = 4;
const MINER = kindIndex('storageminer');
const REPORT_CONSENSUS_FAULT = 15;

const TRANSFER = transferTypeIndex('transfer');
const BURN = transferTypeIndex('burn');

/** An actor that is gone after the execution. */
export interface Deleted {
  id: number;
  /** attoFIL before the execution. */
  balance: bigint;
}

/** Somebody who got what a deleted actor had. */
interface Heir {
  call: Call;
  /** Null: a payment channel's payer. */
  to: number | null;
}

/** By the id of the actor, the call that deleted it, if one did. */
export function deletingCalls(calls: readonly Call[]): Map<number, Heir> {
  const deleting = new Map<number, Heir>();
  for (const call of calls) {
    const { to, kind, method, version } = call;
    if (to === null) continue;
    if (kind === CHANNEL && method === COLLECT) deleting.set(to, { call, to: null });
    else if (kind === MINER && method === REPORT_CONSENSUS_FAULT && version === 0)
      deleting.set(to, { call, to: BURNT_FUNDS_ID });
  }
  return deleting;
}

/**
 * Puts into `transfers`, behind those of the messages that deleted them, what these actors had left.
 * `payerOf` is asked for whom a payment channel was made.
 */
export async function addLeftovers(
  transfers: TransferFacts[],
  calls: readonly Call[],
  deleted: readonly Deleted[],
  payerOf: (channel: number) => Promise<number>,
): Promise<void> {
  if (deleted.length === 0) return;
  const deleting = deletingCalls(calls);
  const net = netMoves(transfers);
  for (const { id, balance } of deleted) {
    const heir = deleting.get(id);
    const left = balance + (net.get(id) ?? 0n);
    if (!heir || left <= 0n) continue;
    const { message } = heir.call;
    const to = heir.to ?? (await payerOf(id));
    const type = to === BURNT_FUNDS_ID ? BURN : TRANSFER;
    const last = transfers.findLastIndex(
      (each) => each.message !== null && each.message <= (message ?? Infinity),
    );
    transfers.splice(last + 1, 0, { message, type, from: id, to, amount: left, shownTo: null });
  }
}
