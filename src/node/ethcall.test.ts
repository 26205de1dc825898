/** Reads of contracts, who may answer anything. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { createNodeClient } from './client.ts';
import type { RunningRecordedNode } from './recorded/start.ts';
import { rejection, startDemoNode } from './testing/demo-node.ts';
import { startFaultyProxy, type FaultyProxy } from './testing/faulty-proxy.ts';
import type { NodeClient } from './types.ts';

/** A token, and a contract that has no name. */
const TOKEN = fromHex('2714e7c7c6e5f5a0e4012f1322150646d3f79405');
const NAMELESS = fromHex('cd2dab8d3f298a130e4987efbf804b5e8c8c8f65');
const NAME = fromHex('06fdde03');
const SUPPLY = fromHex('18160ddd');

let node: RunningRecordedNode;
let proxy: FaultyProxy;
let client: NodeClient;
beforeAll(async () => {
  node = await startDemoNode(20_300);
  while (!node.position().ended) await node.stepChange();
  proxy = await startFaultyProxy({ target: node.url });
  client = createNodeClient({ url: proxy.url, retryDelayMs: 5 });
});
beforeEach(() => proxy.setFaults(null));
afterAll(async () => {
  await client?.close();
  await proxy?.close();
  await node?.close();
});

const answering = (result: unknown): void =>
  proxy.setFaults(() => ({ kind: 'corrupt', change: () => result }));

it('answers bytes, at the newest state or at a height', async () => {
  const { Blocks } = await client.chainHead();
  const parent = await client.chainGetTipSet(Blocks[0]?.Parents ?? []);
  const latest = await client.ethCall(TOKEN, SUPPLY);
  expect(toHex(latest ?? new Uint8Array())).toBe((10n ** 15n).toString(16).padStart(64, '0'));
  expect(await client.ethCall(TOKEN, SUPPLY, parent.Height)).toEqual(latest);
  expect(await rejection(client.ethCall(TOKEN, SUPPLY, parent.Height - 1))).toMatchObject({
    kind: 'rpc',
  });
});

it('answers null where the contract reverts', async () => {
  expect(await client.ethCall(NAMELESS, NAME)).toBeNull();
});

it('refuses 10 MB at once, and what is no hex', async () => {
  const before = proxy.requests();
  answering(`0x${'41'.repeat(10_000_000)}`);
  const error = await rejection(client.ethCall(TOKEN, NAME));
  expect(error.kind).toBe('nonsense');
  expect(error.message).toContain('131072');
  expect(proxy.requests() - before).toBe(1);
  for (const result of ['0x123', 'name', 7, null, {}]) {
    answering(result);
    expect((await rejection(client.ethCall(TOKEN, NAME))).kind).toBe('nonsense');
  }
});
