/** Bodies that are longer than anybody wants to read, sent by clients that do not stop. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnswerCache } from './cache.ts';
import { createCalls } from './calls.ts';
import { RateLimit } from './limit.ts';
import { closeHttpServer, listen } from './server.ts';
import { bareServer, snapshotOf } from './testing/served.ts';

const MIB = 1024 * 1024;
/** Takes 16 MiB. */
const VERIFY = '/api/v1/contract/verify';
/** Takes 32 KiB, once a minute. */
const CLAIM = '/api/v1/address-tag/create';
/** What is on its way when it is decided that no more is read. */
const AHEAD = 0.75 * MIB;
const DISTANCE_MS = 300;

const calls = createCalls({
  api: { fetch: async () => new Response('{}') },
  cache: new AnswerCache(1_000_000),
  origin: () => 'https://site.example',
  snapshot: () => snapshotOf('1'),
  limit: new RateLimit(0),
  limits: { claims: new RateLimit(1), verification: new RateLimit(0) },
});
const server = bareServer([calls], { proxies: ['127.0.0.1'] });
/** By the client's port. */
const accepted = new Map<number | undefined, Socket>();
server.on('connection', (socket) => accepted.set(socket.remotePort, socket));
let port = 0;
beforeAll(async () => {
  port = await listen(server, '127.0.0.1', 0);
});
afterAll(() => closeHttpServer(server, 100));

interface Sent {
  path: string;
  client?: string;
  chunked?: boolean;
  host?: string;
}

/** Sends a body until the connection is closed: what was answered, and how much the server had read, bytes. */
async function flood({ path, client = '192.0.2.1', chunked = false, host = '' }: Sent) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const { localPort } = socket;
  const closed = new Promise((resolve) => socket.on('close', resolve));
  let answer = '';
  // Nobody hears of an answer at once.
  socket.pause();
  setTimeout(() => socket.resume(), DISTANCE_MS);
  socket.on('data', (data: Buffer) => (answer += data.toString('latin1')));
  // It is reset while it sends.
  socket.on('error', () => undefined);
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${100 * MIB}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${host}X-Forwarded-For: ${client}\r\n${length}\r\n\r\n`,
  );
  const piece = ' '.repeat(65_536);
  const sent = chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
  const more = () => {
    while (!socket.destroyed && socket.write(sent));
  };
  socket.on('drain', more);
  more();
  await closed;
  return { answer, read: accepted.get(localPort)?.bytesRead };
}

it.concurrent.each([
  ['413', 0, { path: VERIFY }],
  ['413', 16 * MIB, { path: VERIFY, chunked: true }],
  ['413', 0, { path: '/v2/verify/314/0x1' }],
  ['413', 24 * MIB, { path: '/api?module=contract', chunked: true }],
  ['413', 32 * 1024, { path: CLAIM, client: '192.0.2.2', chunked: true }],
  ['429', 0, { path: CLAIM, client: '192.0.2.3' }],
  ['429', 0, { path: CLAIM, client: '192.0.2.3', chunked: true }],
  ['404', 0, { path: '/nowhere' }],
  ['400', 0, { path: VERIFY, host: 'Host: y\r\n' }],
] as const)(
  'are answered by %s, and read no further than %d bytes: %o',
  async (status, most, sent) => {
    const url = `http://127.0.0.1:${port}${CLAIM}`;
    const headers = { 'x-forwarded-for': '192.0.2.3' };
    if (status === '429') await fetch(url, { method: 'POST', headers, body: '{}' });
    const { answer, read } = await flood(sent);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(read).toBeGreaterThanOrEqual(most);
    expect(read).toBeLessThan(most + AHEAD);
  },
);
