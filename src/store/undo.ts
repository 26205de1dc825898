/**
 * The undo log's documents: state rows as they were before a tipset's execution. What is reverted is
 * put back by them, and lists are read by them as they were when an earlier tipset was the head.
 */
import { deflateSync, inflateSync } from 'node:zlib';

/** Of so many tipsets, the head among them, the log is kept, whatever is final. */
export const PAST_TIPSETS = 900;

/** Tables whose images have documents of their own, so that a list reads no others. */
const WHOLE_TABLES = [
  'actor',
  'channel',
  'claim',
  'contract_user',
  'contract_window',
  'counter',
  'data_cap',
  'method',
  'miner',
  'multisig',
  'name',
  'name_account',
  'name_node',
  'name_record',
  'nft',
  'nft_holder',
  'proposal',
  'storage_count',
  'token',
  'token_account',
  'token_holder',
  'verifier',
] as const;

/** Tables that are read back of one owner: it has a document of its own, for all of them. */
const OWNED_TABLES = {
  sector: 'sectors',
  sector_miner: 'sectors',
  sector_partition: 'sectors',
  sector_set: 'sectors',
} as const;

export type WholeTable = (typeof WHOLE_TABLES)[number];
export type OwnedTable = keyof typeof OWNED_TABLES;
/** Tables whose rows are read as they were. */
export type PastTable = WholeTable | OwnedTable;

/** The document of all other tables; every tipset that is logged has one. */
export const OTHER_TABLES = '';

/** A row as JSON has it, bytes as hex, integers beyond 2^53 as text; null where there was none. The key is its columns, joined by slashes. */
export type Image = [table: string, key: string, row: Readonly<Record<string, unknown>> | null];

const WHOLE: ReadonlySet<string> = new Set(WHOLE_TABLES);

/** The document that a table's images stand in; of an owned table by its owner. */
export function partOf(table: string, owner: string): string {
  if (WHOLE.has(table)) return table;
  return isOwned(table) ? `${OWNED_TABLES[table]}/${owner}` : OTHER_TABLES;
}

const isOwned = (table: string): table is OwnedTable => Object.hasOwn(OWNED_TABLES, table);

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
