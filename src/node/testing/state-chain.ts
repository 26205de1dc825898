/** The recorded chain with all its state, for tests that read it themselves. */
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { NodeError } from '../errors.ts';
import { openObjects, readPart } from '../recorded/file.ts';
import { scanObjects } from '../recorded/lines.ts';
import { openRecording, type Recording } from '../recorded/recording.ts';
import { STATE_CHAIN } from './demo-node.ts';

export interface StateChain {
  readonly recording: Recording;
  readonly objects: ObjectSource & { has(cid: string): boolean };
  close(): Promise<void>;
}

/** Objects that were not recorded are refused as by a node. */
export async function openStateChain(): Promise<StateChain> {
  const recording = await openRecording(STATE_CHAIN);
  const file = await openObjects(STATE_CHAIN);
  if (file === null) throw new Error('a recording without objects');
  const places = new Map<string, { offset: number; length: number }>();
  scanObjects(file.fd, file.size, (cid, offset, length) => places.set(cid, { offset, length }));
  const read = (cid: string): Uint8Array => {
    const place = places.get(cid);
    if (place === undefined)
      throw new NodeError('rpc', 'Filecoin.ChainReadObj', `ipld: could not find ${cid}`);
    return fromBase64(readPart(file, place).toString('latin1').slice(1, -1));
  };
  return {
    recording,
    objects: { read: async (cids) => cids.map(read), has: (cid) => places.has(cid) },
    async close() {
      await recording.close();
      await file.close();
    },
  };
}
