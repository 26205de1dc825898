/** Undo documents: the state rows as they were before a tipset's execution, deflated JSON. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { StateTable } from '../types.ts';
import type { UndoImage } from './state.ts';
import { rowFromJson, rowToJson, type PlainRow } from './tables.ts';

type ImageJson = [table: StateTable, key: string, row: PlainRow | null];

export function packUndo(images: readonly UndoImage[]): Uint8Array {
  const json = images.map(({ table, key, row }): ImageJson => [
    table,
    key,
    row && rowToJson(table, row),
  ]);
  return deflateSync(JSON.stringify(json));
}

/** Inverse of `packUndo`; the documents are this program's own. */
export function unpackUndo(doc: Uint8Array): UndoImage[] {
  const json = JSON.parse(inflateSync(doc).toString('utf8')) as ImageJson[];
  return json.map(([table, key, row]) => ({ table, key, row: row && rowFromJson(table, row) }));
}

/** Of several tipsets' images, oldest first: each row as it was before the oldest that changed it. */
export function oldestImages(tipsets: readonly (readonly UndoImage[])[]): UndoImage[] {
  const oldest = new Map<string, UndoImage>();
  for (const images of tipsets)
    for (const image of images) {
      const entry = `${image.table}:${image.key}`;
      if (!oldest.has(entry)) oldest.set(entry, image);
    }
  return [...oldest.values()];
}
