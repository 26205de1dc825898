/** The pool's calls over a pool that is followed. */
import { createMempool, type Mempool } from '#indexer/index.ts';
import { createNodeClient } from '#node/client.ts';
import { SILENT } from '#node/log.ts';
import type { NodeClient, SignedMessageJson } from '#node/types.ts';
import { mempoolListSchema, pendingMessagesSchema } from '#explorer/mempool/schema.ts';
import { messageDetailSchema } from '#explorer/message/schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DemoApi, expectShape } from './testing/demo-api.ts';

const api = new DemoApi();
let node: NodeClient;
let mempool: Mempool;
let pool: SignedMessageJson[] = [];

beforeAll(async () => {
  const { demo } = api;
  node = createNodeClient({ url: demo.node.url });
  mempool = createMempool({ node, store: demo.store, log: SILENT });
  mempool.start();
  for (let steps = 0; pool.length === 0 && steps < 300; steps++) {
    await demo.node.step();
    pool = await node.mpoolPending();
  }
  await demo.caughtUp();
  await mempool.sync();
});
afterAll(async () => {
  await mempool.stop();
  await node.close();
});

const cids = (): string[] => pool.map(({ CID }) => CID?.['/'] ?? '');

it('lists what the node has, newest first', async () => {
  expect(pool.length).toBeGreaterThan(0);
  const { body, headers } = await api.get('/message/mempool/list');
  expectShape(mempoolListSchema, body);
  const { messages, totalCount, methods } = mempoolListSchema.parse(body);
  expect(messages.map(({ cid }) => cid).sort()).toEqual(cids().sort());
  expect(totalCount).toBe(pool.length);
  expect(headers.get('cache-control')).toBe('no-store');
  const { now } = (await api.demo.explorer.network.status()).clock;
  for (const { method } of messages) expect(methods).toContain(method);
  for (const message of messages) {
    const { Message: told } = pool.find(({ CID }) => CID?.['/'] === message.cid) ?? {};
    expect(message).toMatchObject({
      nonce: told?.Nonce,
      value: told?.Value,
      gasLimit: told?.GasLimit,
      gasFeeCap: told?.GasFeeCap,
      gasPremium: told?.GasPremium,
      methodNumber: told?.Method,
    });
    // By the recording's clock, not the wall's.
    expect(Math.abs(message.createTimestamp - now)).toBeLessThan(3600);
  }
  const csv = await api.fetch('/message/mempool/list.csv');
  expect((await csv.text()).split('\r\n').length).toBe(pool.length + 2);
  // The pool changes under one head: what an answer is of names the change as well.
  const { snapshot } = mempoolListSchema.parse(body);
  expect([headers.get('x-head'), csv.headers.get('x-head')]).toEqual([snapshot, snapshot]);
  const rest = await api.get(`/message/mempool/list?before=${csv.headers.get('x-head')}.1`);
  expect(mempoolListSchema.parse(rest.body).messages).toEqual(messages.slice(1));
});

it('finds what waits by message and by account', async () => {
  for (const cid of cids()) {
    const { body, headers } = await api.get(`/message/${cid}`);
    expectShape(messageDetailSchema, body);
    const message = messageDetailSchema.parse(body);
    expect(message).toMatchObject({ cid, status: 'pending', receipt: null, height: null });
    expect(headers.get('cache-control')).toBe('no-store');
    for (const form of [message.from, message.to]) {
      const filtered = await api.get(
        `/message/mempool/filtered-list?address=${form}&pageSize=1000`,
      );
      expect(JSON.stringify(filtered.body)).toContain(cid);
      const pending = await api.get(`/address/${form}/pending-messages`);
      expectShape(pendingMessagesSchema, pending.body);
      expect(JSON.stringify(pending.body)).toContain(cid);
    }
    expect((await api.get(`/search?id=${cid}`)).body).toEqual({ type: 'message', cid });
  }
});
