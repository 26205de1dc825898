/** Keys of the maps and arrays of actors' states. */
import { StateError, readValue } from '#filecoin/actors/state/read.ts';
import { PayloadError } from '#filecoin/actors/facts/read.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { decodeUvarint, encodeUvarint } from '#filecoin/encoding/varint.ts';

/** A number that an actor counted up to. @throws StateError */
export function countedId(id: Uint64): number {
  if (typeof id === 'number') return id;
  throw new StateError('an id beyond 2^53');
}

/** The id of which a key is the uvarint (`encodeUvarint`). @throws StateError */
export function idOfUintKey(key: Uint8Array): number {
  return readValue('key of a map', () => {
    const { value, end } = decodeUvarint(key);
    if (end !== key.length || value > Number.MAX_SAFE_INTEGER)
      throw new PayloadError('not the uvarint of an id');
    return Number(value);
  });
}

/** The id of which a key is the signed varint: 0, −1, 1, −2 … are 0, 1, 2, 3 …. @throws StateError */
export function idOfIntKey(key: Uint8Array): number {
  const folded = idOfUintKey(key);
  if (folded % 2 === 0) return folded / 2;
  throw new StateError('key of a map: below 0');
}

/** The key that is an id's signed varint. */
export function intKeyOf(id: number): Uint8Array {
  return encodeUvarint(BigInt(id) * 2n);
}

/** What `read` gives; null where the chain holds what nodes' JSON has no form for. */
export function legible<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof StateError) return null;
    throw error;
  }
}
