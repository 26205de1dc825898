/**
 * The undo log's documents: state rows as they were before a tipset's execution. What is reverted is
 * put back by them, and lists are read by them as they were when an earlier tipset was the head.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { integer } from '#filecoin/encoding/integers.ts';
import { TABLES, type Declared, type RowOf, type TableName } from './schema.ts';
import type { PastColumn, Table, ValueType } from './table.ts';

/** Of so many tipsets, the head among them, the log is kept, whatever is final. */
export const PAST_TIPSETS = 900;

/** Tables whose rows are read as they were. */
export type PastTable = {
  [T in TableName]: [PastColumn<Declared[T]>] extends [never] ? never : T;
}[TableName];
/** Those that are read back of one owner: it has a document of its own, of several tables. */
export type OwnedTable = {
  [T in PastTable]: Declared[T]['document'] extends null ? never : T;
}[PastTable];
/** Those whose images have documents of their own, so that a list reads no others. */
export type WholeTable = Exclude<PastTable, OwnedTable>;
/** What lists need of a row. */
export type PastRow<T extends PastTable> = Pick<RowOf<T>, PastColumn<Declared[T]> & keyof RowOf<T>>;

/** The document of all other tables; every tipset that is logged has one. */
export const OTHER_TABLES = '';

/** A row as JSON has it, bytes as hex, integers beyond 2^53 as text; null where there was none. The key is its columns, joined by slashes. */
export type Image = [table: string, key: string, row: Readonly<Record<string, unknown>> | null];

const DECLARED: Readonly<Partial<Record<string, Table>>> = TABLES;

/** The document that a table's images stand in; of an owned table by its owner. */
export function partOf(table: string, owner: string): string {
  const { document = null, past = [] } = DECLARED[table] ?? {};
  if (document !== null) return `${document}/${owner}`;
  return past.length > 0 ? table : OTHER_TABLES;
}

/** The documents of a tipset, by their parts. An owner is the first column of its rows' keys. */
export function splitImages(images: Iterable<Image>): Map<string, Image[]> {
  const parts = new Map<string, Image[]>([[OTHER_TABLES, []]]);
  for (const image of images) {
    const [table, key] = image;
    const [owner = ''] = key.split('/', 1);
    const part = partOf(table, owner);
    const known = parts.get(part);
    if (known) known.push(image);
    else parts.set(part, [image]);
  }
  return parts;
}

export function packImages(images: readonly Image[]): Uint8Array {
  const json = JSON.stringify(images, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return deflateSync(json, { level: 1 });
}

/** Inverse of `packImages`; the documents are this program's own. */
export function unpackImages(doc: Uint8Array): Image[] {
  return JSON.parse(inflateSync(doc).toString('utf8')) as Image[];
}

/** Values as JSON has them, those too that were logged when a column was narrower. */
const VALUES: Readonly<Record<ValueType, z.ZodType>> = {
  int: z.int(),
  int16: z.int(),
  int32: z.int(),
  small: z.int(),
  signed: z
    .union([z.int(), z.string().regex(/^-?\d{16,20}$/)])
    .transform((value) => integer(value)),
  numeric: z.union([z.string(), z.int().transform(String)]),
  bytes: z.hex().transform(fromHex),
  text: z.string(),
  bool: z.boolean(),
  time: z.coerce.date(),
};

/** What lists need of each table's images. A column that is not in older ones is null there. */
const PAST_ROWS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(TABLES).flatMap(([table, { columns, past }]) => {
    const own = Object.entries(columns).filter(([name]) => past.includes(name));
    const values = own.map(([name, { type, isNullable }]) => {
      const value = VALUES[type];
      return [name, isNullable ? value.nullable().default(null) : value] as const;
    });
    return values.length > 0 ? [[table, z.object(Object.fromEntries(values))]] : [];
  }),
);

/** A row of the log as lists read it, of a table whose rows are read as they were. */
export function readPast([table, , row]: Image): unknown {
  return row && PAST_ROWS.get(table)?.parse(row);
}
