/**
 * Unsigned LEB128 ("uvarint"): actor ids, namespaces, multicodec numbers. multiformats' reads and writes
 * numbers that are exact below 2^53; these have 64 bits.
 */
import { EncodingError } from './bytes.ts';

const SAFE_SHIFT_LIMIT = 7 * 4;

/** Shortest uvarint of a number in [0, 2^64). */
export function encodeUvarint(value: number | bigint): Uint8Array {
  const out: number[] = [];
  if (typeof value === 'number' && value < 2 ** SAFE_SHIFT_LIMIT) {
    let rest = value;
    while (rest > 0x7f) {
      out.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.push(rest);
  } else {
    let rest = BigInt(value);
    while (rest > 0x7fn) {
      out.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    out.push(Number(rest));
  }
  return Uint8Array.from(out);
}

/**
 * Reads a uvarint at `start`: its value and the place behind it.
 * @throws EncodingError when it is cut off, longer than 64 bits or not in its shortest form
 */
export function decodeUvarint(bytes: Uint8Array, start = 0): { value: bigint; end: number } {
  let value = 0n;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) throw new EncodingError('uvarint is cut off');
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) {
      if (i > 0 && byte === 0) throw new EncodingError('uvarint is not in its shortest form');
      if (value >= 1n << 64n) break;
      return { value, end: start + i + 1 };
    }
  }
  throw new EncodingError('uvarint is longer than 64 bits');
}
