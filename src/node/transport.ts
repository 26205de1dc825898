import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { TooLong, type AnswerReader } from './answers.ts';
import { NodeError } from './errors.ts';
import type { Logger } from './log.ts';
import type { Silence } from './types.ts';

export interface TransportOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Requests under way at a time. */
  readonly concurrency: number;
  /** Tries of one request, the first one included. */
  readonly attempts: number;
  /** Delay before the second try, ms; doubles from try to try, with jitter. */
  readonly retryDelayMs: number;
  readonly maxBytes: number;
  readonly gzip: boolean;
  readonly log: Logger;
}

/** Posts JSON texts to one URL. */
export interface Transport {
  /**
   * Posts `body` and reads the answer. Tries again what failed on the way, an answer that is no
   * JSON included.
   * @param name what is asked, for errors and the log
   * @param reader takes the answer as it comes, each try's by a new one; a SyntaxError of it counts as a
   * failure on the way
   * @param maxBytes longest answer, unpacked, where that is not the transport's own limit
   * @param signal fires when nobody waits for the answer any more: the request is given up, as `unavailable`
   * @throws NodeError `unavailable`, `rpc` (HTTP 4xx), `nonsense` (no JSON) or `closed`
   */
  post<T>(
    name: string,
    body: string,
    timeoutMs: number,
    reader: () => AnswerReader<T>,
    maxBytes?: number,
    signal?: AbortSignal,
  ): Promise<T>;
  /** How long the node has answered nothing while requests of at most this time limit wait; null when none does. */
  silence(timeoutMs: number): Silence | null;
  close(): void;
}

const RETRY_AFTER_LIMIT_MS = 30_000;
const OPENING = new Set(['{', '[']);
/** What every JSON-RPC reply has. */
const MARK = Buffer.from('"jsonrpc"');
/** What is no reply is read to its end for the connection's sake, up to here, bytes. */
const LONGEST_REFUSAL = 1 << 20;
/** Bytes that are unpacked at a time. */
const PIECE = 64 << 10;

interface FailureDetails {
  readonly status?: number;
  /** Whether asking again may help. */
  readonly again?: boolean;
  /** The node asks to wait this long, ms. */
  readonly waitMs?: number;
}

/** A request that brought no answer. */
class Failure extends Error {
  readonly kind: 'unavailable' | 'nonsense' | 'rpc';
  readonly status: number | undefined;
  readonly again: boolean;
  readonly waitMs: number;
  constructor(kind: Failure['kind'], message: string, details: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.status = details.status;
    this.again = details.again ?? true;
    this.waitMs = details.waitMs ?? 0;
  }
}

export function createTransport(options: TransportOptions): Transport {
  const { url, log } = options;
  const secure = url.protocol === 'https:';
  const agentOptions = { keepAlive: true, maxSockets: options.concurrency };
  const agent = secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const closing = new AbortController();
  const waiting: (() => void)[] = [];
  /** Requests under way, and when each was sent first, ms. */
  const sent = new Set<{ name: string; timeoutMs: number; since: number }>();
  let lastAnswer = -Infinity;
  let underWay = 0;

  const enter = async (): Promise<void> => {
    if (underWay < options.concurrency) underWay++;
    // The one who leaves hands the place over.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) underWay--;
    else next();
  };

  const once = <T>(
    body: string,
    timeoutMs: number,
    reader: AnswerReader<T>,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      const send = secure ? httpsRequest : httpRequest;
      const request = send(url, {
        method: 'POST',
        agent,
        signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(options.gzip ? { 'accept-encoding': 'gzip' } : {}),
          ...options.headers,
        },
      });
      const timer = setTimeout(() => {
        reject(new Failure('unavailable', `no answer within ${timeoutMs} ms`));
        request.destroy();
      }, timeoutMs);
      const fail = (error: Error): void => {
        clearTimeout(timer);
        reject(failureOf(error));
      };
      request.on('error', fail);
      request.on('response', (response) => {
        lastAnswer = performance.now();
        response.on('error', fail);
        readAnswer(response, reader, maxBytes).then((answer) => {
          clearTimeout(timer);
          resolve(answer);
        }, fail);
      });
      request.end(body);
    });

  return {
    async post(name, body, timeoutMs, reader, maxBytes = options.maxBytes, signal) {
      const own = { name, timeoutMs, since: 0 };
      for (let attempt = 1; ; attempt++) {
        let failure: Failure;
        await enter();
        if (attempt === 1) own.since = performance.now();
        sent.add(own);
        try {
          if (closing.signal.aborted) throw closed(name);
          return await once(body, timeoutMs, reader(), maxBytes, signal);
        } catch (error) {
          if (closing.signal.aborted) throw closed(name);
          if (!(error instanceof Failure)) throw error;
          failure = error;
        } finally {
          sent.delete(own);
          leave();
        }
        const { kind, message, status } = failure;
        if (!failure.again || attempt >= options.attempts || signal?.aborted) {
          // What is too long now is so next time.
          const lasting = kind === 'nonsense' && !failure.again;
          const code = status === undefined ? {} : { code: status };
          throw new NodeError(kind, name, message, { ...code, lasting });
        }
        const backoff = options.retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random());
        const delay = Math.max(backoff, failure.waitMs);
        log.debug({ name, attempt, delay, reason: message }, 'asking the node again');
        await sleep(delay, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    },
    silence(timeoutMs) {
      const [oldest] = [...sent]
        .filter((request) => request.timeoutMs <= timeoutMs)
        .sort((a, b) => a.since - b.since);
      if (oldest === undefined) return null;
      return { name: oldest.name, ms: performance.now() - Math.max(oldest.since, lastAnswer) };
    },
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

function failureOf(error: Error): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof SyntaxError) return new Failure('nonsense', 'the answer is no JSON');
  if (error instanceof TooLong) return new Failure('nonsense', error.message, { again: false });
  return new Failure('unavailable', error.message);
}

function mayPass(status: number): boolean {
  return status === 404 || status === 408 || status === 425 || status === 429;
}

function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

function closed(name: string): NodeError {
  return new NodeError('closed', name, 'the client was closed');
}

async function readAnswer<T>(
  response: IncomingMessage,
  reader: AnswerReader<T>,
  maxBytes: number,
): Promise<T> {
  const status = response.statusCode ?? 0;
  const fine = status >= 200 && status < 300;
  let length = 0;
  let isJson: boolean | null = null;
  // Lotus sends JSON-RPC errors with status 500: those are answers. Whoever asks to come later means it.
  let isReply = status < 300;
  let before = Buffer.alloc(0);
  for await (const part of unpacked(response)) {
    length += part.length;
    if (length > maxBytes) throw new TooLong(`the answer is longer than ${maxBytes} bytes`);
    const start = isJson === null ? part.toString('latin1', 0, 64).trimStart() : '';
    if (start !== '') isJson = OPENING.has(start.charAt(0));
    if (isJson === false || isBusy(status)) {
      if (length > LONGEST_REFUSAL) break;
      continue;
    }
    if (!isReply) {
      const joined = Buffer.concat([before, part]);
      isReply = joined.includes(MARK);
      before = joined.subarray(-MARK.length);
    }
    try {
      reader.push(part);
    } catch (error) {
      if (isReply || !(error instanceof SyntaxError)) throw error;
      isJson = false;
    }
  }
  const done = isJson === true && !isBusy(status);
  if (done && !response.complete) throw new Failure('unavailable', 'the answer was cut off');
  if (done && isReply) return reader.end();
  if (fine) throw new Failure('nonsense', 'the answer is no JSON', { status });
  const seconds = Number(response.headers['retry-after']);
  const wait = Number.isFinite(seconds) ? Math.min(seconds * 1000, RETRY_AFTER_LIMIT_MS) : 0;
  const refused = status >= 400 && status < 500 && !mayPass(status);
  throw new Failure(refused ? 'rpc' : 'unavailable', `HTTP status ${status}`, {
    status,
    again: !refused,
    waitMs: wait,
  });
}

/** The answer's bytes as they come, unpacked; whoever stops before their end ends the connection. */
async function* unpacked(response: IncomingMessage): AsyncGenerator<Buffer> {
  if (response.headers['content-encoding'] !== 'gzip') {
    for await (const part of response) yield part as Buffer;
    return;
  }
  // Its errors end the reading below.
  const plain = pipeline(response, createGunzip({ chunkSize: PIECE }), () => undefined);
  try {
    for await (const part of plain) yield part as Buffer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new Failure('nonsense', `the answer does not unpack: ${error.message}`);
    throw error;
  }
}
