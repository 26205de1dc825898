/** Many clients ask the node at a time, and some of them for what takes long. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SILENT } from '#node/log.ts';
import { createProxy } from '#rpc/proxy.ts';
import { RateLimit } from './limit.ts';
import { createRpc } from './rpc.ts';
import { closeHttpServer, listen } from './server.ts';
import { bareServer } from './testing/served.ts';

/** Calls for logs, which the node answers when told to. */
let slow: { answer(): void; request: IncomingMessage }[] = [];
let holding = true;
const node = createServer((req: IncomingMessage, res: ServerResponse) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const answer = () => res.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
    if (method === 'eth_getLogs' && holding) slow.push({ answer, request: req });
    else answer();
  });
});
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
const proxy = createProxy({
  upstream: () => ({ url: `http://127.0.0.1:${(node.address() as AddressInfo).port}/` }),
  unwritable: () => null,
  log: SILENT,
});
const server = bareServer([createRpc({ proxy, limit: new RateLimit(0) })], {
  proxies: ['127.0.0.1'],
});
let base = '';
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/rpc/v1`;
});
afterAll(async () => {
  proxy.close();
  await closeHttpServer(server, 0);
  node.closeAllConnections();
  node.close();
});
beforeEach(() => {
  slow = [];
  holding = true;
});
const release = (): void => {
  holding = false;
  for (const { answer } of slow) answer();
};

async function ask(client: number, method: string, signal?: AbortSignal): Promise<unknown> {
  const answer = await fetch(base, {
    method: 'POST',
    headers: { 'x-forwarded-for': `192.0.2.${client}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    signal: signal ?? null,
  });
  return answer.json();
}
const ONE = { jsonrpc: '2.0', id: 1, result: '0x1' };

it('one that asks for much that is slow keeps nobody else out', async () => {
  const many = Array.from({ length: 40 }, () => ask(1, 'eth_getLogs'));
  await vi.waitFor(() => expect(slow).toHaveLength(16));
  expect(await ask(2, 'eth_blockNumber')).toEqual(ONE);
  expect(slow).toHaveLength(16);
  release();
  expect(await Promise.all(many)).toEqual(Array(40).fill(ONE));
});

it('what nobody waits for any more is not waited for', async () => {
  const leaving = new AbortController();
  const many = Array.from({ length: 30 }, () => ask(1, 'eth_getLogs', leaving.signal));
  const told = Promise.allSettled(many);
  await vi.waitFor(() => expect(slow).toHaveLength(16));
  leaving.abort();
  await told;
  await vi.waitFor(() => expect(slow.every(({ request }) => request.destroyed)).toBe(true));
  expect(await ask(1, 'eth_blockNumber')).toEqual(ONE);
});

it('beyond those that may wait it is told to come again', async () => {
  const told: unknown[] = [];
  const many = Array.from({ length: 530 }, async () => {
    told.push(await ask(1, 'eth_getLogs'));
  });
  await vi.waitFor(() => expect(told).toHaveLength(530 - 16 - 500), { timeout: 20_000 });
  expect(await ask(2, 'eth_blockNumber')).toEqual(ONE);
  // One had to go for the other client's.
  await vi.waitFor(() => expect(told).toHaveLength(15));
  for (const each of told) expect(each).toMatchObject({ error: { code: -32005 } });
  release();
  await Promise.all(many);
  expect(told.slice(15)).toEqual(Array(515).fill(ONE));
});
