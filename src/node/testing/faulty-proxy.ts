import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { formatJson, parseJson } from '../json.ts';

/** What goes wrong with one HTTP request. */
export type Fault =
  /** The connection breaks before an answer. */
  | { readonly kind: 'drop' }
  /** The answer comes later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The answer comes when this resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The answer breaks off: with `framed` it claims to be whole, else the connection ends early. */
  | { readonly kind: 'truncate'; readonly framed?: boolean }
  /** An answer of something between: a gateway's error page, say. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Results are changed; `undefined` leaves one as it is. */
  | { readonly kind: 'corrupt'; readonly change: (method: string, result: unknown) => unknown }
  /** Calls are refused as a node refuses them; null lets one pass. */
  | { readonly kind: 'refuse'; readonly error: (method: string) => RefusedCall | null };

/** A JSON-RPC error; -32601 for a call that the node does not have. */
export interface RefusedCall {
  readonly code: number;
  readonly message: string;
}

export interface FaultyCall {
  /** Wire names of the request's calls. */
  readonly methods: readonly string[];
  /** Requests before this one. */
  readonly ordinal: number;
}

/** Decides about every request; null lets it pass. */
export type Faults = (call: FaultyCall) => Fault | null;

export interface FaultyProxyOptions {
  /** The node behind, e.g. `http://127.0.0.1:6100/rpc/v1`. */
  readonly target: string;
  readonly faults?: Faults;
}

export interface FaultyProxy {
  readonly url: string;
  /** HTTP requests so far. */
  requests(): number;
  setFaults(faults: Faults | null): void;
  /** Another node answers from now on. */
  setTarget(url: string): void;
  /** Breaks all websockets that are open. */
  dropSockets(): void;
  /** Websockets stay open but carry nothing any more, not even pongs. */
  silenceSockets(): void;
  /** Changes every text that the node sends over a websocket; null swallows it. */
  setSocketFilter(filter: ((text: string) => string | null) | null): void;
  close(): Promise<void>;
}

/** A proxy before a node that fails in the ways asked for: of tests only. */
export async function startFaultyProxy(options: FaultyProxyOptions): Promise<FaultyProxy> {
  let faults: Faults | null = options.faults ?? null;
  let filter: ((text: string) => string | null) | null = null;
  let requests = 0;
  let { target } = options;
  const silent = new WeakSet<WebSocket>();
  const upstreams = new Set<WebSocket>();

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const calls = callsOf(body);
    const ordinal = requests++;
    const fault = faults?.({ methods: calls.map(({ method }) => method), ordinal });
    if (fault?.kind === 'drop') {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'status') {
      response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers });
      response.end(fault.body ?? '<html><body>Bad gateway</body></html>');
      return;
    }
    if (fault?.kind === 'delay') await sleep(fault.ms);
    if (fault?.kind === 'hold') await fault.until;
    // As a client on the same machine asks: packing would cost more than it saves.
    const answer = await fetch(target, {
      method: 'POST',
      body,
      headers: { 'accept-encoding': 'identity' },
    });
    let text = await answer.text();
    if (fault?.kind === 'corrupt')
      text = changed(text, calls, (method, reply) => {
        const result = fault.change(method, reply['result']);
        return result === undefined ? reply : { jsonrpc: '2.0', id: reply['id'], result };
      });
    if (fault?.kind === 'refuse')
      text = changed(text, calls, (method, reply) => {
        const error = fault.error(method);
        return error === null ? reply : { jsonrpc: '2.0', id: reply['id'], error };
      });
    const bytes = Buffer.from(text);
    const half = bytes.subarray(0, bytes.length >> 1);
    const cut = fault?.kind === 'truncate';
    const length = cut && fault.framed === true ? half.length : bytes.length;
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': length,
    });
    if (!cut || fault.framed === true) response.end(cut ? half : bytes);
    else response.write(half, () => request.socket.destroy());
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true, autoPong: false });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      const upstream = new WebSocket(target.replace(/^http/, 'ws'));
      const early: string[] = [];
      upstreams.add(upstream);
      client.on('ping', (data) => {
        if (!silent.has(client)) client.pong(data);
      });
      client.on('message', (data) => {
        if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data));
        else early.push(String(data));
      });
      upstream.on('open', () => early.forEach((text) => upstream.send(text)));
      upstream.on('message', (data) => {
        if (silent.has(client)) return;
        const text = filter === null ? String(data) : filter(String(data));
        if (text !== null) client.send(text);
      });
      const end = (): void => {
        upstreams.delete(upstream);
        client.terminate();
        upstream.terminate();
      };
      for (const side of [client, upstream]) side.on('close', end).on('error', end);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/rpc/v1`,
    requests: () => requests,
    setFaults: (next) => (faults = next),
    setTarget: (next) => (target = next),
    dropSockets() {
      for (const client of sockets.clients) client.terminate();
    },
    silenceSockets() {
      for (const client of sockets.clients) silent.add(client);
    },
    setSocketFilter: (next) => (filter = next),
    async close() {
      for (const socket of [...sockets.clients, ...upstreams]) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Call {
  readonly id: unknown;
  readonly method: string;
}

function callsOf(body: string): Call[] {
  const value: unknown = JSON.parse(body);
  return (Array.isArray(value) ? value : [value]) as Call[];
}

type Reply = Readonly<Record<string, unknown>>;

function changed(
  text: string,
  calls: readonly Call[],
  change: (method: string, reply: Reply) => Reply,
): string {
  const value: unknown = parseJson(text);
  let same = true;
  const one = (reply: Reply): Reply => {
    const next = change(calls.find(({ id }) => id === reply['id'])?.method ?? '', reply);
    if (next !== reply) same = false;
    return next;
  };
  const next = Array.isArray(value) ? (value as Reply[]).map(one) : one(value as Reply);
  return same ? text : formatJson(next);
}
