import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

/** Streams CHUNKS chunks, `/api/broken.csv` only three of them. */
const api = {
  fetch(request: Request): Response {
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

const server = bareServer([
  createCalls({
    api,
    cache: new AnswerCache(1_000_000),
    origin: () => 'http://x',
    snapshot: () => snapshotOf('1'),
    limit: new RateLimit(0),
  }),
]);

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
