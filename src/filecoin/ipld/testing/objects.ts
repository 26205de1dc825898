/** Sources of objects for tests. */
import { readFileSync } from 'node:fs';
import { constants, zstdDecompressSync } from 'node:zlib';
import { fromBase64 } from '../../encoding/bytes.ts';
import { encodeCbor, CborCid, type CborValue } from '../../encoding/cbor.ts';
import { blake2b256, cidOf, parseCid } from '../../encoding/cid.ts';
import type { ObjectSource } from '../source.ts';

const STATE_CHAIN = new URL('../../../../data/state-chain/', import.meta.url);
const WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 27 } };

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

/** Objects put in one by one. */
export class Objects extends Map<string, Uint8Array> {
  /** A link to the object that has this value. */
  link(value: CborValue): CborCid {
    return new CborCid(parseCid(this.put(value)));
  }

  /** The CID of the object that has this value. */
  put(value: CborValue): string {
    return this.putBytes(encodeCbor(value));
  }

  putBytes(object: Uint8Array): string {
    const cid = cidOf(blake2b256(object));
    this.set(cid, object);
    return cid;
  }
}

/** Lines of a file of the recorded chain with objects. */
export function stateChainLines(name: 'answers' | 'objects'): string[] {
  const packed = readFileSync(new URL(`${name}.ndjson.zst`, STATE_CHAIN));
  return zstdDecompressSync(packed, WINDOW)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** All objects of that chain. */
export function stateChainObjects(): Map<string, Uint8Array> {
  return new Map(
    stateChainLines('objects').map((line) => {
      const { cid, data } = JSON.parse(line) as { cid: string; data: string };
      return [cid, fromBase64(data)];
    }),
  );
}
