import { METHOD_NOT_FOUND, NodeError } from './errors.ts';
import { parseJson } from './json.ts';
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
  /** Changes the answer's bytes before they are parsed; of calls sent alone only. */
  readonly prepare?: (answer: Buffer) => Buffer;
}

/** JSON-RPC calls over a transport; calls issued together share a request. */
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

interface Reply {
  readonly id: unknown;
  readonly result: unknown;
  readonly error: { code: number; message: string } | null;
}

export function createRpc({ transport, timeoutMs, maxBatch }: RpcOptions): Rpc {
  let queue: Pending[] = [];
  let scheduled = false;
  let lastId = 0;
  let batches = maxBatch > 1;

  const single = async (
    call: Omit<Pending, 'resolve' | 'reject'>,
    limit: { readonly timeoutMs: number; readonly maxBytes?: number },
    prepare?: (answer: Buffer) => Buffer,
  ): Promise<unknown> => {
    const value = await transport.post(
      call.method,
      requestText(call),
      limit.timeoutMs,
      (answer) => parse(prepare === undefined ? answer : prepare(answer)),
      limit.maxBytes,
    );
    return settle(call.method, readReply(value));
  };

  const together = async (calls: readonly Pending[]): Promise<void> => {
    const names = [...new Set(calls.map(({ method }) => method))];
    const name = names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
    let value: unknown;
    try {
      value = await transport.post(name, `[${calls.map(requestText).join(',')}]`, timeoutMs, parse);
    } catch (error) {
      if (!(error instanceof NodeError) || error.code !== 413 || calls.length < 2) {
        for (const { reject } of calls) reject(error);
        return;
      }
      const half = calls.length >> 1;
      await Promise.all([together(calls.slice(0, half)), together(calls.slice(half))]);
      return;
    }
    if (!Array.isArray(value)) {
      // One answer to many calls: this node takes no batches.
      batches = false;
      await Promise.all(calls.map(apart));
      return;
    }
    const replies = new Map<unknown, Reply>();
    for (const item of value as unknown[]) {
      const reply = readReply(item);
      if (reply !== null) replies.set(reply.id, reply);
    }
    for (const { id, method, resolve, reject } of calls) {
      try {
        resolve(settle(method, replies.get(id) ?? null));
      } catch (error) {
        reject(error);
      }
    }
  };

  const apart = (call: Pending): Promise<void> =>
    single(call, { timeoutMs }).then(call.resolve, call.reject);

  const flush = (): void => {
    scheduled = false;
    const calls = queue;
    queue = [];
    const size = batches ? maxBatch : 1;
    for (let at = 0; at < calls.length; at += size) {
      const [first, ...others] = calls.slice(at, at + size);
      if (first === undefined) continue;
      if (others.length === 0) void apart(first);
      else void together([first, ...others]);
    }
  };

  return {
    call(method, params, options = {}) {
      const id = ++lastId;
      if (options.alone !== undefined)
        return single({ id, method, params }, options.alone, options.prepare);
      return new Promise((resolve, reject) => {
        queue.push({ id, method, params, resolve, reject });
        if (scheduled) return;
        scheduled = true;
        setImmediate(flush);
      });
    },
  };
}

function requestText({ id, method, params }: Omit<Pending, 'resolve' | 'reject'>): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function parse(answer: Buffer): unknown {
  return parseJson(answer.toString('utf8'));
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
export function settle(method: string, reply: Reply | null): unknown {
  if (reply === null) throw new NodeError('nonsense', method, 'the answer is no JSON-RPC reply');
  if (reply.error === null) return reply.result;
  const { code, message } = reply.error;
  throw new NodeError(code === METHOD_NOT_FOUND ? 'unsupported' : 'rpc', method, message, { code });
}
