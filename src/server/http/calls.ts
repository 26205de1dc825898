import type { Snapshot } from '../tracker.ts';
import { createAnswer } from './answer.ts';
import type { AnswerCache } from './cache.ts';
import type { Part } from './server.ts';

/** The HTTP API as a function (Hono's `fetch`). */
export interface Api {
  fetch(request: Request): Response | Promise<Response>;
}

/** Headers of a request on which an answer of the API may depend, besides its address. */
const RELEVANT = ['locale', 'access-control-request-method', 'access-control-request-headers'];

export interface CallsOptions {
  api: Api;
  cache: AnswerCache;
  origin: string;
  snapshot: () => Snapshot;
}

/** Everything below /api: asked of the API once per head, address and language. */
export function createCalls(options: CallsOptions): Part {
  return async (visit) => {
    const { pathname, search, method } = visit;
    if (pathname !== '/api' && !pathname.startsWith('/api/')) return null;
    const headers = new Headers();
    for (const name of RELEVANT) {
      const value = visit.header(name);
      if (value !== undefined) headers.set(name, value.slice(0, 200));
    }
    headers.set('x-request-id', visit.requestId);
    const make = async () => {
      const url = options.origin + pathname + search;
      const response = await options.api.fetch(new Request(url, { method, headers }));
      return createAnswer(
        response.status,
        Object.fromEntries(response.headers),
        Buffer.from(await response.arrayBuffer()),
      );
    };
    if (method !== 'GET') return { area: 'api', answer: await make(), hit: null };
    const locale = headers.get('locale')?.slice(0, 10) ?? '';
    const made = await options.cache.get(
      `api ${options.snapshot().version} ${locale} ${pathname}${search}`,
      make,
      (answer) => answer.status === 200 && answer.headers['cache-control'] !== 'no-store',
    );
    return { area: 'api', ...made };
  };
}
