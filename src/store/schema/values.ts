/** Types of columns. */
import type { ColumnType } from 'kysely';

export type Bytes = Uint8Array;
/** attoFIL or another exact integer: read as a decimal string, written as string or bigint. */
export type Amount = ColumnType<string, string | bigint, string | bigint>;
/** 0 … 2^64−1, more than bigint columns hold: numeric, read as a decimal string. */
export type MethodNumber = ColumnType<string, number | bigint, never>;
export type NullableAmount = ColumnType<
  string | null,
  string | bigint | null,
  string | bigint | null
>;
