import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Answer, ErrorParams, Explorer } from '#explorer/index.ts';
import { openApiDocument } from './docs/document.ts';
import { referencePage, referenceStyle } from './docs/page.ts';
import { type Endpoint, ENDPOINTS, PLANNED, PLANNED_POSTS, type Query } from './endpoints.ts';
import { EXPORT_TYPES, type ExportFormat, exportRows, rowsOf } from './export.ts';
import type { Locale } from '#i18n/locales.ts';
import { addNameService } from './fns.ts';
import { errorText, localeOf } from './locale.ts';

export const API_BASE = '/api/v1';

/** Headers that a page of another site may read. */
export const EXPOSED_HEADERS: readonly string[] = [
  'ETag',
  'Link',
  'Retry-After',
  'X-Head',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

export interface ApiOptions {
  explorer: Explorer;
  /** Version of this program, for the document. */
  version: string;
  /** The site's colours and type as CSS variables, for the reference page. */
  tokens: string;
  /** Hears of errors that are nobody's input. */
  onError(error: unknown, requestId: string | undefined): void;
}

/** Header by which the server learns which route answered; it never leaves the process. */
const ROUTE_HEADER = 'x-route';
const NO_CACHE = 'no-cache';
const NO_STORE = 'no-store';
const FOR_EVER = 'public, max-age=31536000, immutable';

const KINDS: Readonly<Record<string, ContentfulStatusCode>> = {
  BadInput: 400,
  NotFound: 404,
  Gone: 410,
};

const askedLocale = (c: Context): Locale =>
  localeOf(c.req.queries('locale')?.[0], c.req.header('Locale'));

function refuse(c: Context, status: ContentfulStatusCode, code: string, params: ErrorParams = {}) {
  return c.json({ statusCode: status, message: errorText(askedLocale(c), code, params) }, status, {
    'cache-control': 'no-store',
  });
}

/** A refusal by the explorer, by name: pages and API may hold different copies of its classes. */
function isRefusal(error: Error): error is Error & { code: string; params: ErrorParams } {
  return error.name in KINDS && 'code' in error && 'params' in error;
}

/** A path with its parts in braces, as Hono writes it. */
const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
const routePath = (path: string): string => API_BASE + honoPath(path);

/** `Link: rel="next"`: the answer's own address with the cursor, or the list that goes on. */
function nextLink(
  endpoint: Endpoint,
  answer: Answer<unknown>,
  url: URL,
  format: ExportFormat | null,
): string | null {
  const { data, head } = answer;
  const query = new URLSearchParams(url.search);
  if (typeof data === 'object' && data !== null && 'next' in data) {
    if (typeof data.next !== 'string') return null;
    query.delete('page');
    query.set('before', data.next);
    return `<${url.pathname}?${query}>; rel="next"`;
  }
  if (endpoint.continues === undefined || head === null || !Array.isArray(data)) return null;
  query.delete('count');
  query.set('pageSize', String(data.length));
  query.set('page', '1');
  query.set('head', head.token);
  return data.length === 0
    ? null
    : `<${API_BASE}${endpoint.continues}${format === null ? '' : `.${format}`}?${query}>; rel="next"`;
}

/** What a request asks of an endpoint, or the name of a parameter that is given twice. */
function readQuery(c: Context, endpoint: Endpoint): { query: Query } | { repeated: string } {
  const query: Query = {};
  for (const key of endpoint.query) {
    const [value, ...more] = c.req.queries(key) ?? [];
    if (more.length > 0) return { repeated: key };
    if (value !== undefined) query[key] = value;
  }
  return { query };
}

function addEndpoint(app: Hono, options: ApiOptions, endpoint: Endpoint): void {
  const name = /\{(\w+)\}/.exec(endpoint.path)?.[1];
  const serve = (path: string, format: ExportFormat | null) =>
    app.get(servedPath(path, format), async (c) => {
      const given = readQuery(c, endpoint);
      if ('repeated' in given) return refuse(c, 400, 'repeatedParameter', { name: given.repeated });
      const written = name === undefined ? '' : (c.req.param(name) ?? '');
      // Where the part is the path's end, it takes the export's ending along.
      const part =
        format !== null && path.endsWith(`}.${format}`)
          ? written.slice(0, -format.length - 1)
          : written;
      const answer = await endpoint.read(options.explorer.in(askedLocale(c)), part, given.query);
      const lasting = endpoint.lasting === true && answer.final === true;
      c.header('Cache-Control', lasting ? FOR_EVER : answer.fresh === true ? NO_STORE : NO_CACHE);
      if (answer.head !== null) c.header('X-Head', answer.head.token);
      const link = nextLink(endpoint, answer, new URL(c.req.url), format);
      if (link !== null) c.header('Link', link);
      c.header(ROUTE_HEADER, path);
      if (format === null)
        return c.body(JSON.stringify(answer.data), 200, { 'Content-Type': 'application/json' });
      const file = path
        .replaceAll(/\/\{\w+\}/g, '')
        .slice(1)
        .replaceAll('/', '-');
      c.header('Content-Disposition', `attachment; filename="${file}"`);
      const text = exportRows(format, rowsOf(answer.data, endpoint.rows ?? ''));
      return c.body(text, 200, { 'Content-Type': EXPORT_TYPES[format] });
    });
  if (endpoint.rows !== undefined) {
    serve(`${endpoint.path}.csv`, 'csv');
    serve(`${endpoint.path}.ndjson`, 'ndjson');
  }
  serve(endpoint.path, null);
}

/** A part in braces at the path's end is matched together with the export's ending. */
function servedPath(path: string, format: ExportFormat | null): string {
  const ending = `}.${format}`;
  return format !== null && path.endsWith(ending)
    ? `${routePath(path.slice(0, -ending.length + 1))}{.+\\.${format}}`
    : routePath(path);
}

/** All paths of an endpoint. */
function exportPaths({ path, rows }: Endpoint): string[] {
  return rows === undefined ? [path] : [path, `${path}.csv`, `${path}.ndjson`];
}

function addPlanned(app: Hono, method: 'GET' | 'POST', path: string): void {
  app.on(method, routePath(path), (c) => refuse(c, 501, 'planned'));
}

/** The HTTP API over the explorer: a function from request to response, without a server. */
export function createApi(options: ApiOptions): Hono {
  const app = new Hono({ strict: false });
  app.use(
    '*',
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'OPTIONS'],
      exposeHeaders: [...EXPOSED_HEADERS],
      maxAge: 86400,
    }),
  );
  app.use('*', async (c, next) => {
    await next();
    c.header('Vary', 'Locale', { append: true });
  });
  // Fixed paths come before those with a part in braces, whatever the order of the tables.
  const bare = (path: string) => !path.includes('{');
  for (const path of PLANNED.filter(bare)) addPlanned(app, 'GET', path);
  for (const endpoint of ENDPOINTS.filter((e) => bare(e.path))) addEndpoint(app, options, endpoint);
  for (const endpoint of ENDPOINTS.filter((e) => !bare(e.path)))
    addEndpoint(app, options, endpoint);
  for (const path of PLANNED.filter((p) => !bare(p))) addPlanned(app, 'GET', path);
  for (const path of PLANNED_POSTS) addPlanned(app, 'POST', path);
  addNameService(app, options.explorer);

  const document = openApiDocument(API_BASE, options.version);
  const page = referencePage(JSON.parse(document), API_BASE);
  const style = referenceStyle(options.tokens);
  const docs = `${API_BASE}/docs`;
  app.get(docs, (c) =>
    c.html(page, 200, {
      'Cache-Control': NO_CACHE,
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'",
    }),
  );
  app.get(`${docs}/style.css`, (c) =>
    c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': NO_CACHE }),
  );
  app.get(`${docs}/openapi.json`, (c) =>
    c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': NO_CACHE }),
  );
  // Where the reference explorer has its documentation.
  app.get(`${docs}/static/index.html`, (c) => c.redirect(docs, 301));

  const known = new Set([
    ...[...ENDPOINTS.flatMap(exportPaths), ...PLANNED, ...PLANNED_POSTS].map((p) => API_BASE + p),
    ...['', '/style.css', '/openapi.json', '/static/index.html'].map((p) => docs + p),
  ]);
  for (const path of known)
    app.all(honoPath(path), (c) => {
      c.header('Allow', 'GET, HEAD, OPTIONS');
      return refuse(c, 405, 'methodNotAllowed', { method: c.req.method });
    });
  app.notFound((c) => refuse(c, 404, 'noEndpoint'));
  app.onError((error, c) => {
    if (isRefusal(error) && error.code === 'noIndex') {
      c.header('Retry-After', '2');
      return refuse(c, 503, error.code);
    }
    if (isRefusal(error)) return refuse(c, KINDS[error.name] ?? 400, error.code, error.params);
    const id = c.req.header('x-request-id');
    options.onError(error, id);
    return refuse(c, 500, 'internal', { id: id ?? '' });
  });
  return app;
}
