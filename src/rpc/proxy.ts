/** Calls of wallets, passed on to the node: reads by an allow-list, and transactions where they may be sent. */
import { NodeError } from '#node/errors.ts';
import { formatJson, parseJson } from '#node/json.ts';
import type { Logger } from '#node/log.ts';
import { readReply } from '#node/rpc.ts';
import { whole } from '#node/answers.ts';
import { createTransport, type Transport } from '#node/transport.ts';
import { READS, refusalOf, SEND, TRACE, traceRefusal } from './methods.ts';
import {
  type Call,
  errorReply,
  INVALID_PARAMS,
  INVALID_REQUEST,
  LIMIT_EXCEEDED,
  METHOD_NOT_FOUND,
  type NoCall,
  refuse,
  type Request,
  RESOURCE_UNAVAILABLE,
  TRANSACTION_REJECTED,
} from './reply.ts';

/** The node that answers. */
export interface Upstream {
  /** Its JSON-RPC by HTTP. */
  url: string;
  /** Sent as `Authorization: Bearer`. */
  token?: string | undefined;
}

export interface ProxyOptions {
  /** Null while there is none. */
  upstream(): Upstream | null;
  /** Why no transaction may be sent to the network; null where one may. */
  unwritable(): string | null;
  log: Logger;
  /** Time limit of a call, waiting included, and for the last call of a batch to begin, ms. Default 30,000. */
  timeoutMs?: number | undefined;
}

/** Whoever asks. */
export interface Asker {
  /** Makes a call when it is this client's turn; null where it is none: too many wait, or nobody any more. */
  turn<T>(call: () => Promise<T>): Promise<T | null>;
  /** Fires when nobody waits for the answer any more. */
  left?: AbortSignal | undefined;
}

export interface Proxy {
  /**
   * Answers a request: each call by the node's own words or a JSON-RPC error. Null when nobody wants
   * an answer: a call without an id is not made, since nothing would be learnt from it.
   */
  answer(request: Request, asker: Asker): Promise<string | null>;
  close(): void;
}

/** Those of one batch, so that others need not wait until it ends. */
const BATCH_CONCURRENCY = 8;
/** Longest answer of the node, and of all calls of a batch together, bytes. */
const MAX_ANSWER = 8 * 1024 * 1024;
const TEXT = whole((answer) => answer.toString('utf8').trim());
const TOO_LONG = 'the answers of the batch are too long together';
const TOO_MANY = 'too many calls are under way: ask again';
const TOO_SLOW = 'the batch takes too long: ask for the rest again';

export function createProxy(options: ProxyOptions): Proxy {
  const { timeoutMs = 30_000 } = options;
  let node: { url: string; transport: Transport } | null = null;
  let failing = false;

  function transportTo({ url, token }: Upstream): Transport {
    if (node?.url === url) return node.transport;
    node?.transport.close();
    const transport = createTransport({
      url: new URL(url),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      // Turns say how many there are at a time.
      concurrency: Infinity,
      // Who asked decides whether to ask again.
      attempts: 1,
      retryDelayMs: 0,
      maxBytes: MAX_ANSWER,
      gzip: false,
      log: options.log,
    });
    node = { url, transport };
    return transport;
  }

  async function pass(
    id: string | number,
    { method, params }: Call,
    { turn, left }: Asker,
  ): Promise<string> {
    let body: string;
    try {
      body = formatJson({ jsonrpc: '2.0', id, method, params: params ?? [] });
    } catch {
      return errorReply(id, INVALID_REQUEST, 'the params are nested too deeply');
    }
    const until = performance.now() + timeoutMs;
    const reply = await turn(async () => {
      const rest = Math.ceil(until - performance.now());
      return rest > 0 ? ask(id, method, body, rest, left) : null;
    });
    return reply ?? errorReply(id, LIMIT_EXCEEDED, TOO_MANY);
  }

  async function ask(
    id: string | number,
    method: string,
    body: string,
    rest: number,
    left: AbortSignal | undefined,
  ): Promise<string> {
    const upstream = options.upstream();
    if (upstream === null)
      return errorReply(id, RESOURCE_UNAVAILABLE, 'there is no node to ask (yet)');
    try {
      const answer = await transportTo(upstream).post(method, body, rest, TEXT, MAX_ANSWER, left);
      if (readReply(parseJson(answer))?.id !== id)
        throw new NodeError('nonsense', method, 'the answer is none to this call');
      failing = false;
      return answer;
    } catch (error) {
      // Its words may name the node's address.
      if (!failing && !left?.aborted)
        options.log.warn({ err: error }, 'A call could not be passed on to the node');
      if (!left?.aborted) failing = true;
      const [code, message] = failureOf(error);
      return errorReply(id, code, message);
    }
  }

  async function answerCall(call: Call | NoCall, asker: Asker): Promise<string | null> {
    if ('error' in call) return call.error;
    const { id, method } = call;
    if (id === undefined) return null;
    if (method === SEND) {
      const reason = options.unwritable();
      if (reason !== null) return errorReply(id, TRANSACTION_REJECTED, reason);
    } else if (method === TRACE) {
      const reason = traceRefusal(call.params ?? []);
      if (reason !== null) return errorReply(id, INVALID_PARAMS, reason);
    } else if (!READS.has(method)) return errorReply(id, METHOD_NOT_FOUND, refusalOf(method));
    return pass(id, call, asker);
  }

  /** Answers in the order of the calls, some at a time. */
  async function answerAll(calls: Request['calls'], asker: Asker): Promise<(string | null)[]> {
    const until = performance.now() + timeoutMs;
    const replies: (string | null)[] = [];
    let bytes = 0;
    const reasonAgainst = (): string | null => {
      if (bytes > MAX_ANSWER) return TOO_LONG;
      return performance.now() > until ? TOO_SLOW : null;
    };
    const waiting = calls.entries();
    const lane = async () => {
      for (const [index, call] of waiting) {
        const reason = reasonAgainst();
        const reply = reason === null ? await answerCall(call, asker) : refuse(call, reason);
        bytes += reply?.length ?? 0;
        replies[index] = bytes <= MAX_ANSWER ? reply : refuse(call, TOO_LONG);
      }
    };
    await Promise.all(Array.from({ length: BATCH_CONCURRENCY }, lane));
    return replies;
  }

  return {
    async answer({ batch, calls }, asker) {
      const wanted = (await answerAll(calls, asker)).filter((reply) => reply !== null);
      if (wanted.length === 0) return null;
      return batch ? `[${wanted.join(',')}]` : wanted.join('');
    },
    close() {
      node?.transport.close();
      node = null;
    },
  };
}

/** What is said of a node that did not answer: a code of EIP-1474 and words without its address. */
function failureOf(error: unknown): [number, string] {
  if (error instanceof SyntaxError || (error instanceof NodeError && error.kind === 'nonsense'))
    return [RESOURCE_UNAVAILABLE, 'the node’s answer cannot be passed on: it is too long or none'];
  if (error instanceof NodeError && error.kind === 'rpc')
    return [RESOURCE_UNAVAILABLE, `the node refuses the call (HTTP ${error.code ?? ''})`];
  if (error instanceof NodeError)
    return [RESOURCE_UNAVAILABLE, 'the node does not answer: ask again'];
  throw error;
}
