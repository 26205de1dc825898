import { join } from 'node:path';
import { createLive, type Live } from '#live/server.ts';
import { ensureBuilt } from './build.ts';
import { type Config, siteSettings } from './config.ts';
import { createDiscovery } from './discovery/part.ts';
import { createApp } from './http/app.ts';
import { AnswerCache } from './http/cache.ts';
import { createCalls } from './http/calls.ts';
import { ClientAddresses, clientKey } from './http/client.ts';
import { loadFiles } from './http/files.ts';
import { createOrigin } from './http/origin.ts';
import { createPageViews } from './http/pageViews.ts';
import { closeHttpServer, createHttpServer, listen } from './http/server.ts';
import { createSite } from './http/site.ts';
import { createStarting } from './http/starting.ts';
import { startIndexing } from './indexing.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { checkRecording } from './node.ts';
import { openWallets, type Wallets } from './rpc.ts';
import { loadPages } from './pages.ts';
import { Painter } from './share/painter.ts';
import { createShare } from './share/part.ts';
import { createQr } from './share/qr.ts';
import { ALONE, type Siblings } from './processes/siblings.ts';
import { openServices, programVersion, type Services } from './services.ts';
import { createSystem } from './system.ts';

/** How long running answers may take when the process is told to stop. */
const GRACE_MS = 5000;

export interface Running {
  /** Where pages answer, e.g. `http://127.0.0.1:4321`. */
  url: string;
  /** Stops accepting, finishes what runs, closes everything. */
  close(): Promise<void>;
}

function publicHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Runs the roles that the configuration asks for. Resolves when pages (or, for the indexer alone,
 * /health) answer; the index fills from then on.
 * @param root the project's folder
 * @param siblings other processes that answer at the same port
 * @throws Error in words when the port, the build or the database cannot be had, or when the
 *   recording has no such start
 */
export async function run(
  config: Config,
  log: Logger,
  root: string,
  siblings: Siblings = ALONE,
): Promise<Running> {
  checkRecording(config);
  const stack = new AsyncDisposableStack();
  const version = programVersion();
  const web = config.ROLE !== 'indexer';
  let services: Services | null = null;
  let wallets: Wallets | null = null;
  let phase: string | null = 'Starting';
  const metrics = createMetrics(() => services?.tracker.snapshot ?? null);
  const health = () => ({ config, version, phase, tracker: services?.tracker ?? null });
  const system = createSystem(health, siblings.metrics(metrics.registry));
  let app = createApp(log, [system, createStarting()]);
  const clients = new ClientAddresses(config.TRUSTED_PROXIES);
  const http = createHttpServer({
    app: () => app,
    clients,
    metrics,
    log,
    secure: siteSettings(config).url?.startsWith('https:') ?? false,
  });
  const port = await listen(http, config.HOST, config.PORT);
  const url = `http://${publicHost(config.HOST)}:${port}`;
  let stopIndexing = async (): Promise<void> => undefined;
  // Closed from the last to the first: running answers still have their database.
  stack.defer(async () => services?.close());
  stack.defer(() => wallets?.close());
  stack.defer(() => stopIndexing());
  stack.defer(() => closeHttpServer(http, GRACE_MS));
  try {
    if (web) {
      phase = 'Building the site';
      await buildWhenNeeded(log, root);
    }
    phase = 'Opening the database';
    // The database starts in a thread of its own; the pages are loaded meanwhile.
    const pages = web ? loadPages(root) : null;
    pages?.catch(() => undefined);
    const opened = await openServices(config, log, siblings);
    services = opened;
    const snapshot = () => opened.tracker.snapshot;
    const calling = openWallets(
      config,
      log,
      snapshot,
      siblings.limit('rpc', config.RPC_RATE_LIMIT),
    );
    wallets = calling;
    siblings.onNode((at) => calling.follow(at));
    if (pages !== null) {
      const origin = createOrigin(siteSettings(config).url, url);
      const cache = new AnswerCache(config.CACHE_MB * 1024 * 1024);
      const page = await pages;
      const files = loadFiles(join(root, 'dist/client'));
      const painter = new Painter();
      stack.defer(() => painter.close());
      const { explorer } = opened;
      const limit = siblings.limit('api', config.API_RATE_LIMIT);
      app = createApp(log, [
        system,
        calling.part,
        createShare({ explorer, painter, cache, snapshot }),
        createQr(cache),
        createDiscovery({ explorer, cache, origin, snapshot }),
        createPageViews({
          host: config.SITE_APP_VIEWS ?? null,
          limit,
          onError: (error) => log.warn({ err: error }, 'The wallet’s provider could not be told'),
        }),
        createCalls({
          api: opened.api,
          cache,
          origin,
          snapshot,
          limit,
          limits: {
            claims: siblings.limit('claims', config.TAG_RATE_LIMIT),
            verification: siblings.limit('verification', config.VERIFY_RATE_LIMIT),
          },
        }),
        createSite({ files, page, cache, origin, snapshot, locals: opened.locals }),
      ]);
      const live: Live = createLive(http, {
        explorer,
        progress: opened.progress,
        client: (request) => clientKey(clients.of(request)),
        grants: (request) => limit.take(clients.of(request)).granted > 0,
        head: opened.head,
        onHead: opened.onHead,
        onPool: opened.store.onPool,
        onError: (error) => log.error({ err: error }, 'A room could not be told'),
        onClients: (count) => metrics.liveClients.set(count),
        onDropped: () => metrics.liveDropped.inc(),
      });
      stack.defer(() => live.close());
    } else app = createApp(log, [system]);
    phase = null;
    siblings.onPhase((told) => (phase = told));
    if (config.ROLE !== 'web' && !siblings.followed) {
      const onFailure = (error: unknown) => {
        phase = 'The indexer could not be started';
        log.fatal({ err: error }, phase);
      };
      stopIndexing = startIndexing({
        config,
        log,
        services: opened,
        metrics,
        onNode: (at) => calling.follow(at),
        onFailure,
      });
    }
    return { url, close: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync().catch(() => undefined);
    throw error;
  }
}

async function buildWhenNeeded(log: Logger, root: string): Promise<void> {
  const started = performance.now();
  const built = await ensureBuilt(root, (reason) => log.info(`Building the site: ${reason}`));
  if (!built) return;
  log.info({ seconds: Math.round((performance.now() - started) / 100) / 10 }, 'The site is built');
}
