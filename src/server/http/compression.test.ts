import type * as Zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { AnswerCache } from './cache.ts';
import { createCalls } from './calls.ts';
import { RateLimit } from './limit.ts';
import { closeHttpServer, listen } from './server.ts';
import { bareServer, snapshotOf } from './testing/served.ts';

const packed = vi.hoisted(() => ({ br: 0, gzip: 0 }));
vi.mock('node:zlib', async (importOriginal) => {
  const zlib = await importOriginal<typeof Zlib>();
  type Done = (error: Error | null, result: Buffer) => void;
  return {
    ...zlib,
    brotliCompress: (body: Buffer, options: Zlib.BrotliOptions, done: Done) => {
      packed.br += 1;
      zlib.brotliCompress(body, options, done);
    },
    gzip: (body: Buffer, options: Zlib.ZlibOptions, done: Done) => {
      packed.gzip += 1;
      zlib.gzip(body, options, done);
    },
  };
});

let version = 'head 1';
const calls = createCalls({
  api: {
    fetch: () =>
      new Response(JSON.stringify({ version, text: 'x'.repeat(5000) }), {
        headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
      }),
  },
  cache: new AnswerCache(1_000_000),
  origin: () => 'https://site.example',
  snapshot: () => snapshotOf(version),
  limit: new RateLimit(0),
});
const server = bareServer([calls]);
let base = '';
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
});
afterAll(() => closeHttpServer(server, 100));
beforeEach(() => {
  packed.br = 0;
  packed.gzip = 0;
});

/** As it came over the wire, not unpacked. */
function ask(encoding: string): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${base}/api/v1/info`, { headers: { 'accept-encoding': encoding } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ encoding: res.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

it('packs an answer once per head and encoding, however many ask', async () => {
  for (const head of ['head 1', 'head 2']) {
    version = head;
    const many = await Promise.all(
      [...Array(20).keys()].map((turn) => ask(turn % 2 === 0 ? 'br' : 'gzip')),
    );
    many.push(await ask('gzip, br'), await ask('gzip'));
    for (const { encoding, body } of many) {
      const text = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
      expect(JSON.parse(text.toString())).toMatchObject({ version: head });
    }
  }
  expect(packed).toEqual({ br: 2, gzip: 2 });
});

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0.5', 'br'],
  ['gzip;q=0.5', 'gzip'],
  ['identity, gzip;q=0.5, br;q=0.2', undefined],
  ['identity;q=0, br;q=0.001', 'br'],
  ['br;q=0, gzip;q=0', undefined],
  ['br;q=x', undefined],
  ['GZIP', 'gzip'],
  ['', undefined],
])('of %j sends %s', async (accept, encoding) => {
  expect((await ask(accept)).encoding).toBe(encoding);
});
