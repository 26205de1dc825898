import { parseAnswer, textOf, whole, type AnswerReader } from './answers.ts';
import { isTooLong, METHOD_NOT_FOUND, NodeError } from './errors.ts';
import { formatJson } from './json.ts';
import type { Transport } from './transport.ts';

export interface RpcOptions {
  readonly transport: Transport;
  readonly timeoutMs: number;
  /** Calls in one request; 1 sends every call alone. */
  readonly maxBatch: number;
}

export interface CallOptions {
  /** Sends the call alone, with this time limit and this longest answer. */
  readonly alone?: { readonly timeoutMs: number; readonly maxBytes?: number };
  /** Sends the call together with others of these options only; one object for all of them. */
  readonly heavy?: HeavyCalls;
  /** The result is a text: sent together with others of the kind, without a search for long integers. */
  readonly text?: boolean;
}

/** Calls that may take long and bring much: as many go together as the last ones show to be soon done. */
export interface HeavyCalls {
  /** Time limit of a request, ms. */
  readonly timeoutMs: number;
  /** Reads an answer of any length; what is left of it is bounded there. */
  readonly reader: () => AnswerReader<unknown>;
}

/**
 * JSON-RPC calls over a transport. Calls issued together share a request; while several requests
 * are under way, those issued within a moment do.
 */
export interface Rpc {
  /**
   * @param method wire name, e.g. `Filecoin.ChainHead`
   * @returns the result as `parseJson` reads it, not validated
   */
  call(method: string, params: readonly unknown[], options?: CallOptions): Promise<unknown>;
}

interface Pending {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that share requests. */
interface Lane {
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  readonly reader: () => AnswerReader<unknown>;
  /** Calls in one request, at most. */
  size: number;
  /** Whether `size` follows from the last answer. */
  readonly measured: boolean;
  queue: Pending[];
}

/** With so many requests under way the next one waits for company, so long at most, ms. */
const BUSY = 4;
const MOMENT_MS = 1;

/** A node that takes no batches is not sent any for so long, ms. */
const NO_BATCHES_MS = 600_000;

/** The codes by which jsonrpsee, Forest's server, refuses a batch that is too long, or its answer. */
const TOO_LONG: ReadonlySet<number> = new Set([-32010, -32011]);

/** What a request of a measured lane may take and bring. */
const SOON_MS = 250;
const SHORT_BYTES = 1 << 20;

const JSONS = whole(parseAnswer);
const TEXTS = whole((answer): unknown => JSON.parse(textOf(answer)));

interface Reply {
  readonly id: unknown;
  readonly result: unknown;
  readonly error: { code: number; message: string } | null;
}

export function createRpc({ transport, timeoutMs, maxBatch }: RpcOptions): Rpc {
  const light: Lane = { timeoutMs, reader: JSONS, size: maxBatch, measured: false, queue: [] };
  const texts: Lane = { ...light, reader: TEXTS, queue: [] };
  const heavy = new Map<HeavyCalls, Lane>();
  let lastId = 0;
  let underWay = 0;
  /** From when on calls may be sent together, ms. */
  let batchesFrom = maxBatch > 1 ? -Infinity : Infinity;

  const laneOf = (options: HeavyCalls): Lane => {
    const known = heavy.get(options);
    if (known !== undefined) return known;
    const lane = { ...options, maxBytes: Infinity, size: 1, measured: true, queue: [] };
    heavy.set(options, lane);
    return lane;
  };

  const together = async (lane: Lane, calls: readonly Pending[]): Promise<void> => {
    const names = [...new Set(calls.map(({ method }) => method))];
    const name = names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
    const began = performance.now();
    const measured = (bytes: number): void => {
      const share = Math.max((performance.now() - began) / SOON_MS, bytes / SHORT_BYTES);
      lane.size = Math.max(1, Math.min(maxBatch, Math.floor(calls.length / share)));
    };
    const reader = lane.measured ? () => counting(lane.reader(), measured) : lane.reader;
    const [only] = calls.length === 1 ? calls : [];
    const body = only ? requestText(only) : `[${calls.map(requestText).join(',')}]`;
    let value: unknown;
    underWay++;
    try {
      value = await transport
        .post(name, body, lane.timeoutMs, reader, lane.maxBytes)
        .finally(() => underWay--);
    } catch (error) {
      // What took too long with so many may be done in time with fewer.
      if (lane.measured) lane.size = Math.max(1, calls.length >> 1);
      if (calls.length < 2 || !(isTooLong(error) || isRefusedAsLong(error))) {
        for (const { reject } of calls) reject(error);
        return;
      }
      await halved(lane, calls);
      return;
    }
    if (!only && !Array.isArray(value)) {
      if (TOO_LONG.has(readReply(value)?.error?.code ?? 0)) {
        await halved(lane, calls);
        return;
      }
      // One answer to many calls: this node takes no batches, or was not itself for a moment.
      batchesFrom = Math.max(batchesFrom, performance.now() + NO_BATCHES_MS);
      await Promise.all(calls.map((call) => together(lane, [call])));
      return;
    }
    const replies = new Map<unknown, Reply>();
    for (const item of only ? [value] : (value as unknown[])) {
      const reply = readReply(item);
      if (reply !== null) replies.set(only ? only.id : reply.id, reply);
    }
    for (const { id, method, resolve, reject } of calls) {
      try {
        resolve(settle(method, replies.get(id) ?? null));
      } catch (error) {
        reject(error);
      }
    }
  };

  const halved = async (lane: Lane, calls: readonly Pending[]): Promise<void> => {
    const half = calls.length >> 1;
    await Promise.all([together(lane, calls.slice(0, half)), together(lane, calls.slice(half))]);
  };

  const flush = (lane: Lane): void => {
    const calls = lane.queue;
    lane.queue = [];
    const size = performance.now() < batchesFrom ? 1 : lane.size;
    for (let at = 0; at < calls.length; at += size) void together(lane, calls.slice(at, at + size));
  };

  return {
    async call(method, params, options = {}) {
      const id = ++lastId;
      const { alone, heavy: of, text = false } = options;
      if (alone !== undefined) {
        const body = requestText({ id, method, params });
        const value = await transport.post(method, body, alone.timeoutMs, JSONS, alone.maxBytes);
        return settle(method, readReply(value));
      }
      const lane = of !== undefined ? laneOf(of) : text ? texts : light;
      return new Promise((resolve, reject) => {
        if (lane.queue.length === 0)
          if (underWay < BUSY) setImmediate(flush, lane);
          else setTimeout(flush, MOMENT_MS, lane);
        lane.queue.push({ id, method, params, resolve, reject });
      });
    },
  };
}

/** Whether the request was too long for something between. */
function isRefusedAsLong(error: unknown): boolean {
  return error instanceof NodeError && error.code === 413;
}

function requestText({ id, method, params }: Omit<Pending, 'resolve' | 'reject'>): string {
  return formatJson({ jsonrpc: '2.0', id, method, params });
}

/** Tells how long an answer was when it is read to its end. */
function counting<T>(reader: AnswerReader<T>, told: (bytes: number) => void): AnswerReader<T> {
  let count = 0;
  return {
    push(bytes) {
      count += bytes.length;
      reader.push(bytes);
    },
    end() {
      told(count);
      return reader.end();
    },
  };
}

/** Null when it is no JSON-RPC reply. */
export function readReply(value: unknown): Reply | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, result, error } = value as Record<string, unknown>;
  if (error === undefined || error === null) {
    // A null result may come without the member.
    return 'result' in value || 'jsonrpc' in value
      ? { id, result: result ?? null, error: null }
      : null;
  }
  if (typeof error !== 'object') return null;
  const { code, message } = error as Record<string, unknown>;
  if (typeof code !== 'number') return null;
  return { id, result: null, error: { code, message: String(message ?? '') } };
}

/** The reply's result; its error is thrown. */
function settle(method: string, reply: Reply | null): unknown {
  if (reply === null) throw new NodeError('nonsense', method, 'the answer is no JSON-RPC reply');
  if (reply.error === null) return reply.result;
  const { code, message } = reply.error;
  throw new NodeError(code === METHOD_NOT_FOUND ? 'unsupported' : 'rpc', method, message, { code });
}
