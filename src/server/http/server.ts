import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LIVE_PATH } from '#live/server.ts';
import { useT } from '#i18n/translate.ts';
import type { Logger } from '../log.ts';
import type { Area, Metrics } from '../metrics.ts';
import type { Answer } from './answer.ts';
import type { ClientAddresses } from './client.ts';
import { failedAnswer } from './failed.ts';
import { pathPrefix, preferredLocale } from './locale.ts';
import { isCall, refusedCall } from './refused.ts';
import { ROUTE_HEADER, header, plainAnswer, send, sendStream } from './send.ts';
import { secure } from './security.ts';
import type { Visit } from './visit.ts';

const MAX_URL = 4096;
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const REQUEST_ID = /^[\w-]{8,64}$/;

export interface Reply {
  area: Area;
  answer: Answer;
  /** Whether the answer came from the cache; null when it is never kept. */
  hit: boolean | null;
  /** Of this sending only. */
  headers?: Record<string, string>;
  /** In place of the answer's body: sent as its reader takes it. */
  stream?: ReadableStream<Uint8Array>;
}

/** A part of the server: answers a visit, or leaves it to the next part (null). */
export type Part = (visit: Visit) => Promise<Reply | null>;

export interface HttpOptions {
  /** Asked in this order, as of each request: parts come when they are ready. */
  parts: () => readonly Part[];
  clients: ClientAddresses;
  metrics: Metrics;
  log: Logger;
}

/** Path and query of a request line; null when it is none. */
export function splitUrl(raw: string): { pathname: string; search: string } | null {
  // A proxy's absolute form is rare but legal; `//host` is a path here, not an authority.
  const text = raw.startsWith('/') ? `http://x${raw}` : raw;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { pathname, search } = new URL(text);
  try {
    decodeURIComponent(pathname);
    return { pathname, search };
  } catch {
    // Not text in UTF-8: taken literally, so that the page or call says what is wrong with it.
    return { pathname: pathname.replaceAll('%', '%25'), search };
  }
}

async function reply(options: HttpOptions, visit: Visit): Promise<Reply> {
  for (const part of options.parts()) {
    const made = await part(visit);
    if (made !== null) return made;
  }
  return { area: 'other', answer: plainAnswer(404, 'Not found'), hit: null };
}

async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** What a request asks; null when its address is none. */
export function visitOf(req: IncomingMessage, client: string, requestId: string): Visit | null {
  const url = splitUrl(req.url ?? '/');
  if (url === null) return null;
  return {
    ...url,
    method: req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET'),
    requestId,
    client,
    header: (name) => header(req, name),
    body: (maxBytes) => readBody(req, maxBytes),
  };
}

/** What nobody wanted to read is not waited for. */
function cutOffUnread(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req;
  const sent =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (sent && !req.complete) res.setHeader('Connection', 'close');
}

/** What no part of the server needs to see. */
function refuse(visit: Visit, length: number): Answer | null {
  if (!METHODS.has(visit.method)) {
    const allow = { allow: 'GET, HEAD, OPTIONS' };
    return isCall(visit.pathname)
      ? refusedCall(visit, 405, 'methodNotAllowed', { method: visit.method }, allow)
      : plainAnswer(405, 'No such method', allow);
  }
  return length > MAX_URL ? tooLong(visit) : null;
}

function tooLong(visit: Visit): Answer {
  const { pathname, header } = visit;
  if (isCall(pathname)) return refusedCall(visit, 414, 'addressTooLong');
  const locale =
    pathPrefix(pathname) ?? preferredLocale(header('cookie'), header('accept-language'));
  return plainAnswer(414, useT(locale)('errors.addressTooLong'), { 'content-language': locale });
}

async function handle(
  options: HttpOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const given = header(req, 'x-request-id');
  const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
  const raw = req.url ?? '/';
  const client = options.clients.of(req);
  const sent = { area: 'other' as Area, route: '', hit: null as boolean | null };
  secure(res);
  res.setHeader('X-Request-Id', requestId);
  res.once('close', () => {
    const seconds = (performance.now() - started) / 1000;
    const status = res.writableFinished ? res.statusCode : 499;
    const method = req.method === 'GET' || req.method === 'HEAD' ? req.method : 'other';
    const labels = { area: sent.area, route: sent.route, method, status: String(status) };
    options.metrics.httpDuration.observe(labels, seconds);
    if (sent.hit !== null) {
      const result = status === 304 ? 'unchanged' : sent.hit ? 'hit' : 'miss';
      options.metrics.cache.inc({ area: sent.area, result });
    }
    options.log[sent.area === 'file' || sent.area === 'system' ? 'debug' : 'info'](
      {
        status,
        ms: Math.round(seconds * 10000) / 10,
        bytes: res.getHeader('content-length'),
        hit: sent.hit ?? undefined,
        ip: client,
        id: requestId,
      },
      `${req.method} ${raw.slice(0, 300)}`,
    );
  });
  const visit = visitOf(req, client, requestId);
  const refusal = visit && refuse(visit, raw.length);
  if (visit === null || refusal !== null) {
    cutOffUnread(req, res);
    await send(req, res, refusal ?? plainAnswer(400, 'Not an address'));
    return;
  }
  try {
    const made = await reply(options, visit);
    cutOffUnread(req, res);
    sent.area = made.area;
    sent.hit = made.hit;
    sent.route = made.answer.headers[ROUTE_HEADER] ?? '';
    if (res.destroyed) {
      await made.stream?.cancel();
      return;
    }
    for (const [name, value] of Object.entries(made.headers ?? {})) res.setHeader(name, value);
    if (made.stream === undefined) await send(req, res, made.answer);
    else await sendStream(req, res, made.answer, made.stream);
  } catch (error) {
    // Gone before all was sent.
    if (req.destroyed && !req.complete) return;
    options.log.error({ err: error, id: requestId }, `${req.method} ${raw.slice(0, 300)} failed`);
    if (res.headersSent) res.destroy();
    else await send(req, res, failedAnswer(visit));
  }
}

/** The HTTP server over its parts. Not listening yet. */
export function createHttpServer(options: HttpOptions): Server {
  // A websocket anywhere else is answered like any request, in words.
  const shouldUpgradeCallback = (req: IncomingMessage) => (req.url ?? '').startsWith(LIVE_PATH);
  const server = createServer({ shouldUpgradeCallback }, (req, res) => {
    handle(options, req, res).catch((error: unknown) => {
      options.log.error({ err: error }, 'A request could not be answered');
      res.destroy();
    });
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
