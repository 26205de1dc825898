/** What `astro dev` needs of the server: the same services, calls and live connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createLive } from '#live/server.ts';
import { parseConfig, siteSettings } from './config.ts';
import { createApp } from './http/app.ts';
import { AnswerCache } from './http/cache.ts';
import { createCalls } from './http/calls.ts';
import { RateLimit } from './http/limit.ts';
import { createOrigin } from './http/origin.ts';
import { redirect } from './http/site.ts';
import { createVisit, type Part } from './http/visit.ts';
import { startIndexing } from './indexing.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { openWallets } from './rpc.ts';
import { openServices, programVersion } from './services.ts';
import { createQr } from './share/qr.ts';
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

const redirects: Part = (app) =>
  app.get('*', (c, next) => (TOOLS.test(c.req.path) ? next() : (redirect(c) ?? next())));

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
  const wallets = openWallets(config, log, snapshot, new RateLimit(0));
  const app = createApp(log, [
    wallets.part,
    createSystem(
      () => ({ config, version, phase: null, tracker: services.tracker }),
      () => metrics.registry.metrics(),
    ),
    createCalls({ api: services.api, cache, origin, snapshot, limit: new RateLimit(0) }),
    createQr(cache),
    redirects,
  ]);

  server.middlewares.use((req, res, next) => {
    const visit = createVisit('dev', 'dev');
    const listener = getRequestListener(
      async (request) => {
        const response = await app.fetch(request, visit);
        if (response.status !== 404 || visit.area !== 'other') return response;
        // What nothing here answers is a page.
        Reflect.set(req, LOCALS, services.locals('dev'));
        next();
        return RESPONSE_ALREADY_SENT;
      },
      { hostname: 'localhost', errorHandler: () => next() },
    );
    void listener(req, res);
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
