/**
 * How a table is declared, once: the types of its rows, its lists of columns, what the undo log keeps
 * of it and what a reorganisation deletes of it follow from its declaration (schema/). The DDL stands
 * in migrations/; schema.test.ts holds the two together.
 */
import type { ColumnType } from 'kysely';
import type { Int16, Int32, Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

/** `int`: of 64 bits; `small`: of 16 or 32; `numeric`: text in rows. */
export type ValueType =
  'int' | 'int16' | 'int32' | 'small' | 'signed' | 'numeric' | 'bytes' | 'text' | 'bool' | 'time';

class Column<Select = unknown, Insert = unknown, Past extends boolean = boolean> {
  /** For the compiler alone: what is read and what is written. */
  declare readonly values: ColumnType<Select, Insert, Insert>;
  readonly type: ValueType;
  readonly isNullable: boolean;
  readonly isPast: Past;

  constructor(type: ValueType, isNullable: boolean, isPast: Past) {
    this.type = type;
    this.isNullable = isNullable;
    this.isPast = isPast;
  }

  get nullable(): Column<Select | null, Insert | null, Past> {
    return new Column(this.type, true, this.isPast);
  }

  /** Of a state table: lists show it as it was when an earlier tipset was the head. */
  get past(): Column<Select, Insert, true> {
    return new Column(this.type, this.isNullable, true);
  }
}
export type { Column };

const column = <Select, Insert = Select>(type: ValueType): Column<Select, Insert, false> =>
  new Column(type, false, false);

/** A number that stays below 2^53. */
export const int = column<number>('int');
/** What the index itself counts, and heights: fewer than 2^31, or 2^15 where the DDL says smallint. */
export const small = column<number>('small');
/** What the chain tells and the protocol has few of: whoever reads it has checked that it fits. */
export const int16 = column<Int16>('int16');
export const int32 = column<Int32>('int32');
/** The id of a table of one row: 1. */
export const only = column<number, number | undefined>('small');
/** −2^63 … 2^63−1: a bigint column, read as a number while that is exact. */
export const signed = column<Integer>('signed');
/** attoFIL or another exact integer: read as a decimal string, written as string or bigint. */
export const amount = column<string, string | bigint>('numeric');
/** 0 … 2^64−1, more than bigint columns hold: read as a decimal string. */
export const unsigned = column<string, Uint64>('numeric');
export const bytes = column<Uint8Array>('bytes');
export const text = column<string>('text');
export const bool = column<boolean>('bool');
export const time = column<Date, Date | string>('time');
/** A text that is one of these. */
export const oneOf = <T extends string>(..._values: T[]): Column<T, T, false> => column<T>('text');

type Columns = Readonly<Record<string, Column>>;

/**
 * - state: rows that change with the chain; as they were before a tipset they stand in the undo log;
 * - fact: rows that a tipset's execution appends, and a reorganisation deletes;
 * - arrival: what is known of a tipset before it is executed;
 * - beside: what is none of the chain's facts: the index's own progress, and what stands beside it.
 */
export type Kind = 'state' | 'fact' | 'arrival' | 'beside';

/** Which rows of a fact table a reorganisation deletes. */
export type Above =
  /** Those from a height on, from an executed message on. */
  | 'height'
  | 'seq'
  /**
   * Lists of rows of a state table, told by its key and then by a last key column: ordinals that begin
   * at 0, of which the row counts how many there are, or heights.
   */
  | { readonly of: string; readonly count?: string };

/**
 * `state`: the document of the undo log that has the images of the rows of one owner, the first column
 * of their keys; other tables with `past` columns have one each.
 */
type Spec = Kind | { readonly state: string } | { readonly fact: Above };
type KindOf<S extends Spec> = S extends Kind ? S : keyof S & Kind;

export interface Table<
  K extends Kind = Kind,
  C extends Columns = Columns,
  Document extends string | null = string | null,
> {
  readonly kind: K;
  readonly columns: C;
  /** Columns of the primary key. A text in a key of several columns must hold no slash. */
  readonly key: readonly string[];
  /** Of all columns. */
  readonly names: readonly string[];
  /** Those of bytes. */
  readonly bytes: readonly string[];
  /** Those of a state table that lists show as they were. */
  readonly past: readonly string[];
  /** Of a state table whose rows are read back of one owner: its document in the undo log. */
  readonly document: Document;
  readonly above: Above;
}

export function defineTable<const S extends Spec, C extends Columns>(
  spec: S,
  key: readonly (NoInfer<keyof C> & string)[],
  columns: C,
): Table<KindOf<S>, C, S extends { readonly state: string } ? S['state'] : null>;
export function defineTable(spec: Spec, key: readonly string[], columns: Columns): Table {
  const options: { state?: string; fact?: Above } = typeof spec === 'string' ? {} : spec;
  const kind = typeof spec === 'string' ? spec : 'state' in spec ? 'state' : 'fact';
  const named = (is: (column: Column) => boolean): string[] =>
    Object.entries(columns).flatMap(([name, column]) => (is(column) ? [name] : []));
  return {
    kind,
    columns,
    key,
    names: Object.keys(columns),
    bytes: named(({ type }) => type === 'bytes'),
    past: kind === 'state' ? named(({ isPast }) => isPast) : [],
    document: options.state ?? null,
    above: options.fact ?? 'height',
  };
}

/** A table's columns as Kysely takes them. */
export type ColumnsOf<T extends Table> = { [N in keyof T['columns']]: T['columns'][N]['values'] };

/** The columns that lists show as they were. */
export type PastColumn<T extends Table> = T extends { readonly kind: 'state' }
  ? {
      [N in keyof T['columns']]: T['columns'][N]['isPast'] extends true ? N : never;
    }[keyof T['columns']]
  : never;
