/**
 * Where the items of a CBOR array are, without reading them: trees of state are compared and walked
 * by the bytes of their slots, of which few are ever needed as values.
 */
import { CborError } from './cbor.ts';

const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;

/** The place behind the head at `at`. */
function headEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined) throw cutOff();
  const info = first & 31;
  if (info < 24) return at + 1;
  if (info > 27) throw new CborError('CBOR of indefinite length');
  const end = at + 1 + (1 << (info - 24));
  if (end > bytes.length) throw cutOff();
  return end;
}

/** The argument of a head; beyond 2^53 not exact, but then longer than any input. */
function argumentOf(bytes: Uint8Array, at: number, end: number): number {
  if (end === at + 1) return (bytes[at] ?? 0) & 31;
  let argument = 0;
  for (let i = at + 1; i < end; i++) argument = argument * 256 + (bytes[i] ?? 0);
  return argument;
}

/** How many bytes or items follow a head, each of which takes at least one byte of what is left. */
function countOf(bytes: Uint8Array, at: number, end: number, least: number): number {
  const count = argumentOf(bytes, at, end);
  if (count > (bytes.length - end) / least) throw cutOff();
  return count;
}

/** The place behind the item that begins at `start`. */
function skip(bytes: Uint8Array, start: number): number {
  let at = start;
  // What an item holds comes after it: only how much is left has to be known, not how deep it is.
  for (let left = 1; left > 0; left--) {
    const end = headEnd(bytes, at);
    switch ((bytes[at] ?? 0) >> 5) {
      case BYTES:
      case TEXT:
        at = end + countOf(bytes, at, end, 1);
        break;
      case ARRAY:
        left += countOf(bytes, at, end, 1);
        at = end;
        break;
      case MAP:
        left += 2 * countOf(bytes, at, end, 2);
        at = end;
        break;
      case TAG:
        left++;
        at = end;
        break;
      default:
        // Whether a simple value is known is for who reads it.
        at = end;
    }
  }
  return at;
}

/**
 * Where each item of the array at `start` begins, and last the place behind the array.
 * @throws CborError (no array, cut off)
 */
export function cborItems(bytes: Uint8Array, start: number): readonly number[] {
  if (!isCborArray(bytes, start)) throw new CborError('no CBOR array');
  const end = headEnd(bytes, start);
  const places = [end];
  let at = end;
  for (let left = countOf(bytes, start, end, 1); left > 0; left--)
    places.push((at = skip(bytes, at)));
  return places;
}

/** Whether the item at `start` is an array. */
export function isCborArray(bytes: Uint8Array, start: number): boolean {
  return (bytes[start] ?? 0) >> 5 === ARRAY;
}

/** What the byte string at `start` holds, not copied; null for another item. @throws CborError */
export function cborBytesAt(bytes: Uint8Array, start: number): Uint8Array | null {
  if ((bytes[start] ?? 0) >> 5 !== BYTES) return null;
  const end = headEnd(bytes, start);
  return bytes.subarray(end, end + countOf(bytes, start, end, 1));
}

function cutOff(): CborError {
  return new CborError('CBOR is cut off');
}
