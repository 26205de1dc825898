import { Busy } from '#api/call.ts';
import type { Asker, Proxy } from '#rpc/proxy.ts';
import {
  errorReply,
  INVALID_REQUEST,
  LIMIT_EXCEEDED,
  readRequest,
  refuseFrom,
} from '#rpc/reply.ts';
import { type HttpAnswer, createAnswer } from './answer.ts';
import { clientKey } from './client.ts';
import type { RateLimit } from './limit.ts';
import { respond } from './respond.ts';
import { Turns } from './turns.ts';
import { type Asked, bodyOf, type Part } from './visit.ts';

/** Where wallets ask: the path of a node's own JSON-RPC. */
const RPC_PATH = '/rpc/v1';
/** Longest request. A contract's creation is the longest transaction: 128 KiB, twice that in hex. */
const MAX_BODY = 1024 * 1024;

/** Wallets ask from pages of any site. */
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id',
};
const PREFLIGHT = {
  ...HEADERS,
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

function text(status: number, body: string, headers: Record<string, string> = HEADERS): HttpAnswer {
  return createAnswer(status, headers, body, { route: RPC_PATH });
}

/** Calls to the node at a time, apart from those of the indexer, and those that wait. */
const TURNS = { slots: 16, spare: 16, waiting: 500 };

/** The JSON-RPC endpoint. `limit` counts every call of a batch; what it does not grant is answered call by call. */
export function createRpc({ proxy, limit }: { proxy: Proxy; limit: RateLimit }): Part {
  const turns = new Turns(TURNS);
  const askerOf = ({ env }: Asked): Asker => {
    const left = env.left();
    return {
      left,
      turn: (call) =>
        turns.run(clientKey(env.client), left, call).catch((error: unknown) => {
          if (error instanceof Busy || left?.aborted) return null;
          throw error;
        }),
    };
  };
  const answer = async (c: Asked): Promise<Response> => {
    const { method } = c.req;
    const made = (answer: HttpAnswer, headers: Record<string, string> = {}) =>
      respond(c, 'rpc', answer, { headers });
    if (method === 'OPTIONS') return made(text(204, '', PREFLIGHT));
    if (method !== 'POST') {
      const words =
        c.req.header('upgrade') === undefined
          ? 'JSON-RPC is asked by POST'
          : 'there is no websocket here: ask by POST, or hear of new tipsets at /socket.io/';
      const allow = { ...HEADERS, allow: 'POST, OPTIONS' };
      return made(text(405, errorReply(null, INVALID_REQUEST, words), allow));
    }
    const body = await bodyOf(c, MAX_BODY);
    if (body === null) {
      const words = `a request has at most ${MAX_BODY} bytes`;
      return made(text(413, errorReply(null, INVALID_REQUEST, words)));
    }
    const request = readRequest(body.toString('utf8'));
    const asked = 'calls' in request ? request.calls.length : 1;
    const { granted, headers } = limit.take(c.env.client, asked);
    const words = `too many calls: wait for ${headers['retry-after']} seconds`;
    if (granted === 0) {
      const id = 'calls' in request && !request.batch ? (request.calls[0]?.id ?? null) : null;
      return made(text(429, errorReply(id, LIMIT_EXCEEDED, words)), headers);
    }
    if ('error' in request) return made(text(400, request.error), headers);
    const calls = refuseFrom(granted, request.calls, words);
    const reply = await proxy.answer({ ...request, calls }, askerOf(c));
    return made(reply === null ? text(204, '') : text(200, reply), headers);
  };
  return (app) => app.all(RPC_PATH, answer).all(`${RPC_PATH}/`, answer);
}
