/** What one client does to a server to keep it busy, for `npm run bench -- abuse`. */
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { headToken } from '#explorer/head.ts';
import { digestOf } from '#filecoin/encoding/cid.ts';

/** A client at an address of its own. */
export interface Client {
  url: string;
  address: string;
  /** Reads the answer to its end. @throws Error for any other status than these */
  get(path: string, statuses?: readonly number[]): Promise<void>;
  call(method: string, statuses?: readonly number[]): Promise<void>;
}

export function clientOf(url: string, address: string): Client {
  const headers = { 'x-forwarded-for': address };
  const read = async (answer: Response, statuses: readonly number[]): Promise<void> => {
    await answer.arrayBuffer();
    if (!statuses.includes(answer.status)) throw new Error(`${answer.url}: ${answer.status}`);
  };
  return {
    url,
    address,
    get: async (path, statuses = [200]) => read(await fetch(url + path, { headers }), statuses),
    async call(method, statuses = [200]) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [{}] });
      await read(await fetch(`${url}/rpc/v1`, { method: 'POST', headers, body }), statuses);
    },
  };
}

let times = 0;
/** What nobody has asked for before. */
export const fresh = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}bench=${(times += 1)}`;

/** Of an index up to that height, what attacks name. */
export interface Target {
  /** Tokens of heads that lists may be read at, newest first. */
  heads: readonly string[];
}

export interface Attack {
  name: string;
  /** So many at a time, each again as soon as it has ended. */
  clients: number;
  /** @param over fires when all are to end */
  ask(client: Client, n: number, target: Target, over: AbortSignal): Promise<void>;
}

const ANY = [200, 404, 429, 503];
/** How much a slow reader takes at a time, bytes, and how often, ms. */
const SIP = { bytes: 512, ms: 500 };
const TIPSETS = z.object({
  tipsets: z.array(z.object({ height: z.int(), blocks: z.array(z.object({ cid: z.string() })) })),
});

/** Tokens of the newest heads, a hundred of them. */
export async function targetOf(url: string): Promise<Target> {
  const answer = await fetch(`${url}/api/v1/tipset/list?pageSize=100`);
  const { tipsets } = TIPSETS.parse(await answer.json());
  const heads = tipsets.map(({ height, blocks }) =>
    headToken(height, Buffer.concat(blocks.map(({ cid }) => digestOf(cid)))),
  );
  return { heads };
}

/** Asks for an answer of megabytes, and takes it by sips. */
function sip({ url, address }: Client, path: string, over: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
    const timer = setInterval(() => socket.read(SIP.bytes), SIP.ms);
    const leave = () => socket.destroy();
    over.addEventListener('abort', leave, { once: true });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      over.removeEventListener('abort', leave);
      resolve();
    });
  });
}

/** A page under a name of the site that nobody has used. */
function underName({ url, address }: Client, path: string, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'x-forwarded-for': address };
    get(url + path, { headers }, (answer) => {
      answer.resume().once('end', resolve);
    }).once('error', reject);
  });
}

/**
 * A connection of the live channel in twenty rooms, until all is over. A client may be in 200 (live/server.ts):
 * here thirty of them are as one, each in as many as it may.
 */
function inRooms({ url }: Client, n: number, over: AbortSignal): Promise<void> {
  const address = `198.51.100.${n % 30}`;
  const topics = Array.from({ length: 20 }, (_, at) => `address/f0${1000 + ((n * 20 + at) % 90)}`);
  return new Promise((resolve) => {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      { headers: { 'x-forwarded-for': address } },
    );
    const leave = () => socket.terminate();
    over.addEventListener('abort', leave, { once: true });
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const packet = data.toString();
      if (packet === '2') socket.send('3');
      else if (packet.startsWith('0')) socket.send('40');
      else if (packet.startsWith('40'))
        for (const topic of topics) socket.send(`42${JSON.stringify(['subscribe', topic])}`);
    });
    socket.once('close', () => {
      over.removeEventListener('abort', leave);
      // Whoever is turned away comes again, not at once.
      void delay(100).then(resolve);
    });
  });
}

export const ATTACKS: readonly Attack[] = [
  { name: 'slow logs', clients: 100, ask: (client) => client.call('eth_getLogs', ANY) },
  {
    name: 'pictures',
    clients: 100,
    ask: (client, n) => client.get(`/share/tipset/${1 + (n % 15_000)}.png`, ANY),
  },
  { name: 'exports', clients: 50, ask: (client) => client.get('/api/v1/message/list.csv', ANY) },
  {
    name: 'slow readers',
    clients: 200,
    ask: (client, _n, _target, over) => sip(client, fresh('/api/v1/message/list.csv'), over),
  },
  {
    name: 'deep pages',
    clients: 50,
    ask: (client, n) => client.get(fresh(`/api/v1/message/list?page=${n % 170}&pageSize=25`), ANY),
  },
  {
    name: 'pinned heads',
    clients: 50,
    ask(client, n, { heads }) {
      const head = heads[n % heads.length] ?? '';
      return client.get(fresh(`/api/v1/rich-list?pageSize=100&head=${head}`), ANY);
    },
  },
  {
    name: 'names',
    clients: 50,
    ask: (client, n) => underName(client, '/en/message', `host${n}.example`),
  },
  { name: 'pages', clients: 50, ask: (client) => client.get(fresh('/en/message'), ANY) },
  { name: 'rooms', clients: 300, ask: (client, n, _target, over) => inRooms(client, n, over) },
];
