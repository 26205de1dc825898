/**
 * Typed reading of what calls of built-in actors carry, for the indexer: numbers, bigints and bytes
 * in place of the texts of ../decode.ts. The other files of this folder say, subject by subject, what
 * a call did; each offers one function from a `Call` to a fact.
 *
 * A fact is of a call that succeeded (exit code 0, and no call around it failed): what a failed one
 * asked for never happened. Calls come from messages and from traces alike.
 *
 * Bit fields stay runs (../../bitfield.ts): a few bytes can name 2^63 sectors. Integers that anybody
 * may choose (sector numbers, sizes of proposed pieces, epochs of a wallet) are exact (`Integer`); those that the protocol
 * bounds or counts up, like ids, are numbers, and beyond 2^53 malformed. Of items of a batch that
 * failed nobody bounded anything: what cannot be read of them is left out.
 */
import { AddressError, checkAddress } from '../../address.ts';
import { bigintFromBytes } from '../../amount.ts';
import { BitfieldError, decodeRlePlus } from '../../encoding/bitfield.ts';
import type { Runs } from '../../encoding/bitfield.ts';
import { EncodingError } from '../../encoding/bytes.ts';
import { CborCid, CborError, decodeCbor, decodeCborAt } from '../../encoding/cbor.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { addIntegers, isInt32, isInt64, subtractIntegers } from '../../encoding/integers.ts';
import type { Int32, Integer } from '../../encoding/integers.ts';
import type { Uint64 } from '../../encoding/uint64.ts';
import type { ActorKind } from '../kinds.ts';
import { findMethods, FIRST_STRICT_VERSION } from '../methods.ts';

/** A call that succeeded, of an actor whose kind the reader is for. */
export interface Call {
  readonly method: Uint64;
  /** Actors version of the called actor's code; left out, any version of the method that fits. */
  readonly version?: number | undefined;
  /** Params and return as the trace or the receipt has them, out of base64. */
  readonly params: Uint8Array;
  readonly returned: Uint8Array;
}

/** A payload that is not of its method's shape: no network's actor takes it; to be counted, not to stop for. */
export interface Malformed {
  readonly type: 'malformed';
  readonly reason: string;
}

/** A payload is not of its shape; never leaves this folder. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}

/** Reads one method's payloads. @throws PayloadError and what `isRefusal` knows */
export type PayloadReader<T> = (params: Uint8Array, returned: Uint8Array) => T;

/**
 * A reader of one kind of actor: from a call to its fact, `malformed` when the payloads are not the
 * method's, null when the method is none of these.
 * `readers` are by the method's name without `Exported` (`ActorMethod.shape`).
 */
export function factReader<T>(
  kind: ActorKind,
  readers: Readonly<Record<string, PayloadReader<T>>>,
): (call: Call) => T | Malformed | null {
  return ({ method, version, params: given, returned }) => {
    let malformed: Malformed | null = null;
    for (const { shape } of findMethods(kind, method, version)) {
      const read = Object.hasOwn(readers, shape) ? readers[shape] : undefined;
      if (read === undefined) continue;
      const fact = attempt(() => read(taken(given, version), returned));
      if (!(fact instanceof PayloadError)) return fact;
      malformed ??= { type: 'malformed', reason: fact.message };
    }
    return malformed;
  };
}

/** What the actor took of its params: up to actors version 7 no more than their first value. */
function taken(params: Uint8Array, version = 0): Uint8Array {
  if (version >= FIRST_STRICT_VERSION || params.length === 0) return params;
  return params.subarray(0, decodeCborAt(params, 0).end);
}

/** What a reading gives; a PayloadError when it was refused. Other errors are defects of ours and pass. */
export function attempt<T>(read: () => T): T | PayloadError {
  try {
    return read();
  } catch (error) {
    if (error instanceof PayloadError) return error;
    if (
      error instanceof CborError ||
      error instanceof BitfieldError ||
      error instanceof AddressError ||
      error instanceof EncodingError
    )
      return new PayloadError(error.message, { cause: error });
    throw error;
  }
}

/** An integer of at most 2^53 in magnitude. @throws PayloadError */
export function intOf(value: CborValue): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new PayloadError('not an integer below 2^53');
}

/** What the protocol has few of: 0 to 2^31 − 1. @throws PayloadError */
function smallOf(value: CborValue): Int32 {
  const number = intOf(value);
  if (number >= 0 && isInt32(number)) return number;
  throw new PayloadError('not an integer from 0 to 2^31 − 1');
}

/** A signed integer of 64 bits. @throws PayloadError */
export function integerOf(value: CborValue): Integer {
  if (typeof value !== 'bigint') return intOf(value);
  if (isInt64(value)) return value;
  throw new PayloadError('not an integer of 64 bits');
}

/** A sector's number: 0 to 2^63 − 1. @throws PayloadError */
export function sectorOf(value: CborValue): Integer {
  const number = integerOf(value);
  if (number >= 0) return number;
  throw new PayloadError('not the number of a sector');
}

/** Numbers of sectors as a bit field, which itself may name some beyond. @throws PayloadError, BitfieldError */
export function sectorsOf(value: CborValue): Runs {
  const runs = runsOf(value);
  const length = runs.reduce(addIntegers, 0);
  if (isInt64(subtractIntegers(length, 1))) return runs;
  throw new PayloadError('not numbers of sectors');
}

/** An unsigned integer of 64 bits. @throws PayloadError */
export function unsignedOf(value: CborValue): Uint64 {
  const number = typeof value === 'bigint' ? value : intOf(value);
  if (number >= 0) return number;
  throw new PayloadError('not an unsigned integer');
}

/** A big integer as bytes of sign and magnitude: attoFIL, bytes of power or of data cap. @throws PayloadError, EncodingError */
export function amountOf(value: CborValue): bigint {
  return bigintFromBytes(bytesOf(value));
}

/** @throws PayloadError, AddressError */
export function addressOf(value: CborValue): Uint8Array {
  return checkAddress(bytesOf(value));
}

/** @throws PayloadError */
export function bytesOf(value: CborValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new PayloadError('not bytes');
}

/** @throws PayloadError */
export function boolOf(value: CborValue): boolean {
  if (typeof value === 'boolean') return value;
  throw new PayloadError('not a bool');
}

/** Bytes of the CID that a link holds. @throws PayloadError */
export function cidOf(value: CborValue): Uint8Array {
  if (value instanceof CborCid && value.bytes.length <= 128) return value.bytes;
  throw new PayloadError('not a link');
}

/** @throws PayloadError, BitfieldError */
export function runsOf(value: CborValue): Runs {
  return decodeRlePlus(bytesOf(value));
}

/** The value, or null where there is none. */
export function maybe<T>(value: CborValue, read: (value: CborValue) => T): T | null {
  return value === null ? null : read(value);
}

/** @throws PayloadError and what `read` throws */
export function listOf<T>(value: CborValue, read: (item: CborValue) => T): T[] {
  if (!isList(value)) throw new PayloadError('not a list');
  return value.map((item) => read(item));
}

function isList(value: CborValue): value is readonly CborValue[] {
  return Array.isArray(value);
}

/** The fields of one tuple, read by their place. */
export class Fields {
  private readonly items: readonly CborValue[];

  constructor(items: readonly CborValue[]) {
    this.items = items;
  }

  get length(): number {
    return this.items.length;
  }

  at(place: number): CborValue {
    return this.items[place] ?? null;
  }
  int(place: number): number {
    return intOf(this.at(place));
  }
  small(place: number): Int32 {
    return smallOf(this.at(place));
  }
  integer(place: number): Integer {
    return integerOf(this.at(place));
  }
  sector(place: number): Integer {
    return sectorOf(this.at(place));
  }
  unsigned(place: number): Uint64 {
    return unsignedOf(this.at(place));
  }
  amount(place: number): bigint {
    return amountOf(this.at(place));
  }
  address(place: number): Uint8Array {
    return addressOf(this.at(place));
  }
  bytes(place: number): Uint8Array {
    return bytesOf(this.at(place));
  }
  bool(place: number): boolean {
    return boolOf(this.at(place));
  }
  cid(place: number): Uint8Array {
    return cidOf(this.at(place));
  }
  runs(place: number): Runs {
    return runsOf(this.at(place));
  }
  sectors(place: number): Runs {
    return sectorsOf(this.at(place));
  }
  ints(place: number): number[] {
    return listOf(this.at(place), intOf);
  }
  list<T>(place: number, read: (item: CborValue) => T): T[] {
    return listOf(this.at(place), read);
  }
  maybe<T>(place: number, read: (item: CborValue) => T): T | null {
    return maybe(this.at(place), read);
  }
}

/** The fields of a tuple of `least` to `most` values. @throws PayloadError */
export function tupleOf(value: CborValue, least: number, most: number = least): Fields {
  if (!isList(value)) throw new PayloadError('not a tuple');
  if (value.length < least || value.length > most)
    throw new PayloadError(`a tuple of ${String(value.length)} values`);
  return new Fields(value);
}

/** The fields of a payload that is one tuple. @throws PayloadError, CborError */
export function fieldsOf(payload: Uint8Array, least: number, most: number = least): Fields {
  return tupleOf(decodeCbor(payload), least, most);
}

/** Which items of a batch succeeded; the others' exit codes by their place. */
export interface BatchResult {
  readonly count: number;
  readonly failed: ReadonlyMap<number, number>;
}

/**
 * A BatchReturn: how many items succeeded, place and exit code of those that did not.
 * @throws PayloadError when it is not of a batch of `size` items (left out: of whatever size)
 */
export function batchOf(value: CborValue, size?: number): BatchResult {
  const fields = tupleOf(value, 2);
  const failed = new Map(
    fields.list(1, (item) => {
      const fail = tupleOf(item, 2);
      return [fail.int(0), fail.int(1)] as const;
    }),
  );
  const count = fields.int(0) + failed.size;
  if (size !== undefined && size !== count)
    throw new PayloadError(`results of ${String(count)} for ${String(size)} items`);
  return { count, failed };
}

/** The items of a batch in their order; what cannot be read of those that failed is left out. */
export function itemsOf<T>(
  items: readonly CborValue[],
  { failed }: BatchResult,
  read: (item: CborValue, succeeded: boolean) => T,
): T[] {
  return items.flatMap((item, at) => {
    if (!failed.has(at)) return [read(item, true)];
    const told = attempt(() => read(item, false));
    return told instanceof PayloadError ? [] : [told];
  });
}

/** The items of a batch that did not fail. */
export function successesOf<T>(
  items: readonly CborValue[],
  { failed }: BatchResult,
  read: (item: CborValue) => T,
): T[] {
  return items.filter((_, at) => !failed.has(at)).map(read);
}
