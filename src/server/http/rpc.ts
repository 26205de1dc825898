import type { Proxy } from '#rpc/proxy.ts';
import {
  errorReply,
  INVALID_REQUEST,
  LIMIT_EXCEEDED,
  readRequest,
  refuseFrom,
} from '#rpc/reply.ts';
import { type Answer, createAnswer } from './answer.ts';
import type { RateLimit } from './limit.ts';
import { ROUTE_HEADER } from './send.ts';
import type { Part } from './server.ts';

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
  [ROUTE_HEADER]: RPC_PATH,
};
const PREFLIGHT = {
  ...HEADERS,
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

function text(status: number, body: string, headers: Record<string, string> = HEADERS): Answer {
  return createAnswer(status, headers, Buffer.from(body));
}

/** The JSON-RPC endpoint. `limit` counts every call of a batch; what it does not grant is answered call by call. */
export function createRpc(options: { proxy: Proxy; limit: RateLimit }): Part {
  return async (visit) => {
    if (visit.pathname !== RPC_PATH && visit.pathname !== `${RPC_PATH}/`) return null;
    const made = (answer: Answer, headers: Record<string, string> = {}) =>
      ({ area: 'rpc', answer, hit: null, headers }) as const;
    if (visit.method === 'OPTIONS') return made(text(204, '', PREFLIGHT));
    if (visit.method !== 'POST') {
      const words =
        visit.header('upgrade') === undefined
          ? 'JSON-RPC is asked by POST'
          : 'there is no websocket here: ask by POST, or hear of new tipsets at /socket.io/';
      const allow = { ...HEADERS, allow: 'POST, OPTIONS' };
      return made(text(405, errorReply(null, INVALID_REQUEST, words), allow));
    }
    const body = await visit.body(MAX_BODY);
    if (body === null) {
      const words = `a request has at most ${MAX_BODY} bytes`;
      return made(text(413, errorReply(null, INVALID_REQUEST, words)));
    }
    const request = readRequest(body.toString('utf8'));
    const asked = 'calls' in request ? request.calls.length : 1;
    const { granted, headers } = options.limit.take(visit.client, asked);
    const words = `too many calls: wait for ${headers['retry-after']} seconds`;
    if (granted === 0) {
      const id = 'calls' in request && !request.batch ? (request.calls[0]?.id ?? null) : null;
      return made(text(429, errorReply(id, LIMIT_EXCEEDED, words)), headers);
    }
    if ('error' in request) return made(text(400, request.error), headers);
    const calls = refuseFrom(granted, request.calls, words);
    const reply = await options.proxy.answer({ ...request, calls });
    return made(reply === null ? text(204, '') : text(200, reply), headers);
  };
}
