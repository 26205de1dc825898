/** Which messages of a tipset are executed, and in which order: so each receipt has its message. */
import { protocolOf, PROTOCOL_ID } from '#filecoin/address.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { addIntegers, type Integer } from '#filecoin/encoding/integers.ts';
import { InvariantError } from '../errors.ts';
import type { BlockRow, MessageRow, TipsetFacts } from '../types.ts';

/** A message as it was executed, and the block that brought it. */
export interface Executed {
  readonly cid: Uint8Array;
  readonly minerId: number;
}

/** A tipset's blocks, in its order, and what they include. */
export interface Included {
  readonly blocks: readonly Pick<BlockRow, 'miner_id'>[];
  readonly inclusion: readonly (readonly Uint8Array[])[];
  readonly messages: readonly Pick<MessageRow, 'cid' | 'from_addr' | 'nonce'>[];
}

/**
 * The messages of a tipset in the order of their execution: block by block those whose nonce is
 * their sender's next, which the first message of a sender names (Lotus' BlockMsgsForTipset). Null
 * where a sender is named by its id: whose other messages are its own, only the state tells.
 */
export function executionOrder({ blocks, inclusion, messages }: Included): Executed[] | null {
  if (messages.some(({ from_addr: from }) => protocolOf(from) === PROTOCOL_ID)) return null;
  const rows = new Map(messages.map((row) => [toHex(row.cid), row]));
  const next = new Map<string, Integer>();
  const order: Executed[] = [];
  blocks.forEach(({ miner_id: minerId }, at) => {
    for (const cid of inclusion[at] ?? []) {
      const row = rows.get(toHex(cid));
      if (!row) continue;
      const sender = toHex(row.from_addr);
      const nonce = next.get(sender) ?? row.nonce;
      if (row.nonce !== nonce) continue;
      next.set(sender, addIntegers(nonce, 1));
      order.push({ cid, minerId });
    }
  });
  return order;
}

/** Invariant 2: what was executed is what the blocks' messages lead to, in that order. */
export function checkOrder(tipset: TipsetFacts, executed: readonly Executed[]): void {
  const order = executionOrder(tipset);
  if (order === null) return;
  for (let at = 0; at < Math.max(order.length, executed.length); at++) {
    const [due, told] = [order[at], executed[at]];
    if (due && told && due.minerId === told.minerId && equalBytes(due.cid, told.cid)) continue;
    const name = (one: Executed | undefined): string =>
      one ? `message ${cidOf(one.cid)} of f0${one.minerId}` : 'no message';
    throw new InvariantError(
      2,
      tipset,
      `by its blocks it executes ${name(due)} as number ${at}, by its trace ${name(told)}`,
    );
  }
}
