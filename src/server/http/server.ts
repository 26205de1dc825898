import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { LIVE_PATH } from '#live/server.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { plainAnswer } from './answer.ts';
import type { ClientAddresses } from './client.ts';
import { isHost } from './origin.ts';
import { headersOf } from './respond.ts';
import { type App, createVisit, type Visit } from './visit.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;
/** How long a connection stays open on which nothing more is read: until its answer has come, wherever it goes. */
const LINGER_MS = 1000;

export interface HttpOptions {
  /** Asked for as of each request: the site comes when it is ready. */
  app: () => App;
  clients: ClientAddresses;
  metrics: Metrics;
  log: Logger;
  /** Whether readers come by HTTPS only, as the site's own address says. */
  secure?: boolean;
}

/** Path and query of a request line; null when it is none. */
export function splitUrl(raw: string): { pathname: string; search: string } | null {
  // A proxy's absolute form is rare but legal; `//host` is a path here, not an authority.
  const text = raw.startsWith('/') ? `http://x${raw}` : raw;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) return null;
  const { pathname, search } = url;
  try {
    decodeURIComponent(pathname);
    return { pathname, search };
  } catch {
    // Not text in UTF-8: taken literally, so that the page or call says what is wrong with it.
    return { pathname: pathname.replaceAll('%', '%25'), search };
  }
}

/** Two hosts: whoever stands in front may have read the other one (RFC 9112, 3.2). */
const isAmbiguous = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** What is known of a request; its answer is measured and logged when it was sent. */
function visitOf(options: HttpOptions, req: IncomingMessage, res: ServerResponse): Visit {
  const { clients, log, metrics } = options;
  const started = performance.now();
  const line = `${req.method} ${(req.url ?? '/').slice(0, 300)}`;
  const given = String(req.headers['x-request-id'] ?? '');
  const id = REQUEST_ID.test(given) ? given : randomUUID();
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
  let closed = false;
  let leaving: AbortController | undefined;
  const visit: Visit = {
    ...createVisit(id, clients.of(req)),
    secure: options.secure ?? false,
    unread: () => (length !== undefined || coding !== undefined) && !req.complete,
    gone: () => req.destroyed && !req.complete,
    // Few ask for it.
    left() {
      leaving ??= new AbortController();
      if (closed) leaving.abort();
      return leaving.signal;
    },
    cut(error) {
      log.error({ err: error, id }, `${line} failed`);
      res.destroy();
    },
  };
  res.once('close', () => {
    closed = true;
    // To whoever has heard all, the signal means nothing any more, and costs as much as a small answer.
    if (!res.writableFinished) leaving?.abort();
    const { area, route, hit, bytes } = visit;
    const seconds = (performance.now() - started) / 1000;
    const status = res.writableFinished ? res.statusCode : 499;
    const method = req.method === 'GET' || req.method === 'HEAD' ? req.method : 'other';
    metrics.httpDuration.observe({ area, route, method, status: String(status) }, seconds);
    if (hit !== null) {
      const result = status === 304 ? 'unchanged' : hit ? 'hit' : 'miss';
      metrics.cache.inc({ area, result });
    }
    const ms = Math.round(seconds * 10000) / 10;
    const told = { status, ms, bytes, hit: hit ?? undefined, ip: visit.client, id };
    log[area === 'file' || area === 'system' ? 'debug' : 'info'](told, line);
  });
  return visit;
}

/**
 * Closes a connection on which more is sent than anybody wants to read. At once, as Node does it,
 * what is still coming would be answered by a reset, which takes the answer away from many clients.
 */
function closeUnread(socket: Socket): void {
  if (socket.writableEnded) return;
  socket.end();
  // From the next tick on Node would let the rest of the body come, only to drop it.
  setImmediate(() => socket.pause());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** The HTTP server of an application. Not listening yet. */
export function createHttpServer(options: HttpOptions): Server {
  // A websocket anywhere else is answered like any request, in words.
  const shouldUpgradeCallback = (req: IncomingMessage) => (req.url ?? '').startsWith(LIVE_PATH);
  const server = createServer({ shouldUpgradeCallback }, (req, res) => {
    const visit = visitOf(options, req, res);
    const { socket } = req;
    // So Node closes the connection of a last answer.
    socket.destroySoon = () =>
      visit.unread() ? closeUnread(socket) : Socket.prototype.destroySoon.call(socket);
    const url = splitUrl(req.url ?? '/');
    if (url !== null) req.url = url.pathname + url.search;
    // Whoever names a host that is none is told of the site by its own address (origin.ts).
    if (!isHost(req.headers.host)) delete req.headers.host;
    const refused = (words: string): Response => {
      const { body, headers, status } = plainAnswer(400, words);
      return new Response(body, { status, headers: headersOf(visit, headers, {}) });
    };
    const ambiguous = isAmbiguous(req);
    const answer = (request: Request) =>
      ambiguous ? refused('More than one Host') : options.app().fetch(request, visit);
    const listener = getRequestListener(answer, {
      hostname: 'localhost',
      errorHandler: () => refused('Not an address'),
    });
    void listener(req, res);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Stops listening and resolves when every running answer is sent, at the latest after `graceMs`. */
export async function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy is kept alive by its answer: it is idle only now.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

/** Listens; resolves to the port. @throws Error in words when the port cannot be had. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is in use. Set PORT to another one (0 takes a free one).`,
        EACCES: `Port ${port} may not be opened by this user. Set PORT to one above 1023.`,
        EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one of its own.`,
        ENOTFOUND: `The host name ${host} is not known. Set HOST to an address of this machine.`,
      };
      reject(new Error(reasons[error.code ?? ''] ?? error.message));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
