/** A server over a made-up site: its pages tell their path, its calls what they were asked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Call } from '#api/call.ts';
import { createMetrics, type Metrics } from '../../metrics.ts';
import type { Snapshot } from '../../tracker.ts';
import { createApp } from '../app.ts';
import { AnswerCache } from '../cache.ts';
import { createCalls } from '../calls.ts';
import { ClientAddresses } from '../client.ts';
import { loadFiles } from '../files.ts';
import { RateLimit } from '../limit.ts';
import { closeHttpServer, createHttpServer, listen } from '../server.ts';
import { createSite } from '../site.ts';
import { createVisit, type Part, type Visit } from '../visit.ts';

/** Stands in every page and in the larger files. */
const TEXT = 'x'.repeat(3000);

const QUIET = pino({ level: 'silent' });

interface Bare {
  /** Those that are believed. */
  proxies?: readonly string[];
  metrics?: Metrics;
  secure?: boolean;
}

/** A server of these parts that tells nothing. */
export function bareServer(
  parts: readonly Part[],
  { proxies = [], metrics = createMetrics(() => null), secure = false }: Bare = {},
) {
  const app = createApp(QUIET, parts);
  return createHttpServer({
    app: () => app,
    clients: new ClientAddresses(proxies),
    metrics,
    log: QUIET,
    secure,
  });
}

/** Asks a part by itself, without a server. What it leaves to others is of the area `other`. */
export async function askPart(
  part: Part,
  path: string,
  init: RequestInit = {},
  client = '127.0.0.1',
): Promise<{ response: Response; visit: Visit }> {
  const visit = createVisit('a-request', client);
  return { response: await createApp(QUIET, [part]).request(path, init, visit), visit };
}

export interface Served {
  /** e.g. `http://127.0.0.1:5000` */
  readonly base: string;
  /** The index's version that answers are made for. */
  version: string;
  /** How often a page was rendered. */
  rendered: number;
  readonly metrics: Metrics;
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  /** Sends a request written by hand: what fetch would not send. */
  raw(text: string): Promise<string>;
  close(): Promise<void>;
}

export async function startServed(): Promise<Served> {
  const folder = siteFolder();
  const cache = new AnswerCache(1_000_000);
  const origin = () => 'https://site.example';
  const snapshot = () => snapshotOf(served.version);
  const metrics = createMetrics(() => null);
  const parts = [
    createCalls({ api: { fetch: echo }, cache, origin, snapshot, limit: new RateLimit(0) }),
    createSite({
      files: loadFiles(folder),
      page,
      cache,
      origin,
      snapshot,
      locals: () => ({}) as App.Locals,
    }),
  ];
  const server = bareServer(parts, { metrics });
  const port = await listen(server, '127.0.0.1', 0);
  const base = `http://127.0.0.1:${port}`;
  const served: Served = {
    base,
    version: '1',
    rendered: 0,
    metrics,
    ask: (path, headers = {}, method = 'GET') =>
      fetch(base + path, { headers, method, redirect: 'manual' }),
    raw: (text) => rawRequest(port, text),
    async close() {
      await closeHttpServer(server, 100);
      rmSync(folder, { recursive: true });
    },
  };

  /** Renders the path, except for the ones that stand for something that goes wrong. */
  async function page({ url }: Request): Promise<Response | null> {
    served.rendered += 1;
    const path = url.slice('https://site.example'.length);
    if (path.startsWith('/en/missing')) return null;
    if (/^\/(?:en|ko)\/throws/.test(path)) throw new Error('broken');
    const html = `<p>${path} ${served.version} ${TEXT}</p>`;
    return new Response(html, {
      status: path.startsWith('/en/absent') ? 404 : 200,
      headers: {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'self'",
        // As Astro tells it, of what is not compressed.
        'content-length': String(html.length),
      },
    });
  }

  async function echo(request: Request, call: Call): Promise<Response> {
    call.route = '/info';
    if (request.url.endsWith('/throws')) throw new Error('broken');
    const body = {
      url: request.url,
      locale: request.headers.get('locale'),
      version: served.version,
      method: request.method,
    };
    return Response.json(body, { headers: { 'cache-control': 'no-cache' } });
  }

  return served;
}

/** Only the version is read. */
export function snapshotOf(version: string): Snapshot {
  return { version } as Snapshot;
}

function siteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-http-'));
  mkdirSync(join(folder, '_astro'));
  mkdirSync(join(folder, 'en/wiki/0'), { recursive: true });
  writeFileSync(join(folder, '_astro/app.abc.js'), `// ${TEXT}`);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'en/wiki/0/index.html'), `<h1>Wiki</h1>${TEXT}`);
  writeFileSync(join(folder, '.hidden'), 'secret');
  return folder;
}

function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(3000, () => socket.destroy());
  });
}
