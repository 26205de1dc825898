import { LRUCache } from 'lru-cache';

/** What an entry takes besides the object's bytes, about: the CID's text, a typed array, a place in a map. */
const ENTRY_BYTES = 400;

/** Objects by CID; the least recently used go first. */
export type KeptObjects = LRUCache<string, Uint8Array>;

/** @param limit bytes that all of them may take, what the entries take besides included; 0 keeps nothing */
export function keptObjects(limit: number): KeptObjects {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(limit)),
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
}
