/**
 * The undo log's documents: state rows as they were before a tipset's execution. What is reverted is
 * put back by them, and lists are read by them as they were when an earlier tipset was the head.
 */
import { deflateSync, inflateSync } from 'node:zlib';

/** Of so many tipsets, the head among them, the log is kept, whatever is final. */
export const PAST_TIPSETS = 900;

/** Tables whose images have documents of their own, so that a list reads no others. */
export const PAST_TABLES = [
  'actor',
  'contract_user',
  'contract_window',
  'counter',
  'miner',
  'nft',
  'nft_holder',
  'token',
  'token_account',
  'token_holder',
] as const;

export type PastTable = (typeof PAST_TABLES)[number];

/** The document of all other tables; every tipset that is logged has one. */
export const OTHER_TABLES = '';

/** A row as JSON has it, bytes as hex; null where there was none. The key is its columns, joined by slashes. */
export type Image = [table: string, key: string, row: Readonly<Record<string, unknown>> | null];

export function packImages(images: readonly Image[]): Uint8Array {
  return deflateSync(JSON.stringify(images), { level: 1 });
}

/** Inverse of `packImages`; the documents are this program's own. */
export function unpackImages(doc: Uint8Array): Image[] {
  return JSON.parse(inflateSync(doc).toString('utf8')) as Image[];
}
