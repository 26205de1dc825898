import { readPart, type RecordingFile } from './file.ts';
import { scanObjects } from './lines.ts';
import { notFound } from './refusal.ts';

/** A result's JSON text. */
export type Result = Buffer | string;

/** Objects of the chain that a recording tells. */
export interface RecordedObjects {
  /** An object's JSON text: its base64 in quotes. @throws Refusal */
  read(cid: string): Result;
}

/** Objects that are made when they are asked for. */
export interface RebuiltObjects extends RecordedObjects {
  /** Whether it is a state root, or part of a tree that was made for one. */
  knows(cid: string): boolean;
}

/**
 * Those that were recorded with the chain; the trees of states that are missing there may be made anew.
 * The file is looked through when the first object is asked for.
 */
export function readObjects(
  file: RecordingFile,
  trees: RebuiltObjects | null = null,
): RecordedObjects {
  let places: Map<string, { offset: number; length: number }> | null = null;
  const index = (): NonNullable<typeof places> => {
    const found: NonNullable<typeof places> = new Map();
    scanObjects(file.fd, file.size, (cid, offset, length) => found.set(cid, { offset, length }));
    return found;
  };
  return {
    read(cid) {
      places ??= index();
      const place = places.get(cid);
      if (place !== undefined) return readPart(file, place);
      if (trees?.knows(cid) !== true) throw notFound(cid);
      return trees.read(cid);
    },
  };
}
