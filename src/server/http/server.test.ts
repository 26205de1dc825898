import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics.ts';
import type { Snapshot } from '../tracker.ts';
import { AnswerCache } from './cache.ts';
import { createCalls } from './calls.ts';
import { ClientAddresses } from './client.ts';
import type { AstroHandler } from './capture.ts';
import { loadFiles } from './files.ts';
import { RateLimit } from './limit.ts';
import { plainAnswer } from './send.ts';
import { closeHttpServer, createHttpServer, listen, splitUrl } from './server.ts';
import { createSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'sextant-http-'));
const TEXT = 'x'.repeat(3000);
let version = '1';
let rendered = 0;
let server: Server;
let base = '';

/** Renders the path, except for the ones that stand for something that goes wrong. */
const page: AstroHandler = async (req, res, next) => {
  rendered += 1;
  if (req.url.startsWith('/en/missing')) return next();
  if (/^\/(?:en|ko)\/throws/.test(req.url)) throw new Error('broken');
  const status = req.url.startsWith('/en/absent') ? 404 : 200;
  res.writeHead(status, {
    'content-type': 'text/html',
    'content-security-policy': "default-src 'self'",
  });
  res.end(`<p>${req.url} ${version} ${TEXT}</p>`);
};

beforeAll(async () => {
  mkdirSync(join(folder, '_astro'));
  mkdirSync(join(folder, 'en/wiki'), { recursive: true });
  writeFileSync(join(folder, '_astro/app.abc.js'), `// ${TEXT}`);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'en/wiki/0.html'), `<h1>Wiki</h1>${TEXT}`);
  writeFileSync(join(folder, '.hidden'), 'secret');
  // Only the version is read.
  const snapshot = () => ({ version }) as Snapshot;
  const cache = new AnswerCache(1_000_000);
  const origin = () => 'https://site.example';
  const api = {
    fetch: async (request: Request) =>
      new Response(
        JSON.stringify({
          url: request.url,
          locale: request.headers.get('locale'),
          version,
          method: request.method,
        }),
        {
          headers: {
            'content-type': 'application/json',
            'cache-control': 'no-cache',
            'x-route': '/info',
          },
        },
      ),
  };
  server = createHttpServer({
    parts: () => [
      createCalls({ api, cache, origin, snapshot, limit: new RateLimit(0) }),
      createSite({
        files: loadFiles(folder),
        page,
        cache,
        origin,
        snapshot,
        locals: () => ({}) as App.Locals,
      }),
    ],
    clients: new ClientAddresses([]),
    metrics: createMetrics(() => null),
    log: pino({ level: 'silent' }),
  });
  base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
});
afterAll(async () => {
  await closeHttpServer(server, 100);
  rmSync(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(base + path, { headers, method, redirect: 'manual' });

/** A request written by hand: what fetch would not send. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(3000, () => socket.destroy());
  });
}

describe('pages', () => {
  it('are rendered once per head, with an ETag', async () => {
    const before = rendered;
    const first = await ask('/en/tipset/5?x=1');
    expect(first.status).toBe(200);
    expect(await first.text()).toContain('/en/tipset/5?x=1 1');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask('/en/tipset/5?x=1', { 'if-none-match': etag });
    expect([again.status, await again.text(), rendered]).toEqual([304, '', before + 1]);
    version = '2';
    const changed = await ask('/en/tipset/5?x=1', { 'if-none-match': etag });
    expect([changed.status, rendered]).toEqual([200, before + 2]);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('carry the security headers', async () => {
    const { headers } = await ask('/en');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('remember their language when the visitor had another one', async () => {
    expect((await ask('/ko')).headers.get('set-cookie')).toContain('i18n_redirected=ko;');
    const same = await ask('/ko', { cookie: 'i18n_redirected=ko' });
    expect(same.headers.get('set-cookie')).toBeNull();
    const other = await ask('/ko', { cookie: 'i18n_redirected=zh' });
    expect(other.headers.get('set-cookie')).toContain('i18n_redirected=ko;');
  });

  it('stand below a language', async () => {
    const to = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await ask(path, headers);
      return [answer.status, answer.headers.get('location')];
    };
    expect(await to('/')).toEqual([302, '/en']);
    expect(await to('/message?page=2', { 'accept-language': 'zh-CN,en' })).toEqual([
      302,
      '/zh/message?page=2',
    ]);
    expect(await to('/a', { cookie: 'i18n_redirected=ko', 'accept-language': 'zh' })).toEqual([
      302,
      '/ko/a',
    ]);
    expect(await to('/zh/message/?page=2')).toEqual([301, '/zh/message?page=2']);
    expect(await to('//evil.example/x')).toEqual([302, '/en/evil.example/x']);
    expect((await ask('/')).headers.get('vary')).toContain('Accept-Language');
  });

  it('are not kept when they are absent, and answer 404 without a route', async () => {
    const before = rendered;
    expect((await ask('/en/absent')).status).toBe(404);
    expect((await ask('/en/absent')).status).toBe(404);
    expect(rendered).toBe(before + 2);
    const missing = await ask('/en/missing');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ]);
  });

  it('answer 500 with a page in the reader’s language and a way home when rendering fails', async () => {
    const answer = await ask('/ko/throws', {
      accept: 'text/html,*/*;q=0.8',
      'x-request-id': 'trace-me-1234',
    });
    const html = await answer.text();
    expect(answer.status).toBe(500);
    expect(html).toContain('<html lang="ko">');
    expect(html).toContain('trace-me-1234');
    expect(html).toContain('<a href="/ko">');
    expect(html).not.toContain('broken');
  });

  it('answer 500 with the request named when rendering fails', async () => {
    const answer = await ask('/en/throws', { 'x-request-id': 'trace-me-1234' });
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'Internal error (request trace-me-1234)\n',
    ]);
    expect((await ask('/en')).status).toBe(200);
  });

  it('are only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await ask('/en', {}, method);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    const head = await ask('/en', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20);
  });
});

describe('files', () => {
  it('are kept for ever when their name has a hash', async () => {
    const asset = await ask('/_astro/app.abc.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await ask('/favicon.svg');
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(icon.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are pages too, without their ending', async () => {
    const answer = await ask('/en/wiki/0');
    expect(await answer.text()).toContain('<h1>Wiki</h1>');
    // Its own policy stands in a meta element; the header adds what a meta element cannot say.
    expect(answer.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
    const again = await ask('/en/wiki/0', { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('do not include hidden ones or those of other folders', async () => {
    expect(await (await ask('/.hidden')).text()).not.toContain('secret');
    expect(
      await raw('GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).not.toContain('root:');
    expect(
      await raw('GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).not.toContain('root:');
  });
});

describe('calls', () => {
  it('are asked with their language and kept per language and head', async () => {
    const zh = await (await ask('/api/v1/info?a=1', { locale: 'zh', cookie: 'x=y' })).json();
    expect(zh).toMatchObject({
      url: 'https://site.example/api/v1/info?a=1',
      locale: 'zh',
      version: '2',
    });
    const ko = await (await ask('/api/v1/info?a=1', { locale: 'ko' })).json();
    expect(ko).toMatchObject({ locale: 'ko' });
    version = '3';
    expect(await (await ask('/api/v1/info?a=1', { locale: 'zh' })).json()).toMatchObject({
      version: '3',
    });
  });

  it('are limited per client, in the language asked for', async () => {
    const calls = createCalls({
      api: { fetch: async () => new Response('{}') },
      cache: new AnswerCache(1_000_000),
      origin: () => base,
      snapshot: () => ({ version }) as Snapshot,
      limit: new RateLimit(2),
    });
    const limited = createHttpServer({
      parts: () => [calls],
      clients: new ClientAddresses(['127.0.0.1']),
      metrics: createMetrics(() => null),
      log: pino({ level: 'silent' }),
    });
    const at = `http://127.0.0.1:${await listen(limited, '127.0.0.1', 0)}/api/v1/info`;
    const as = (client: string, method = 'GET') =>
      fetch(at, { method, headers: { 'x-forwarded-for': client, locale: 'ko' } });
    const remaining = async (client: string) =>
      (await as(client)).headers.get('x-ratelimit-remaining');
    expect(await remaining('192.0.2.1')).toBe('1');
    expect((await as('192.0.2.1', 'OPTIONS')).headers.get('x-ratelimit-limit')).toBeNull();
    expect(await remaining('192.0.2.1')).toBe('0');
    const refused = await as('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-ratelimit-reset'));
    // A page of another site can read why.
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refused.json()).toEqual({
      statusCode: 429,
      message: expect.stringContaining('호출이 너무 많습니다'),
      error: 'Too Many Requests',
    });
    const byAddress = await fetch(`${at}?locale=zh`, {
      headers: { 'x-forwarded-for': '192.0.2.1', locale: 'ko' },
    });
    expect(await byAddress.json()).toMatchObject({ message: expect.stringContaining('调用') });
    expect(await remaining('192.0.2.2')).toBe('1');
    await closeHttpServer(limited, 100);
  });

  it('hide what is meant for the metrics', async () => {
    expect((await ask('/api/v1/info')).headers.get('x-route')).toBeNull();
  });
});

describe('odd requests', () => {
  it('are compressed as they ask', async () => {
    const answer = await raw(
      'GET /en HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('Content-Encoding: br');
    const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(brotliDecompressSync(body).toString()).toContain('/en 3');
  });

  it.each([
    [`GET /en/${'a'.repeat(5000)} HTTP/1.1`, ' 414 '],
    [`GET /api/v1/${'a'.repeat(5000)} HTTP/1.1`, ' 414 '],
    ['GET /en/%E0%A4%A HTTP/1.1', ' 200 '],
    ['GET /api/v1/message/%zz HTTP/1.1', ' 200 '],
    ['GET http://other.example/en HTTP/1.1', ' 200 '],
    ['OPTIONS * HTTP/1.1', ' 400 '],
    ['TRACE /en HTTP/1.1', ' 405 '],
    ['PROPFIND /en HTTP/1.1', ' 405 '],
    ['BREW /en HTTP/1.1', ' 400 '],
    ['GET en HTTP/1.1', ' 400 '],
    [`GET /${'%00'.repeat(20)} HTTP/1.1`, ' 302 '],
    [`GET /en HTTP/1.1\r\nX: ${'a'.repeat(20000)}`, ' 431 '],
    [`GET /en HTTP/1.1\r\nCookie: i18n_redirected=%E0; =; ;;`, ' 200 '],
    [`GET /en HTTP/1.1\r\nAccept-Encoding: br;q=x, ;;=, *;q=0`, ' 200 '],
    [`GET /en HTTP/1.1\r\nIf-None-Match: "\\, W/`, ' 200 '],
  ])('%s is answered', async (line, status) => {
    const answer = await raw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer.slice(0, 60)).toContain(`HTTP/1.1${status}`);
  });

  it.each([
    ['/ko/', {}, '주소가 너무 깁니다\n'],
    ['/', { cookie: 'i18n_redirected=zh', 'accept-language': 'ko' }, '地址过长\n'],
    ['/', { 'accept-language': 'ko-KR' }, '주소가 너무 깁니다\n'],
    ['/', {}, 'The address is too long\n'],
    [
      '/api/v1/',
      { locale: 'zh' },
      '{"statusCode":414,"message":"地址过长","error":"URI Too Long"}',
    ],
  ])('too long below %s are answered in the language asked for: %o', async (path, sent, text) => {
    const headers: Record<string, string> = { 'accept-language': 'en', ...sent };
    const answer = await ask(path + 'a'.repeat(5000), headers);
    expect(answer.status).toBe(414);
    expect(await answer.text()).toBe(text);
  });

  it('of methods that nothing here has are told which there are', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY']) {
      const head = `${method} /api/v1/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expect(await raw(head)).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i);
    }
  });

  it('take no body', async () => {
    const answer = await raw(
      `POST /api/v1/info HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n${'a'.repeat(1000)}`,
    );
    expect(answer).toContain('Connection: close');
  });

  it('for a websocket elsewhere than the live channel are answered in words', async () => {
    const answer = await raw(
      'GET /rpc/v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (?!101)\d/);
  });

  it('say which port is taken', async () => {
    const port = Number(new URL(base).port);
    const second = createHttpServer({
      parts: () => [],
      clients: new ClientAddresses([]),
      metrics: createMetrics(() => null),
      log: pino({ level: 'silent' }),
    });
    await expect(listen(second, '127.0.0.1', port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use`,
    );
  });
});

it('finishes what runs when it is closed, and no more', async () => {
  let release = (): void => undefined;
  const slow = createHttpServer({
    parts: () => [
      async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return { area: 'other', answer: plainAnswer(200, 'done'), hit: null };
      },
    ],
    clients: new ClientAddresses([]),
    metrics: createMetrics(() => null),
    log: pino({ level: 'silent' }),
  });
  const port = await listen(slow, '127.0.0.1', 0);
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await new Promise((resolve) => slow.once('request', resolve));
  const started = performance.now();
  const closed = closeHttpServer(slow, 5000);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  release();
  expect(await (await answer).text()).toBe('done\n');
  await closed;
  expect(performance.now() - started).toBeLessThan(2000);
});

it('reads request lines', () => {
  expect(splitUrl('//a/b?c')).toEqual({ pathname: '//a/b', search: '?c' });
  expect(splitUrl('/a/%E0%A4')).toEqual({ pathname: '/a/%25E0%25A4', search: '' });
  expect(splitUrl('*')).toBeNull();
  expect(splitUrl('ftp://x/y')).toBeNull();
});
