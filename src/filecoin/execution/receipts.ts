/** Receipts of a tipset's messages, as the headers of its children name them. */
import { arrayDigest } from '../encoding/amt-root.ts';
import { CborWriter } from '../encoding/cbor-writer.ts';

export interface Receipt {
  readonly exitCode: number;
  /** Empty when nothing was returned. */
  readonly returned: Uint8Array;
  readonly gasUsed: number;
  /** CID of the events; null when there are none. */
  readonly eventsRoot: Uint8Array | null;
}

/** Since network version 18 a receipt names its events. */
export type ReceiptVersion = 0 | 1;

const writer = new CborWriter();

/** Digest of what a header names as its `ParentMessageReceipts`. */
export function receiptsDigest(receipts: readonly Receipt[], version: ReceiptVersion): Uint8Array {
  return arrayDigest(
    receipts.map(({ exitCode, returned, gasUsed, eventsRoot }) => {
      writer.reset().array(3 + version);
      writer.int(exitCode).bytes(returned).int(gasUsed);
      if (version > 0)
        if (eventsRoot === null) writer.null();
        else writer.cid(eventsRoot);
      return writer.finish();
    }),
  );
}
