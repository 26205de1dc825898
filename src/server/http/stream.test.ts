import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '#api/call.ts';
import { AnswerCache } from './cache.ts';
import { createCalls } from './calls.ts';
import { RateLimit } from './limit.ts';
import { closeHttpServer, listen } from './server.ts';
import { bareServer, snapshotOf } from './testing/served.ts';

const CHUNK = new TextEncoder().encode(`${'x'.repeat(65_535)}\n`);
/** Far more than the sockets between server and reader hold. */
const CHUNKS = 2000;

let made = 0;
let cancelled = 0;
let base = '';

/** Reads that end when told to. */
const reads: { client: string; end: () => void }[] = [];

/** Streams CHUNKS chunks, `/api/broken.csv` only three of them; `/api/read.csv` after a read in turn. */
const api = {
  async fetch(request: Request, call: Call): Promise<Response> {
    if (request.url.endsWith('/read.csv')) {
      const read = () =>
        new Promise<string>((resolve) => {
          reads.push({ client: call.client, end: () => resolve(call.client) });
        });
      return new Response((await call.turn?.(read)) ?? null);
    }
    if (request.url.endsWith('/refused.csv'))
      return new Response('{"statusCode":400}', { status: 400 });
    const end = request.url.endsWith('/short.csv') ? 3 : CHUNKS;
    const breaks = request.url.endsWith('/broken.csv');
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (breaks && sent === 3) throw new Error('the head is gone');
          if (sent === end) return controller.close();
          made += 1;
          sent += 1;
          controller.enqueue(CHUNK);
        },
        cancel() {
          cancelled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, {
      headers: { 'content-type': 'text/csv', 'cache-control': 'no-store' },
    });
  },
};

const server = bareServer(
  [
    createCalls({
      api,
      cache: new AnswerCache(1_000_000),
      origin: () => 'http://x',
      snapshot: () => snapshotOf('1'),
      limit: new RateLimit(0),
    }),
  ],
  { proxies: ['127.0.0.1'] },
);

beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
});
afterAll(() => closeHttpServer(server, 1000));

it('streams an export whole, compressed when the reader takes it', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const response = await fetch(`${base}/api/short.csv`, {
      headers: { 'accept-encoding': encoding },
    });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    expect(response.headers.get('etag')).toBe(null);
    expect((await response.text()).length).toBe(3 * CHUNK.length);
  }
});

it('makes no more than a slow reader takes, and nothing once it is gone', async () => {
  made = 0;
  cancelled = 0;
  const request = get(`${base}/api/list.csv`);
  const [response] = await once(request, 'response');
  await once(response, 'readable');
  // Until the sockets' buffers are full and nothing is made any more.
  let seen = -1;
  await vi.waitFor(
    () => {
      const before = seen;
      seen = made;
      expect(seen).toBe(before);
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(made).toBeLessThan(CHUNKS / 4);
  request.destroy();
  await vi.waitFor(() => expect(cancelled).toBe(1));
  expect(made).toBeLessThan(CHUNKS / 4);
});

it('cuts the connection when the list breaks off', async () => {
  const response = await fetch(`${base}/api/broken.csv`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

it('sends refusals as they are, and only headers to HEAD', async () => {
  expect((await fetch(`${base}/api/refused.csv`)).status).toBe(400);
  made = 0;
  const head = await fetch(`${base}/api/list.csv`, { method: 'HEAD' });
  expect(head.headers.get('content-type')).toBe('text/csv');
  expect(made).toBe(0);
});

it('reads pages of exports for clients in turn', async () => {
  const ask = async (client: string): Promise<string> => {
    const headers = { 'x-forwarded-for': client };
    return (await fetch(`${base}/api/read.csv`, { headers })).text();
  };
  const many = Array.from({ length: 5 }, () => ask('192.0.2.1'));
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  const other = ask('192.0.2.2');
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.end();
  expect(await other).toBe('192.0.2.2');
  for (let ended = 0; ended < 6; ended++) {
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(ended));
    reads[ended]?.end();
  }
  expect(await Promise.all(many)).toEqual(Array(5).fill('192.0.2.1'));
});
