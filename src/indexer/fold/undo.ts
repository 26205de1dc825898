/** Images of state rows on their way into the undo log and out of it. */
import { packImages, splitImages, unpackImages, type Image } from '#store/undo.ts';
import type { StateTable } from '../types.ts';
import type { UndoImage } from './state.ts';
import { rowFromJson, rowToJson, type PlainRow } from './tables.ts';

export interface UndoDoc {
  part: string;
  doc: Uint8Array;
}

/** The documents of a tipset. */
export function packUndo(images: readonly UndoImage[]): UndoDoc[] {
  const plain = images.map(({ table, key, row }): Image => [
    table,
    key,
    row && rowToJson(table, row),
  ]);
  return [...splitImages(plain)].map(([part, own]) => ({ part, doc: packImages(own) }));
}

/** The images of a document. */
export function unpackUndo(doc: Uint8Array): UndoImage[] {
  return unpackImages(doc).map(([name, key, row]) => {
    const table = name as StateTable;
    return { table, key, row: row && rowFromJson(table, row as PlainRow) };
  });
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
