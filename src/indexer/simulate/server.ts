/** Serves a world as a node over HTTP and websocket, with whatever goes wrong on the way. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { RpcRefusal } from '#node/recorded/refusal.ts';
import type { Delivery, Reply } from './delivery.ts';
import type { Troubles } from './troubles.ts';
import type { Tip } from './tree.ts';
import type { World } from './world.ts';

export interface Served {
  readonly url: string;
  /** Another head; whoever listens is told of the changes. */
  moveTo(head: Tip): void;
  /** Breaks all websockets that are open. */
  dropSockets(): void;
  close(): Promise<void>;
}

interface Channel {
  readonly socket: WebSocket;
  readonly number: number;
}

export async function serve(world: World, troubles: Troubles): Promise<Served> {
  const server = createServer((request, response) => {
    answer(request, response, world, troubles).catch(() => response.destroy());
  });
  const held = new Set<Socket>();
  server.on('connection', (socket) => {
    held.add(socket);
    socket.on('close', () => held.delete(socket));
  });
  const sockets = new WebSocketServer({ noServer: true, autoPong: false });
  const channels = new Set<Channel>();
  let lastChannel = 0;
  server.on('upgrade', (request, socket, head) => {
    const way = troubles.socket();
    // Taken and never spoken to.
    if (way === 'half-open') return;
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      if (way === 'silent') return;
      client.on('ping', (data) => client.pong(data));
      client.on('message', (data) => {
        const { id, method } = JSON.parse(String(data)) as { id: unknown; method: string };
        const channel = { socket: client, number: ++lastChannel };
        client.send(JSON.stringify({ jsonrpc: '2.0', id, result: channel.number }));
        if (method !== 'Filecoin.ChainNotify') return;
        channels.add(channel);
        client.on('close', () => channels.delete(channel));
        push(channel, `[{"Type":"current","Val":${world.head.text}}]`);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let waiting: string[] = [];

  return {
    url: `http://127.0.0.1:${port}/rpc/v1`,
    moveTo(head) {
      const before = world.head;
      world.head = head;
      const notice = changes(before, head);
      const order = troubles.notice([...waiting, notice]);
      waiting = order.later;
      for (const text of order.now) for (const channel of channels) push(channel, text);
    },
    dropSockets() {
      for (const client of sockets.clients) client.terminate();
    },
    async close() {
      for (const socket of held) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function push({ socket, number }: Channel, value: string): void {
  if (socket.readyState === WebSocket.OPEN)
    socket.send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[${number},${value}]}`);
}

/** As a node tells it: what is left, newest first, then what comes. */
function changes(before: Tip, head: Tip): string {
  const left: string[] = [];
  const come: string[] = [];
  let [from, to]: [Tip | null, Tip | null] = [before, head];
  while (from !== to && (from || to))
    if (from && (!to || from.height >= to.height)) {
      left.push(`{"Type":"revert","Val":${from.text}}`);
      from = from.parent;
    } else if (to) {
      come.push(`{"Type":"apply","Val":${to.text}}`);
      to = to.parent;
    }
  return `[${[...left, ...come.reverse()].join(',')}]`;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  world: World,
  troubles: Troubles,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const asked: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
  const calls = (Array.isArray(asked) ? asked : [asked]) as Pick<
    Reply,
    'id' | 'method' | 'params'
  >[];
  const replies = calls.map((call) => {
    const reply = replyOf(world, call);
    troubles.reply(reply, world);
    return reply;
  });
  const told = troubles.replies(replies);
  const delivery = troubles.delivery(replies);
  const texts = told.map(textOf);
  const text = Array.isArray(asked) ? `[${texts.join(',')}]` : (texts[0] ?? '');
  await deliver(response, delivery, text);
}

function replyOf(
  world: World,
  { id, method, params }: Pick<Reply, 'id' | 'method' | 'params'>,
): Reply {
  try {
    return { id, method, params, result: world.call(method, params), error: null };
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    const { code, message } = error;
    return { id, method, params, result: null, error: { code, message } };
  }
}

function textOf({ id, result, error }: Reply): string {
  const number = JSON.stringify(id);
  if (error !== null) return JSON.stringify({ jsonrpc: '2.0', id, error });
  return `{"jsonrpc":"2.0","result":${result ?? 'null'},"id":${number}}`;
}

async function deliver(response: ServerResponse, delivery: Delivery, text: string): Promise<void> {
  switch (delivery.how) {
    case 'never':
      return;
    case 'dropped':
      response.socket?.destroy();
      return;
    case 'status':
      response.writeHead(delivery.status, { 'content-type': 'text/html', 'retry-after': '0' });
      response.end('<html><body>Try again</body></html>');
      return;
    case 'cut': {
      const bytes = Buffer.from(text);
      const half = bytes.subarray(0, bytes.length >> 1);
      const length = delivery.framed ? half.length : bytes.length;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
      if (delivery.framed) response.end(half);
      else response.write(half, () => response.socket?.destroy());
      return;
    }
    case 'refused':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"limit exceeded"}}',
      );
      return;
    case 'late':
      await sleep(delivery.ms);
      break;
    case 'whole':
  }
  const bytes = Buffer.from(text);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  response.end(bytes);
}
