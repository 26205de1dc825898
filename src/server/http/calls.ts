import { API_BASE } from '#api/app.ts';
import type { Call } from '#api/call.ts';
import { CLAIM_CALLS } from '#api/claims.ts';
import { foreignBody, handsInSource, type Taken } from '#api/foreign/paths.ts';
import type { Post } from '#api/post.ts';
import { VERIFY_CALLS } from '#api/verify.ts';
import { splitExport } from '#api/export/stream.ts';
import { localeOf } from '#api/locale.ts';
import type { Snapshot } from '../tracker.ts';
import { type HttpAnswer, createAnswer } from './answer.ts';
import { bytesOf } from './bytes.ts';
import { clientKey } from './client.ts';
import type { AnswerCache } from './cache.ts';
import type { RateLimit } from './limit.ts';
import type { Origin } from './origin.ts';
import { isCall, refusedCall } from './refused.ts';
import { respond, respondStream } from './respond.ts';
import { Turns } from './turns.ts';
import { type Asked, bodyOf, type Part, searchOf } from './visit.ts';

/** The HTTP API as a function (Hono's `fetch`). */
export interface Api {
  fetch(request: Request, call: Call): Response | Promise<Response>;
}

/** Headers of a request on which an answer of the API may depend, besides its address. */
const RELEVANT = [
  'locale',
  'content-type',
  'access-control-request-method',
  'access-control-request-headers',
];

export interface CallsOptions {
  api: Api;
  cache: AnswerCache;
  origin: Origin;
  snapshot: () => Snapshot;
  limit: RateLimit;
  /** Of calls with a body, each of which is costly; `limit` unless given. */
  limits?: Readonly<Record<Post['limit'], RateLimit>>;
}

const POSTS: ReadonlyMap<string, Taken> = new Map(
  [...CLAIM_CALLS, ...VERIFY_CALLS].map((post) => [API_BASE + post.path, post]),
);

/** Pages of exports that are read at a time, of up to a thousand rows each; other calls come between. */
const EXPORT_TURNS = { slots: 1, spare: 1, waiting: 200 };

/** All calls, as often as a client may. */
export function createCalls(options: CallsOptions): Part {
  const exports = new Turns(EXPORT_TURNS);
  return (app) =>
    app.on('ALL', ['/api/*', '/v2/*'], async (c, next) => {
      if (!isCall(c.req.path)) return next();
      const { method } = c.req;
      // A browser's question whether it may ask is no call.
      if (method === 'OPTIONS') return ask({ ...options, exports }, c, {});
      const post = method === 'POST' ? postOf(c) : undefined;
      // What is not costly is short, and read first: it may be costly after all.
      const early = post?.limit === null ? await bodyOf(c, post.maxBytes) : undefined;
      const costly = early && handsInSource(searchOf(c), String(early));
      const name = costly ? 'verification' : post?.limit;
      const limit = (name && options.limits?.[name]) ?? options.limit;
      const { granted, headers } = limit.take(c.env.client);
      const refuse = (status: number, code: string) =>
        respond(c, 'api', refusedCall(c, status, code), { headers });
      if (granted === 0) return refuse(429, 'tooManyCalls');
      const body = early === undefined && post ? await bodyOf(c, post.maxBytes) : early;
      if (body === null) return refuse(413, 'bodyTooLong');
      return ask({ ...options, exports }, c, headers, body);
    });
}

/** How the call takes a body; no other one waits for it. */
function postOf({ req }: Asked): Taken | undefined {
  return POSTS.get(req.path) ?? foreignBody(req.path, req.header('content-length'));
}

/** Asks the API, once per head, address and language. `more`: headers of this sending. */
async function ask(
  { api, cache, origin, snapshot, exports }: CallsOptions & { exports: Turns },
  c: Asked,
  more: Record<string, string>,
  body?: Buffer<ArrayBuffer>,
): Promise<Response> {
  const { path } = c.req;
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  const url = origin(c) + path + searchOf(c);
  const call: Call = { ...c.env, client: clientKey(c.env.client) };
  const fetched = () => {
    const headers = RELEVANT.flatMap((name): [string, string][] => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value.slice(0, 200)]];
    });
    // Most have neither: what is not given is not made.
    const given = { ...(headers.length > 0 && { headers }), ...(body && { body }) };
    return api.fetch(new Request(url, { method, ...given }), call);
  };
  const make = async () => answerOf(await fetched(), call);
  if (method !== 'GET') return respond(c, 'api', await make(), { headers: more });
  if (splitExport(path).format !== null) {
    const left = c.env.left();
    call.turn = (read) => exports.run(call.client, left, read);
    const response = await fetched();
    c.env.route = call.route;
    return response.status === 200
      ? respondStream(c, 'api', response, more)
      : respond(c, 'api', await answerOf(response, call), { headers: more });
  }
  const locale = localeOf(undefined, c.req.header('locale'));
  const { answer, hit } = await cache.get(
    `api ${snapshot().version} ${locale} ${url}`,
    make,
    ({ status, headers }) => status === 200 && headers['cache-control'] !== 'no-store',
    c.env,
  );
  return respond(c, 'api', answer, { hit, headers: more });
}

async function answerOf(response: Response, { told, route }: Call): Promise<HttpAnswer> {
  if (told !== undefined) return createAnswer(200, told.headers, told.text, { route });
  const body = await bytesOf(response);
  return createAnswer(response.status, Object.fromEntries(response.headers), body, { route });
}
