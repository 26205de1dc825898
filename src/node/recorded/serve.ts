import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import { createClock, type Clock } from './clock.ts';
import { answerText } from './jsonrpc.ts';
import { createRecordedNode } from './node.ts';
import { createPlayer, type Position } from './player.ts';
import { openRecording } from './recording.ts';
import { serveSocket } from './streams.ts';

export interface RecordedNodeOptions {
  /** The recording's folder (`data/demo-chain`). */
  readonly folder: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** Height of the head at the start; null: 700 epochs before the recording's end. */
  readonly startHeight: number | null;
  /** The head is not below this height at the start, e.g. that of an index which goes on. */
  readonly resumeHeight?: number;
  /** Real seconds per epoch; 0: as fast as possible; null: moved by hand. */
  readonly epochSeconds: number | null;
  /** Calls that the node does not have (`StateListActors`, …), but for its streams. */
  readonly without?: readonly string[] | undefined;
  /** Where the unpacked answers are kept; default: a folder in the system's temporary one. */
  readonly cacheDir?: string | undefined;
}

export interface ServedRecording {
  readonly url: string;
  readonly clock: Clock;
  position(): Position;
  onPosition(listener: (position: Position) => void): void;
  close(): Promise<void>;
}

/** What is left to be played by default, epochs. */
const LIVE_EPOCHS = 700;
const PATHS = new Set(['/rpc/v0', '/rpc/v1']);
const MAX_BODY = 8 << 20;
const GZIP_FROM = 1400;
const KEEP_ALIVE_MS = 65_000;

/** Serves a recording as a Filecoin node in this thread: JSON-RPC over HTTP and websocket. */
export async function serveRecording(options: RecordedNodeOptions): Promise<ServedRecording> {
  const recording = await openRecording(options.folder, options.cacheDir);
  const { chain, messages, timeline } = recording;
  const { epochSeconds, resumeHeight = 0 } = options;
  const usual = Math.max(0, chain.tipset(timeline.last).height - LIVE_EPOCHS);
  const startHeight = Math.max(options.startHeight ?? usual, resumeHeight);
  const player = createPlayer(chain, messages, timeline, startHeight);
  const { node, present } = createRecordedNode(
    recording,
    player,
    { startHeight, epochSeconds },
    options.without,
  );
  const clock = createClock(player, epochSeconds);

  const server = createServer((request, response) => {
    if (request.method !== 'POST' || !PATHS.has(pathOf(request))) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    readBody(request).then(
      (body) => reply(request, response, body === null ? null : answerText(node, body)),
      () => response.destroy(),
    );
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY });
  server.on('upgrade', (request, socket, head) => {
    if (PATHS.has(pathOf(request)))
      sockets.handleUpgrade(request, socket, head, (ws) => serveSocket(ws, node, present));
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  clock.run();

  return {
    url: `http://${host}:${port}/rpc/v1`,
    clock,
    position: player.position,
    onPosition(listener) {
      player.onEvent(() => listener(player.position()));
    },
    async close() {
      clock.pause();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await recording.close();
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** The request's body; null when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > MAX_BODY) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reply(request: IncomingMessage, response: ServerResponse, body: Buffer | null): void {
  if (body === null) {
    response.writeHead(413, { 'content-type': 'text/plain' }).end('too long\n');
    return;
  }
  const packed =
    body.length >= GZIP_FROM && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const bytes = packed ? gzipSync(body, { level: 1 }) : body;
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(packed ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(bytes);
}
