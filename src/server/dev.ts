/** What `astro dev` needs of the server: the same services, calls and live connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createLive } from '#live/server.ts';
import { parseConfig, siteSettings } from './config.ts';
import { AnswerCache } from './http/cache.ts';
import { createCalls } from './http/calls.ts';
import { RateLimit } from './http/limit.ts';
import { canonicalPath, preferredLocale } from './http/locale.ts';
import { createOrigin } from './http/origin.ts';
import { redirectAnswer, send } from './http/send.ts';
import { type Part, visitOf } from './http/server.ts';
import { startIndexing } from './indexing.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { openWallets } from './rpc.ts';
import { openServices, programVersion } from './services.ts';
import { createSystem } from './system.ts';

type Next = () => void;
type Handler = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/** The part of Vite's development server that is used. */
export interface DevServer {
  httpServer: Server | null;
  middlewares: { use(handler: Handler): unknown };
}

/** Where Astro's development server looks for a request's locals. */
const LOCALS = Symbol.for('astro.locals');
/** Vite's own paths and the sources that it serves. */
const TOOLS = /^\/(?:@|src\/|node_modules\/|_astro\/|_image|\.astro\/)|\.\w{1,12}$/;

const redirects: Part = async (visit) => {
  if (visit.method !== 'GET' || TOOLS.test(visit.pathname)) return null;
  const locale = preferredLocale(visit.header('cookie'), visit.header('accept-language'));
  const target = canonicalPath(visit.pathname, visit.search, locale);
  return target === null
    ? null
    : { area: 'redirect', answer: redirectAnswer(302, target), hit: null };
};

/** Opens the services once and puts them in front of Astro's development server. */
export async function serveDev(server: DevServer): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLog(config.LOG_LEVEL, process.stdout.isTTY);
  const services = await openServices(config, log);
  const metrics = createMetrics(() => services.tracker.snapshot);
  const snapshot = () => services.tracker.snapshot;
  const origin = createOrigin(siteSettings(config).url, `http://localhost:${config.PORT}`);
  const cache = new AnswerCache(16 * 1024 * 1024);
  const version = programVersion();
  const wallets = openWallets(config, log, snapshot);
  const parts: readonly Part[] = [
    wallets.part,
    createSystem(() => ({ config, version, phase: null, tracker: services.tracker }), metrics),
    createCalls({ api: services.api, cache, origin, snapshot, limit: new RateLimit(0) }),
    redirects,
  ];

  async function answer(req: IncomingMessage, res: ServerResponse, next: Next): Promise<void> {
    const visit = visitOf(req, 'dev', 'dev');
    if (visit === null) return next();
    for (const part of parts) {
      const reply = await part(visit);
      if (reply === null) continue;
      await send(req, res, reply.answer);
      return;
    }
    Reflect.set(req, LOCALS, services.locals('dev'));
    next();
  }

  server.middlewares.use((req, res, next) => {
    answer(req, res, next).catch((error: unknown) => {
      log.error({ err: error }, 'A request failed');
      res.destroy();
    });
  });
  const stopIndexing = startIndexing({
    config,
    log,
    services,
    metrics,
    onNode: (url) => wallets.follow(url),
    onFailure: (error) => log.error({ err: error }, 'The indexer could not be started'),
  });
  if (server.httpServer === null) return;
  const live = createLive(server.httpServer, {
    explorer: services.explorer,
    progress: services.progress,
    head: services.head,
    onHead: services.onHead,
    onPool: services.store.onPool,
    onError: (error) => log.error({ err: error }, 'A room could not be told'),
  });
  server.httpServer.once('close', () => {
    live.close();
    wallets.close();
    void stopIndexing().then(() => services.close());
  });
}
