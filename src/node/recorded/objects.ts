import { readPart, type RecordingFile } from './file.ts';
import { scanObjects } from './lines.ts';

/** Objects of the state, receipts and messages that were recorded with the chain. */
export interface RecordedObjects {
  /** An object's JSON text (its base64 in quotes); null for one that was not recorded. */
  read(cid: string): Buffer | null;
}

/** The file is looked through when the first object is asked for. */
export function readObjects(file: RecordingFile): RecordedObjects {
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
      return place === undefined ? null : readPart(file, place);
    },
  };
}
