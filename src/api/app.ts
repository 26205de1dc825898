import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { getPathNoStrict } from 'hono/utils/url';
import type { Answer, Explorer } from '#explorer/index.ts';
import { partOf } from '#explorer/read.ts';
import { addReference, type Look } from './docs/routes.ts';
import { type Endpoint, ENDPOINTS, type Query } from './endpoints.ts';
import { exportList, nextOf, rowsOf, splitExport } from './export/stream.ts';
import { EXPORT_FORMATS, EXPORT_TYPES, type ExportFormat } from './export/text.ts';
import type { TagClaims } from '#claims/claims.ts';
import type { Jobs } from '#verification/jobs.ts';
import type { Progress } from '#verification/told.ts';
import { contractAt, type Verification } from '#verification/verification.ts';
import type { ApiApp, ApiContext } from './call.ts';
import { addClaims, CLAIM_CALLS } from './claims.ts';
import { addEtherscan, type ForeignOptions } from './foreign/etherscan.ts';
import { addSourcify } from './foreign/sourcify.ts';
import { addNameService } from './fns.ts';
import { addNotices } from './notices.ts';
import { askedLocale } from './locale.ts';
import { refuse, refuseError, refuseMethod } from './refusal.ts';
import { addShare, SHARE_CALLS } from './share.ts';
import { addVerification, VERIFY_CALLS } from './verify.ts';

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
  /** Takes names that owners sign; without it their calls answer 501. */
  claims?: TagClaims;
  /** Verifies sources; without it its call answers 501. */
  verification?: Verification;
  /** Verifies by and by; without it the calls of Etherscan's and Sourcify's clients are not there. */
  jobs?: Jobs;
  /** Tells how far those are. */
  progress?: Progress;
  /** Version of this program, for the document. */
  version: string;
  /** The site's colours and type, for the reference page; without it that has none. */
  look?: Look;
  /** Hears of errors that are nobody's input. */
  onError(error: unknown, requestId: string | undefined): void;
}

/** What all answers have: pages of other sites may read them, and their words follow the language. */
const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  vary: 'Locale',
};
const NO_CACHE = 'no-cache';
const NO_STORE = 'no-store';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** A path with its parts in braces, as Hono writes it. */
const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
const routePath = (path: string): string => API_BASE + honoPath(path);

/** `Link: rel="next"`: the answer's own address with the cursor, or the list that goes on. */
function nextLink(
  endpoint: Endpoint,
  { data, head }: Answer<unknown>,
  address: string,
): string | null {
  const { continues, rows = '' } = endpoint;
  const next = nextOf(data);
  const length =
    next !== null || continues === undefined || head === null ? 0 : rowsOf(data, rows).length;
  if (next === null && length === 0) return null;
  const search = address.indexOf('?');
  const pathname = address.slice(
    address.indexOf('/', 'https://'.length),
    search === -1 ? undefined : search,
  );
  const query = new URLSearchParams(search === -1 ? '' : address.slice(search));
  if (next !== null) {
    query.delete('page');
    query.delete('offset');
    query.set('before', next);
    return `<${pathname}?${query}>; rel="next"`;
  }
  query.delete('count');
  query.set('pageSize', String(length));
  query.set('before', `${head?.token}.${length}`);
  const { format } = splitExport(pathname);
  const path = API_BASE + continues + (format === null ? '' : `.${format}`);
  return `<${path}?${query}>; rel="next"`;
}

/** What a request asks of an endpoint, or the name of a parameter that is given twice. */
function readQuery(c: ApiContext, endpoint: Endpoint): { query: Query } | { repeated: string } {
  const query: Query = {};
  // Asked for by name, each would be looked for in the whole text.
  const given = c.req.queries();
  for (const key of endpoint.query) {
    const [value, ...more] = given[key] ?? [];
    if (more.length > 0) return { repeated: key };
    if (value !== undefined) query[key] = value;
  }
  return { query };
}

/** What goes with an answer, whatever its form. */
const headersOf = ({ head }: Answer<unknown>, link: string | null): Record<string, string> => ({
  ...(head === null ? {} : { 'x-head': head.token }),
  ...(link === null ? {} : { link }),
});

function addEndpoint(app: ApiApp, options: ApiOptions, endpoint: Endpoint): void {
  const { path, rows } = endpoint;
  const name = partOf(path);
  const reader = (c: ApiContext) => {
    const part = name === undefined ? '' : (c.req.param(name) ?? '');
    const explorer = options.explorer.in(askedLocale(c.req));
    return (query: Query) => endpoint.read(explorer, part, query);
  };
  app.get(routePath(path), async (c) => {
    const given = readQuery(c, endpoint);
    if ('repeated' in given) return refuse(c, 400, 'repeatedParameter', { name: given.repeated });
    const answer = await reader(c)(given.query);
    const headers = {
      ...headersOf(answer, nextLink(endpoint, answer, c.req.url)),
      'cache-control':
        answer.final === true ? FOR_EVER : answer.fresh === true ? NO_STORE : NO_CACHE,
      'content-type': 'application/json',
    };
    const text = JSON.stringify(answer.data);
    if (c.env)
      Object.assign(c.env, { route: path, told: { headers: { ...SHARED, ...headers }, text } });
    return c.body(text, 200, headers);
  });
  if (rows === undefined) return;
  for (const format of EXPORT_FORMATS) addExport(app, endpoint, format, reader);
}

/** The same rows as a table or line by line, to the list's end. */
function addExport(
  app: ApiApp,
  endpoint: Endpoint,
  format: ExportFormat,
  reader: (c: ApiContext) => (query: Query) => Promise<Answer<unknown>>,
): void {
  const { path } = endpoint;
  app.get(exportPath(path, format), async (c) => {
    const given = readQuery(c, endpoint);
    if ('repeated' in given) return refuse(c, 400, 'repeatedParameter', { name: given.repeated });
    const read = reader(c);
    const inTurn = c.env?.turn ?? ((one) => one());
    const { first, paged, body } = await exportList(endpoint, format, given.query, (query) =>
      inTurn(() => read(query)),
    );
    if (c.env) c.env.route = `${path}.${format}`;
    const file = path
      .replaceAll(/\/\{\w+\}/g, '')
      .slice(1)
      .replaceAll('/', '-');
    return c.body(body, 200, {
      ...headersOf(first, paged ? nextLink(endpoint, first, c.req.url) : null),
      'cache-control': NO_STORE,
      'content-disposition': `attachment; filename="${file}.${format}"`,
      'content-type': EXPORT_TYPES[format],
    });
  });
}

/** Exports are routed by their ending, which may follow a part in braces: it is put in front. */
const exportPath = (path: string, format: ExportFormat): string => `/${format}${routePath(path)}`;

function getPath(request: Request): string {
  const whole = getPathNoStrict(request);
  const { path, format } = splitExport(whole);
  return format === null ? whole : `/${format}${path}`;
}

/** What the APIs of others are made of. */
function createForeign(explorer: Explorer, jobs: Jobs): ForeignOptions {
  return {
    chainId: async () => (await explorer.network.facts())?.chainId ?? null,
    contractAt: (address) => contractAt(explorer, address),
    ethHash: async (cid) => (await explorer.message.get(cid)).data.ethTransactionHash ?? null,
    jobs,
  };
}

/** The HTTP API over the explorer: a function from request to response, without a server. */
export function createApi(options: ApiOptions): ApiApp {
  const app: ApiApp = new Hono({ getPath });
  // The package gives headers to answers that are there already: Hono makes each anew, as a stream.
  const preflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
    exposeHeaders: [...EXPOSED_HEADERS],
    maxAge: 86400,
  });
  app.use('*', (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    for (const [name, value] of Object.entries(SHARED)) c.header(name, value);
    return next();
  });
  // Fixed paths come before those with a part in braces, whatever the order of the tables.
  const bare = (path: string) => !path.includes('{');
  for (const endpoint of ENDPOINTS.filter((e) => bare(e.path))) addEndpoint(app, options, endpoint);
  for (const endpoint of ENDPOINTS.filter((e) => !bare(e.path)))
    addEndpoint(app, options, endpoint);
  addShare(app, API_BASE, options.explorer);
  const { claims, verification } = options;
  if (claims !== undefined) addClaims(app, API_BASE, claims);
  if (verification !== undefined) {
    const { jobs, progress } = options;
    addVerification(app, API_BASE, { verification, jobs, progress });
  }
  if (options.jobs !== undefined) {
    const foreign = createForeign(options.explorer, options.jobs);
    addEtherscan(app, foreign);
    addSourcify(app, foreign);
  }
  const absent = [
    ...(claims === undefined ? CLAIM_CALLS : []),
    ...(verification === undefined ? VERIFY_CALLS : []),
  ];
  for (const { path } of absent) app.post(routePath(path), (c) => refuse(c, 501, 'planned'));
  addNameService(app, options.explorer);
  addNotices(app, options.explorer);

  const docs = addReference(app, { ...options, base: API_BASE });

  for (const { path } of [...SHARE_CALLS, ...CLAIM_CALLS, ...VERIFY_CALLS])
    app.all(routePath(path), (c) => refuseMethod(c, 'POST, OPTIONS'));
  const known = new Set([
    ...ENDPOINTS.map((e) => routePath(e.path)),
    ...ENDPOINTS.filter((e) => e.rows !== undefined).flatMap((e) =>
      EXPORT_FORMATS.map((format) => exportPath(e.path, format)),
    ),
    ...docs,
  ]);
  for (const path of known) app.all(path, (c) => refuseMethod(c, 'GET, HEAD, OPTIONS'));
  app.notFound((c) => refuse(c, 404, 'noEndpoint'));
  app.onError((error, c) => refuseError(c, error, options.onError));
  return app;
}
