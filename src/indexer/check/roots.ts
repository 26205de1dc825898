/**
 * Lists that the chain names by their roots: a block's messages, a tipset's receipts, a message's
 * events. A node that leaves one out, adds one or changes one is found out by the root.
 */
import { messagesDigest } from '#filecoin/block.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import {
  eventsDigest,
  receiptFromJson,
  receiptsDigest,
  type StampedEvent,
} from '#filecoin/receipt.ts';
import type { BlockMessagesJson, ReceiptJson } from '#node/types.ts';
import { InvariantError } from '../errors.ts';
import type { MessageRow, TipsetRef } from '../types.ts';

/**
 * Invariant 1: these are the messages that a block's header names as its `Messages` (`root`), all of
 * them, in their order.
 */
export function checkMessages(
  tipset: TipsetRef,
  messages: readonly MessageRow[],
  { BlsMessages: bls }: BlockMessagesJson,
  root: Uint8Array,
): void {
  const digests = messages.map((message) => message.cid);
  const told = messagesDigest(digests.slice(0, bls.length), digests.slice(bls.length));
  if (!equalBytes(told, root))
    throw new InvariantError(
      1,
      tipset,
      `a block names messages ${cidOf(root)}, the node tells ${cidOf(told)}`,
    );
}

/**
 * Invariant 1: these are the receipts that the child's headers name (`root`), all of them, in their
 * order. Which of the two forms they have is what fits: either way the hash proves them.
 */
export function checkReceipts(
  tipset: TipsetRef,
  receipts: readonly ReceiptJson[],
  root: Uint8Array,
): void {
  const read = receipts.map(receiptFromJson);
  const newer = [true, false].find((withEvents) => {
    const told = exactly(() => receiptsDigest(read, withEvents));
    return told !== null && equalBytes(told, root);
  });
  // The older form has no room for events.
  if (newer === undefined || (!newer && read.some(({ eventsRoot }) => eventsRoot !== null)))
    throw new InvariantError(
      1,
      tipset,
      `its child names receipts ${cidOf(root)}, the node tells others (${receipts.length})`,
    );
}

/** Invariant 1: these are the events that a message's receipt names (`root`), all of them, in their order. */
export function checkEvents(
  tipset: TipsetRef,
  message: string,
  events: readonly StampedEvent[],
  root: Uint8Array,
): void {
  const told = exactly(() => eventsDigest(events));
  if (told === null || !equalBytes(told, root))
    throw new InvariantError(
      1,
      tipset,
      `the receipt of message ${message} names events ${cidOf(root)}, ` +
        `the node tells others (${events.length})`,
    );
}

/** Null where a number is none that the chain can hold. */
function exactly(hash: () => Uint8Array): Uint8Array | null {
  try {
    return hash();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
