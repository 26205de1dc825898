import { API_BASE } from '#api/app.ts';
import { CLAIM_CALLS } from '#api/claims.ts';
import { foreignBody, handsInSource, type Taken } from '#api/foreign/paths.ts';
import { CLIENT_HEADER, type Post } from '#api/post.ts';
import { VERIFY_CALLS } from '#api/verify.ts';
import { splitExport } from '#api/export/stream.ts';
import { localeOf } from '#api/locale.ts';
import type { Snapshot } from '../tracker.ts';
import { type Answer, createAnswer } from './answer.ts';
import { clientKey } from './client.ts';
import type { AnswerCache } from './cache.ts';
import type { RateLimit } from './limit.ts';
import type { Origin } from './origin.ts';
import { isCall, refusedCall } from './refused.ts';
import type { Part, Reply } from './server.ts';
import type { Visit } from './visit.ts';

/** The HTTP API as a function (Hono's `fetch`). */
export interface Api {
  fetch(request: Request): Response | Promise<Response>;
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

/** All calls, as often as a client may. */
export function createCalls(options: CallsOptions): Part {
  const call = createCall(options);
  return async (visit) => {
    if (!isCall(visit.pathname)) return null;
    // A browser's question whether it may ask is no call.
    if (visit.method === 'OPTIONS') return call(visit);
    const post = postOf(visit);
    // What is not costly is short, and read first: it may be costly after all.
    const early = post && post.limit === null ? await visit.body(post.maxBytes) : undefined;
    const name = early && handsInSource(visit.search, String(early)) ? 'verification' : post?.limit;
    const limit = (name && options.limits?.[name]) ?? options.limit;
    const { granted, headers } = limit.take(visit.client);
    if (granted > 0) return { ...(await call(visit, early)), headers };
    return { area: 'api', answer: refusedCall(visit, 429, 'tooManyCalls'), hit: null, headers };
  };
}

/** How the call takes the visit's body; no other one waits for it. */
function postOf({ method, pathname, header }: Visit): Taken | undefined {
  if (method !== 'POST') return undefined;
  return POSTS.get(pathname) ?? foreignBody(pathname, header('content-length'));
}

/** Asked of the API once per head, address and language. `early`: the body where it was read, null when too long. */
function createCall(
  options: CallsOptions,
): (visit: Visit, early?: Buffer | null) => Promise<Reply> {
  return async (visit, early) => {
    const { pathname, search, method } = visit;
    const origin = options.origin(visit);
    const post = postOf(visit);
    const sent = early === undefined ? post && (await visit.body(post.maxBytes)) : early;
    if (sent === null)
      return { area: 'api', answer: refusedCall(visit, 413, 'bodyTooLong'), hit: null };
    const ask = () => {
      const headers = new Headers();
      for (const name of RELEVANT) {
        const value = visit.header(name);
        if (value !== undefined) headers.set(name, value.slice(0, 200));
      }
      headers.set('x-request-id', visit.requestId);
      headers.set(CLIENT_HEADER, clientKey(visit.client));
      const body = sent === undefined ? null : new Uint8Array(sent);
      return options.api.fetch(new Request(origin + pathname + search, { method, headers, body }));
    };
    if (method === 'GET' && splitExport(pathname).format !== null) return streamed(await ask());
    const make = async () => answerOf(await ask());
    if (method !== 'GET') return { area: 'api', answer: await make(), hit: null };
    const locale = localeOf(undefined, visit.header('locale'));
    const made = await options.cache.get(
      `api ${options.snapshot().version} ${locale} ${origin}${pathname}${search}`,
      make,
      (answer) => answer.status === 200 && answer.headers['cache-control'] !== 'no-store',
    );
    return { area: 'api', ...made };
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  return createAnswer(status, Object.fromEntries(headers), body);
}

/** What is sent as it is made, and never kept. */
async function streamed(response: Response): Promise<Reply> {
  const headers = Object.fromEntries(response.headers);
  const { status, body } = response;
  if (status === 200 && body !== null) {
    const answer = createAnswer(status, headers, Buffer.alloc(0));
    return { area: 'api', answer, hit: null, stream: body };
  }
  return { area: 'api', answer: await answerOf(response), hit: null };
}
