import { WebSocket } from 'ws';
import { METHOD_NOT_FOUND } from './errors.ts';
import { parseJson } from './json.ts';
import type { Logger } from './log.ts';
import { readReply } from './rpc.ts';
import type { Subscription } from './types.ts';

export interface StreamOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Wire name of the call whose result is a channel, e.g. `Filecoin.ChainNotify`. */
  readonly method: string;
  /** Told of every value; throws when the value is nonsense, and the stream begins anew. */
  readonly onValue: (value: unknown) => void;
  /** A channel is open (again). */
  readonly onOpen?: () => void;
  /** Told of changes: of a loss once, however often connecting again fails. */
  readonly onState: (state: 'connected' | 'lost', reason?: string) => void;
  /** A ping goes out this often; silence for twice as long ends the connection. */
  readonly heartbeatMs: number;
  /** Delay before the first reconnection; doubles up to `maxDelayMs`, with jitter. */
  readonly delayMs: number;
  readonly maxDelayMs: number;
  readonly log: Logger;
}

const REQUEST_ID = 1;
const MAX_PAYLOAD = 256 << 20;
const MIN_HANDSHAKE_MS = 5000;
/** After so many failures the delay is the longest one. */
const MANY = 30;

/**
 * Keeps one go-jsonrpc channel open over a websocket: asks for it again after every loss, until
 * closed. A node that says that it has no such call is asked as seldom as one that is away for long.
 */
export function openStream(options: StreamOptions): Subscription {
  const { method, log } = options;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let over = false;
  let state: 'connected' | 'lost' | null = null;
  const become = (next: 'connected' | 'lost', reason?: string): void => {
    if (state === next) return;
    state = next;
    options.onState(next, reason);
  };

  const connect = (): void => {
    timer = null;
    const ws = new WebSocket(options.url, {
      headers: options.headers,
      maxPayload: MAX_PAYLOAD,
      handshakeTimeout: Math.max(options.heartbeatMs * 2, MIN_HANDSHAKE_MS),
    });
    socket = ws;
    let channel: unknown = null;
    let opened = 0;
    let heard = 0;
    /** The first cause of the end: what follows from it says less. */
    let reason: string | null = null;

    const end = (why: string): void => {
      reason ??= why;
      ws.terminate();
    };
    const heartbeat = setInterval(() => {
      // Until it is open, the handshake's time limit watches over it.
      if (ws.readyState !== WebSocket.OPEN) return;
      const now = Date.now();
      if (channel === null && now - opened > options.heartbeatMs * 4)
        end('the node opened no channel');
      else if (now - heard > options.heartbeatMs * 2) end('the node went silent');
      else ws.ping();
    }, options.heartbeatMs);

    ws.on('open', () => {
      opened = heard = Date.now();
      ws.send(JSON.stringify({ jsonrpc: '2.0', id: REQUEST_ID, method, params: [] }));
    });
    ws.on('pong', () => (heard = Date.now()));
    ws.on('message', (data) => {
      if (over) return;
      heard = Date.now();
      let value: unknown;
      try {
        value = parseJson(String(data));
      } catch {
        end('the node sent no JSON');
        return;
      }
      const notice = readNotice(value);
      if (notice === null) {
        const reply = readReply(value);
        if (reply?.id !== REQUEST_ID) return;
        if (reply.error !== null) {
          if (reply.error.code === METHOD_NOT_FOUND) failures = MANY;
          end(reply.error.message);
          return;
        }
        channel = reply.result;
        failures = 0;
        become('connected');
        options.onOpen?.();
      } else if (notice.channel === channel && channel !== null) {
        if (notice.closed) end('the node closed the stream');
        else
          try {
            options.onValue(notice.value);
          } catch (error) {
            log.warn({ method, error }, 'a value of the stream could not be taken');
            end(error instanceof Error ? error.message : String(error));
          }
      }
    });
    ws.on('error', (error) => (reason ??= error.message));
    ws.on('close', () => {
      clearInterval(heartbeat);
      if (socket !== ws) return;
      socket = null;
      const why = reason ?? 'the connection ended';
      become('lost', why);
      if (over) return;
      const delay =
        Math.min(options.maxDelayMs, options.delayMs * 2 ** failures) * (0.5 + Math.random() / 2);
      failures++;
      log.debug({ method, delay, reason: why }, 'stream lost, connecting again');
      timer = setTimeout(connect, delay);
    });
  };
  connect();

  return {
    close() {
      over = true;
      if (timer !== null) clearTimeout(timer);
      const ws = socket;
      socket = null;
      ws?.terminate();
    },
  };
}

interface Notice {
  readonly channel: unknown;
  readonly closed: boolean;
  readonly value: unknown;
}

/** A channel's value or end; null when it is something else. */
function readNotice(value: unknown): Notice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { method, params } = value as Record<string, unknown>;
  if (!Array.isArray(params)) return null;
  const [channel, item] = params as unknown[];
  if (method === 'xrpc.ch.val') return { channel, closed: false, value: item };
  if (method === 'xrpc.ch.close') return { channel, closed: true, value: null };
  return null;
}
