/**
 * Values on their way between threads. Each array of bytes costs a message much more than its
 * length, so that all of a message's go as one buffer, which is handed over, not copied.
 */

export interface Packed {
  /** The values in order; null in the place of bytes. */
  values: unknown[];
  /** Where bytes belong: index and length in turns, in the order in which they stand in `bytes`. */
  places: Uint32Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
}

export function pack(given: readonly unknown[]): Packed {
  const values = [...given];
  const places: number[] = [];
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const [index, value] of given.entries()) {
    if (!(value instanceof Uint8Array)) continue;
    values[index] = null;
    places.push(index, value.byteLength);
    pieces.push(value);
    length += value.byteLength;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return { values, places: Uint32Array.from(places), bytes };
}

/** The values as they were; bytes are copies, so that none keeps the others in memory. */
export function unpack({ values, places, bytes }: Packed): unknown[] {
  let at = 0;
  for (let i = 0; i < places.length; i += 2) {
    const length = places[i + 1] ?? 0;
    values[places[i] ?? 0] = bytes.slice(at, at + length);
    at += length;
  }
  return values;
}

/** What a message that carries packed values hands over. */
export function handedOver({ places, bytes }: Packed): ArrayBuffer[] {
  return [places.buffer, bytes.buffer];
}
