/**
 * Receipts and events as the chain keeps them: arrays, whose roots the child's headers
 * (ParentMessageReceipts) and the receipts (EventsRoot) name.
 */
import { fromBase64 } from './encoding/bytes.ts';
import { CborWriter } from './encoding/cbor-writer.ts';
import type { Integer } from './encoding/integers.ts';
import { chainCidBytes, digestOf } from './encoding/cid.ts';
import { arrayDigest } from './ipld/buildAmt.ts';

export interface Receipt {
  readonly exitCode: Integer;
  readonly returned: Uint8Array;
  readonly gasUsed: Integer;
  /** Digest of the root of its events; null where there are none. */
  readonly eventsRoot: Uint8Array | null;
}

/** A receipt as nodes write it in JSON, its integers exact. */
export interface ReceiptJson {
  readonly ExitCode: Integer;
  /** base64 */
  readonly Return: string | null;
  readonly GasUsed: Integer;
  readonly EventsRoot?: { readonly '/': string } | null | undefined;
}

/** @throws CidError or EncodingError where a field is malformed */
export function receiptFromJson({ ExitCode, Return, GasUsed, EventsRoot }: ReceiptJson): Receipt {
  return {
    exitCode: ExitCode,
    returned: fromBase64(Return ?? ''),
    gasUsed: GasUsed,
    eventsRoot: EventsRoot ? digestOf(EventsRoot['/']) : null,
  };
}

/** Slots of a node of events, as a power of two (fvm's EVENTS_AMT_BITWIDTH). */
const EVENTS_BIT_WIDTH = 5;

const writer = new CborWriter();

/** `[exit code, return, gas used]`, since network version 18 (FIP-0049) with the events' root. */
function encodeReceipt(receipt: Receipt, withEvents: boolean): Uint8Array {
  writer
    .reset()
    .array(withEvents ? 4 : 3)
    .int(receipt.exitCode)
    .bytes(receipt.returned)
    .int(receipt.gasUsed);
  if (withEvents) {
    if (receipt.eventsRoot) writer.cid(chainCidBytes(receipt.eventsRoot));
    else writer.null();
  }
  return writer.finish();
}

/**
 * Digest of the root of a tipset's receipts, in the order of its messages. `withEvents`: in the form
 * that receipts have since network version 18. @throws RangeError where an integer is not exact
 */
export function receiptsDigest(receipts: readonly Receipt[], withEvents: boolean): Uint8Array {
  return arrayDigest(receipts.map((receipt) => encodeReceipt(receipt, withEvents)));
}

/** An event as it is stamped with its emitter. `entries`: their CBOR, `[[flags, key, codec, value], …]`. */
export interface StampedEvent {
  readonly emitter: number | bigint;
  readonly entries: Uint8Array;
}

/** Digest of the root of a message's events. @throws RangeError where an integer is not exact */
export function eventsDigest(events: readonly StampedEvent[]): Uint8Array {
  const items = events.map(({ emitter, entries }) =>
    writer.reset().array(2).int(emitter).raw(entries).finish(),
  );
  return arrayDigest(items, EVENTS_BIT_WIDTH);
}
