/**
 * Typed reading of the objects that hold the state of built-in actors, by actors version. The actors'
 * own code wrote them and their hash proves them: one of another shape is of an actors version that
 * this program does not know, and `StateError` says so. What senders chose stands in them as it is;
 * only its value may be out of the ordinary, never its shape.
 */
import { decodeCbor, type CborValue } from '../../encoding/cbor.ts';
import { formatCid } from '../../encoding/cid.ts';
import { attempt, cidOf, PayloadError } from '../facts/read.ts';

export { bytesOf, Fields, intOf, listOf, tupleOf } from '../facts/read.ts';

/** A state object is not of the shape that its actors version has. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/**
 * What `read` makes of the one value that an object is.
 * @param what names the object in the error
 * @throws StateError
 */
export function readObject<T>(what: string, object: Uint8Array, read: (value: CborValue) => T): T {
  return readValue(what, () => read(decodeCbor(object)));
}

/** What `read` makes of a value inside a tree. @throws StateError */
export function readValue<T>(what: string, read: () => T): T {
  const value = attempt(read);
  if (!(value instanceof PayloadError)) return value;
  throw new StateError(`${what}: ${value.message}`, { cause: value });
}

/** Text of the CID that a link holds. @throws PayloadError */
export function linkOf(value: CborValue): string {
  return formatCid(cidOf(value));
}

/**
 * An epoch that the protocol bounds: no chain comes to 2^53, which stands for all beyond.
 * @throws PayloadError
 */
export function epochOf(value: CborValue): number {
  if (typeof value === 'bigint')
    return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new PayloadError('not an epoch');
}
