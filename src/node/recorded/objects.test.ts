import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '#filecoin/encoding/bytes.ts';
import { decodeCbor } from '#filecoin/encoding/cbor.ts';
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import { createNodeClient } from '../client.ts';
import { isObjectNotFound } from '../errors.ts';
import { createNodeObjects } from '../objects/objects.ts';
import {
  call,
  NOT_OF_LIVE_NODES,
  rejection,
  rootOf,
  startStateNode,
  STATE_CHAIN,
} from '../testing/demo-node.ts';
import { startFaultyProxy } from '../testing/faulty-proxy.ts';
import type { NodeClient } from '../types.ts';
import { openObjects } from './file.ts';
import { scanObjects } from './lines.ts';
import { readObjects } from './objects.ts';
import type { RunningRecordedNode } from './start.ts';

describe('the objects of a recording', () => {
  let node: RunningRecordedNode;
  let client: NodeClient;
  beforeAll(async () => {
    node = await startStateNode(2600);
    client = createNodeClient({ url: node.url });
  });
  afterAll(async () => {
    await client.close();
    await node.close();
  });

  it('are told by their CIDs', async () => {
    const cid = rootOf(await client.chainHead());
    const { result } = await call(node.url, 'ChainReadObj', cid);
    const object = await client.chainReadObj(cid);
    expect(toBase64(object)).toBe(result);
    expect(cidOf(blake2b256(object))).toBe(cid['/']);
    expect(decodeCbor(object)).toMatchObject([5, {}, {}]);

    const gone = cidOf(blake2b256(Uint8Array.of(1, 2, 3)));
    const error = await rejection(client.chainReadObj({ '/': gone }));
    expect(error.kind).toBe('rpc');
    expect(isObjectNotFound(error)).toBe(true);
    for (const wrong of [cid['/'], null, {}, [cid]])
      expect((await call(node.url, 'ChainReadObj', wrong)).error?.code).toBe(-32602);
  });

  it('are all there, and hash to their CIDs', async () => {
    const file = await openObjects(STATE_CHAIN);
    const objects = file === null ? null : readObjects(file);
    const cids = await everyCid();
    expect(cids).toHaveLength(30_806);
    for (const cid of cids) {
      const bytes = fromBase64(String(objects?.read(cid)).slice(1, -1));
      if (cidOf(blake2b256(bytes)) !== cid) throw new Error(`${cid} hashes to another CID`);
    }
    await file?.close();
  });

  it('come many in a request', async () => {
    const proxy = await startFaultyProxy({ target: node.url });
    const through = createNodeClient({ url: proxy.url });
    const { urgent } = createNodeObjects(through);
    const cids = (await everyCid()).slice(0, 2000);
    expect(await urgent.read(cids)).toHaveLength(cids.length);
    expect(proxy.requests()).toBe(40);
    await through.close();
    await proxy.close();
  });

  it('are all that is told of the state by a node that passes for a live one', async () => {
    const live = await startStateNode(2600, NOT_OF_LIVE_NODES);
    const of = createNodeClient({ url: live.url });
    const info = await of.probe();
    expect(info.recorded).toBe(false);
    expect(info.capabilities.has('StateChangedActors')).toBe(false);
    expect(info.capabilities.has('ActorObjects')).toBe(true);
    for (const method of NOT_OF_LIVE_NODES)
      expect((await call(live.url, method)).error?.code).toBe(-32601);
    await of.close();
    await live.close();
  });

  it('are read from a plain file too, which has to be one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-objects-'));
    expect(await openObjects(folder)).toBeNull();
    await copyFile(join(STATE_CHAIN, 'objects.ndjson.zst'), join(folder, 'objects.ndjson.zst'));
    const of = async (text: string, cid: string): Promise<string> => {
      await writeFile(join(folder, 'objects.ndjson'), text);
      const file = await openObjects(folder);
      if (file === null) throw new Error('there is a file');
      try {
        return readObjects(file).read(cid).toString();
      } finally {
        await file.close();
      }
    };
    const lines = '{"cid":"a","data":"AAA="}\n{"cid":"b","data":""}\n';
    expect(await of(lines, 'a')).toBe('"AAA="');
    expect(await of(lines, 'b')).toBe('""');
    await expect(of(lines, 'c')).rejects.toThrow('could not find c');
    // Cut off within a line.
    expect(await of(lines.slice(0, -5), 'a')).toBe('"AAA="');
    await expect(of(lines.slice(0, -5), 'b')).rejects.toThrow('could not find b');
    await expect(of(`${lines}{"m":"Version"}\n`, 'a')).rejects.toThrow('unreadable line');
    await rm(folder, { recursive: true });
  });
});

/** Of all objects of the chain. */
async function everyCid(): Promise<string[]> {
  const file = await openObjects(STATE_CHAIN);
  const cids: string[] = [];
  if (file !== null) scanObjects(file.fd, file.size, (cid) => cids.push(cid));
  await file?.close();
  return cids;
}
