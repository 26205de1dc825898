/** Why a message waits: told when it is asked for, by the head and the pool of that moment. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import {
  addIntegers,
  integer,
  integerJson,
  subtractIntegers,
  type Integer,
} from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { resolveAddresses } from '../account/resolve.ts';
import type { View } from '../view.ts';

/** What a message that waits says of itself. */
export interface Waiting {
  from_addr: Uint8Array;
  nonce: string;
  gas_limit: Integer;
  gas_fee_cap: string;
}

export interface WaitingFacts {
  nonceGap: number | string;
  feeTooLow: boolean;
  maxFee: string;
}

/** Facts of several messages, in their order. */
export async function waitingFacts(
  view: View,
  messages: readonly Waiting[],
): Promise<WaitingFacts[]> {
  if (messages.length === 0) return [];
  const { baseFee } = view;
  const queues = await queuesOf(view, messages);
  return messages.map(({ from_addr, nonce, gas_limit, gas_fee_cap }) => ({
    nonceGap: integerJson(gapBefore(integer(nonce), queues.get(toHex(from_addr)))),
    feeTooLow: BigInt(gas_fee_cap) < baseFee,
    maxFee: (BigInt(gas_fee_cap) * BigInt(gas_limit)).toString(),
  }));
}

export interface Queue {
  /** Nonce of the sender's next message. */
  next: Uint64;
  /** Nonces that the pool has or had a moment ago, from `next` on. */
  pending: Set<Uint64>;
}

/** Nonces below this one that nothing is there for. */
function gapBefore(nonce: Uint64, queue: Queue | undefined): Uint64 {
  if (!queue || nonce <= queue.next) return 0;
  let filled = 0;
  for (const held of queue.pending) if (held < nonce) filled++;
  return subtractIntegers(subtractIntegers(nonce, queue.next), filled);
}

/** Of each sender (hex of its address): what comes next, and what the pool has. */
export async function queuesOf(
  view: View,
  messages: readonly Pick<Waiting, 'from_addr'>[],
): Promise<ReadonlyMap<string, Queue>> {
  const { db } = view;
  const senders = new Map(messages.map(({ from_addr }) => [toHex(from_addr), from_addr]));
  const addresses = [...senders.values()];
  const [{ ids, actors }, included, pending] = await Promise.all([
    noncesOf(view, addresses),
    // The head's messages have used their nonces, although they have not run yet.
    db
      .selectFrom('block as b')
      .innerJoin('block_message as l', 'l.block_cid', 'b.cid')
      .innerJoin('message as m', 'm.cid', 'l.cid')
      .select(['m.from_addr', 'm.nonce'])
      .where('b.height', '=', view.head.height)
      .where('b.orphaned', '=', false)
      .where('m.from_addr', 'in', addresses)
      .execute(),
    // What has just left the pool stands in a block that the index is about to have: no gap either.
    db
      .selectFrom('mempool')
      .select(['from_addr', 'nonce'])
      .where((eb) =>
        eb.or([
          eb('departure', 'is', null),
          eb.and([eb('departure', 'is not', null), eb('fate', 'is', null)]),
        ]),
      )
      .where('from_addr', 'in', addresses)
      .execute(),
  ]);
  const nonceOf = new Map(actors.map(({ id, nonce }) => [id, integer(nonce)]));
  const queues = new Map<string, Queue>();
  for (const sender of senders.keys())
    queues.set(sender, { next: nonceOf.get(ids.get(sender) ?? -1) ?? 0, pending: new Set() });
  for (const { from_addr, nonce } of included) {
    const queue = queues.get(toHex(from_addr));
    const next = addIntegers(integer(nonce), 1);
    if (queue && queue.next < next) queue.next = next;
  }
  for (const { from_addr, nonce: text } of pending) {
    const queue = queues.get(toHex(from_addr));
    const nonce = integer(text);
    if (queue && nonce >= queue.next) queue.pending.add(nonce);
  }
  return queues;
}

async function noncesOf(view: View, addresses: readonly Uint8Array[]) {
  const ids = await resolveAddresses(view, addresses);
  const actors =
    ids.size === 0
      ? []
      : await view.db
          .selectFrom('actor')
          .select(['id', 'nonce'])
          .where('id', 'in', [...ids.values()])
          .execute();
  return { ids, actors };
}
