/** Types of columns. */
import type { ColumnType } from 'kysely';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

export type Bytes = Uint8Array;
/** attoFIL or another exact integer: read as a decimal string, written as string or bigint. */
export type Amount = ColumnType<string, string | bigint, string | bigint>;
/** 0 … 2^64−1, more than bigint columns hold: numeric, read as a decimal string. */
export type Unsigned = ColumnType<string, Uint64, Uint64>;
export type NullableUnsigned = ColumnType<string | null, Uint64 | null, Uint64 | null>;
/** −2^63 … 2^63−1: a bigint column, read as a number while that is exact. */
export type Signed = ColumnType<Integer, Integer, Integer>;
export type NullableSigned = ColumnType<Integer | null, Integer | null, Integer | null>;
export type NullableAmount = ColumnType<
  string | null,
  string | bigint | null,
  string | bigint | null
>;
