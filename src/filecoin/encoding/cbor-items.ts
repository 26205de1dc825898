/**
 * Where the items of a CBOR array are, without reading them: trees of state are compared and walked
 * by the bytes of their slots, of which few are ever needed as values.
 */
import { CborError, MAX_DEPTH } from './cbor.ts';

const ARRAY = 4;

/** The place behind a head, and its argument (beyond 2^53 not exact, but then longer than any input). */
interface Head {
  readonly major: number;
  readonly argument: number;
  readonly end: number;
}

function headAt(bytes: Uint8Array, at: number): Head {
  const first = bytes[at];
  if (first === undefined) throw cutOff();
  const info = first & 31;
  const major = first >> 5;
  if (info < 24) return { major, argument: info, end: at + 1 };
  if (info > 27) throw new CborError('CBOR of indefinite length');
  const end = at + 1 + (1 << (info - 24));
  if (end > bytes.length) throw cutOff();
  let argument = 0;
  for (let i = at + 1; i < end; i++) argument = argument * 256 + (bytes[i] ?? 0);
  return { major, argument, end };
}

/** The place behind the item that begins at `at`. */
function skip(bytes: Uint8Array, at: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new CborError('CBOR nested too deeply');
  const { major, argument, end } = headAt(bytes, at);
  switch (major) {
    case 0:
    case 1:
      return end;
    case 2:
    case 3:
      if (argument > bytes.length - end) throw cutOff();
      return end + argument;
    case ARRAY:
    case 5: {
      const items = major === ARRAY ? argument : 2 * argument;
      if (items > bytes.length - end) throw cutOff();
      let next = end;
      for (let left = items; left > 0; left--) next = skip(bytes, next, depth + 1);
      return next;
    }
    case 6:
      return skip(bytes, end, depth + 1);
    default:
      // Whether 24 and the simple values below 20 are any is for who reads the item.
      return end;
  }
}

/**
 * Where each item of the array at `start` begins, and last the place behind the array.
 * @throws CborError (no array, cut off, too deep)
 */
export function cborItems(bytes: Uint8Array, start: number): readonly number[] {
  const { major, argument, end } = headAt(bytes, start);
  if (major !== ARRAY) throw new CborError('no CBOR array');
  if (argument > bytes.length - end) throw cutOff();
  const places = [end];
  let at = end;
  for (let left = argument; left > 0; left--) places.push((at = skip(bytes, at, 1)));
  return places;
}

/** Whether the item at `start` is an array. */
export function isCborArray(bytes: Uint8Array, start: number): boolean {
  return (bytes[start] ?? 0) >> 5 === ARRAY;
}

function cutOff(): CborError {
  return new CborError('CBOR is cut off');
}
