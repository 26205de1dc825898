/** The entries of an actor event or EVM log, as `event.entries` holds them: DAG-CBOR. */
import { z } from 'zod';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { decodeCbor, encodeCbor } from '#filecoin/encoding/cbor.ts';

export interface EventEntry {
  /** 1 key indexed, 2 value indexed. */
  flags: Uint64;
  key: string;
  /** Multicodec of the value: 0x55 raw, 0x51 CBOR. */
  codec: Uint64;
  value: Uint8Array;
}

const integer = z.union([z.int(), z.bigint()]);
const packed = z.array(z.tuple([integer, z.string(), integer, z.instanceof(Uint8Array)]));

export function packEntries(entries: readonly EventEntry[]): Uint8Array {
  return encodeCbor(entries.map((entry) => [entry.flags, entry.key, entry.codec, entry.value]));
}

/** Inverse of `packEntries`. Throws when the bytes are nothing of the kind. */
export function unpackEntries(bytes: Uint8Array): EventEntry[] {
  return packed
    .parse(decodeCbor(bytes))
    .map(([flags, key, codec, value]) => ({ flags, key, codec, value }));
}
