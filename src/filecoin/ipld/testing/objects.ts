/** Sources of objects for tests. */
import type { ObjectSource } from '../source.ts';

export interface CountedSource extends ObjectSource {
  /** What was read, a list for each call. */
  readonly calls: (readonly string[])[];
}

/** Objects out of memory. */
export function sourceOf(...objects: readonly ReadonlyMap<string, Uint8Array>[]): CountedSource {
  const calls: (readonly string[])[] = [];
  return {
    calls,
    async read(cids) {
      calls.push(cids);
      return cids.map((cid) => {
        for (const each of objects) {
          const object = each.get(cid);
          if (object !== undefined) return object;
        }
        throw new Error(`no object ${cid}`);
      });
    },
  };
}
