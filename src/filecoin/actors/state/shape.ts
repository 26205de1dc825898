/**
 * What the objects and trees of actors' states mean, as tables: a reader takes one CBOR value and gives
 * what Lotus tells of it as JSON (StateReadState and its like), field for field. The tables are in the
 * files beside this one; where actors versions differ, `versions` lists them.
 *
 * What a reader throws is told as StateError by `readObject` and `readValue` (read.ts).
 */
import { formatAddress } from '../../address.ts';
import { decodeRlePlus, type Runs } from '../../encoding/bitfield.ts';
import { toBase64 } from '../../encoding/bytes.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import type { Integer } from '../../encoding/integers.ts';
import {
  amountOf,
  boolOf,
  bytesOf,
  integerOf,
  intOf,
  listOf,
  PayloadError,
  tupleOf,
  unsignedOf,
} from '../facts/read.ts';
import { epochOf, linkOf } from './read.ts';

/** Reads one value. @throws PayloadError, and what else `readObject` knows */
export type Reader<T> = (value: CborValue) => T;

/** What a reader gives. */
export type ValueOf<R> = R extends Reader<infer T> ? T : never;

/** A CID as nodes' JSON has it. */
export interface Link {
  '/': string;
}

/** An address as text, `f…` on every network; `<empty>` for none. */
export const address: Reader<string> = (value) => {
  const content = bytesOf(value);
  return content.length === 0 ? '<empty>' : formatAddress(content);
};

/** A big integer (attoFIL, bytes of power or of data cap) as decimal text. */
export const amount: Reader<string> = (value) => String(amountOf(value));

/** An integer that no sender chose: below 2^53. */
export const int: Reader<number> = intOf;

/** An epoch: what is beyond ±2^53 is told as ±(2^53 − 1). */
export const epoch: Reader<number> = epochOf;

/** An epoch that anybody may choose, ±2^63. */
export const int64: Reader<Integer> = integerOf;

/** 0 … 2^64 − 1, a bigint from 2^53 on. */
export const uint64 = unsignedOf;

export const bool: Reader<boolean> = boolOf;

export const cid: Reader<Link> = (value) => ({ '/': linkOf(value) });

/** Bytes in base64; none are null, as Go's empty slices. */
export const bytes: Reader<string | null> = (value) => {
  const content = bytesOf(value);
  return content.length === 0 ? null : toBase64(content);
};

/** Bytes as a list of numbers, as Go tells arrays. */
export const byteList: Reader<number[]> = (value) => [...bytesOf(value)];

export const text: Reader<string> = (value) => {
  if (typeof value === 'string') return value;
  throw new PayloadError('not text');
};

/** The state of actors that have none: an empty tuple. */
export const nothing: Reader<null> = (value) => {
  tupleOf(value, 0);
  return null;
};

/** A bit field as run lengths, unset bits first; the empty one is told as one empty run. */
export const bitfield: Reader<Runs> = (value) => {
  const runs = decodeRlePlus(bytesOf(value));
  return runs.length === 0 ? [0] : runs;
};

export function maybe<T>(of: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : of(value));
}

export function list<T>(of: Reader<T>): Reader<T[]> {
  return (value) => listOf(value, of);
}

type Fields = Readonly<Record<string, Reader<unknown>>>;

/** A list of these fields, in this order. */
export function tuple<F extends Fields>(
  fields: F,
): Reader<{ [Name in keyof F]: ValueOf<F[Name]> }> {
  const entries = Object.entries(fields);
  return (value) => {
    const given = tupleOf(value, entries.length);
    const told = entries.map(([name, read], place) => [name, read(given.at(place))] as const);
    return Object.fromEntries(told) as { [Name in keyof F]: ValueOf<F[Name]> };
  };
}

/** Readers by the first actors version whose actors write so, the newest first. */
export type Versions<T> = readonly (readonly [since: number, read: Reader<T>])[];

/** For tables: readers of different values, of which one or the other is given. */
export function versions<const Rows extends Versions<unknown>>(
  ...rows: Rows
): Versions<ValueOf<Rows[number][1]>> {
  return rows as Versions<ValueOf<Rows[number][1]>>;
}

/** The reader of an actors version; of the newest known one for those to come. */
export function atVersion<T>(rows: Versions<T>, version: number): Reader<T> {
  const row = rows.find(([since]) => version >= since) ?? rows.at(-1);
  if (row === undefined) throw new RangeError('a table without versions');
  return row[1];
}
