import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainAnswer } from './answer.ts';
import { respond } from './respond.ts';
import { closeHttpServer, listen, splitUrl } from './server.ts';
import { bareServer, startServed, type Served } from './testing/served.ts';
import type { Part } from './visit.ts';

let served: Served;
beforeAll(async () => {
  served = await startServed();
});
afterAll(() => served.close());

describe('odd requests', () => {
  it('are compressed as they ask', async () => {
    const answer = await served.raw(
      'GET /en HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^content-encoding: br\r$/m);
    const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(brotliDecompressSync(body).toString()).toContain('/en 1');
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
    ['GET /en HTTP/1.1\r\nhost: y', ' 400 '],
    [`GET /en HTTP/1.1\r\nX: ${'a'.repeat(20000)}`, ' 431 '],
    [`GET /en HTTP/1.1\r\nCookie: i18n_redirected=%E0; =; ;;`, ' 200 '],
    [`GET /en HTTP/1.1\r\nAccept-Encoding: br;q=x, ;;=, *;q=0`, ' 200 '],
    [`GET /en HTTP/1.1\r\nIf-None-Match: "\\, W/`, ' 200 '],
  ])('%s is answered', async (line, status) => {
    const answer = await served.raw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
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
    [
      '/api/v1/info?locale=ko&x=',
      { locale: 'zh' },
      '{"statusCode":414,"message":"주소가 너무 깁니다","error":"URI Too Long"}',
    ],
  ])('too long below %s are answered in the language asked for: %o', async (path, sent, text) => {
    const headers: Record<string, string> = { 'accept-language': 'en', ...sent };
    const answer = await served.ask(path + 'a'.repeat(5000), headers);
    expect(answer.status).toBe(414);
    expect(await answer.text()).toBe(text);
  });

  it('of methods that nothing here has are told which there are', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY']) {
      const head = `${method} /api/v1/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expect(await served.raw(head)).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i);
    }
  });

  it('of the API are refused as calls are, also to pages of other sites', async () => {
    const parts = (answer: string) => answer.split('\r\n\r\n');
    for (const [request, status] of [
      ['PROPFIND /api/v1/info', 405],
      [`GET /api/v1/info?${'a'.repeat(5000)}`, 414],
      ['GET /api/v1/throws', 500],
    ] as const) {
      const answer = await served.raw(
        `${request} HTTP/1.1\r\nHost: x\r\nX-Request-Id: trace-me-1234\r\nConnection: close\r\n\r\n`,
      );
      const [head = '', body = ''] = parts(answer);
      expect(head).toContain('access-control-allow-origin: *');
      const { statusCode, message } = JSON.parse(body);
      expect(statusCode).toBe(status);
      expect(message).toContain(status === 500 ? 'trace-me-1234' : ' ');
      expect(message).not.toContain('broken');
    }
  });

  it('that are answered by nothing have no length', async () => {
    const preflight = await served.ask('/en', {}, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('content-length')]).toEqual([204, null]);
  });

  it('take no body', async () => {
    const answer = await served.raw(
      `POST /api/v1/info HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n${'a'.repeat(1000)}`,
    );
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('for a websocket elsewhere than the live channel are answered in words', async () => {
    const answer = await served.raw(
      'GET /rpc/v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (?!101)\d/);
  });

  it('say which port is taken', async () => {
    const port = Number(new URL(served.base).port);
    const second = bareServer([]);
    await expect(listen(second, '127.0.0.1', port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use`,
    );
  });
});

it('a site that is read by HTTPS says so for a year', async () => {
  const part: Part = (app) => app.get('/', (c) => respond(c, 'api', plainAnswer(200, 'here')));
  for (const [secure, told] of [
    [true, 'max-age=31536000'],
    [false, null],
  ] as const) {
    const server = bareServer([part], { secure });
    const { headers } = await fetch(`http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/`);
    expect(headers.get('strict-transport-security')).toBe(told);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    await closeHttpServer(server, 1000);
  }
});

it('finishes what runs when it is closed, and no more', async () => {
  let release = (): void => undefined;
  const slow = bareServer([
    (app) =>
      app.get('/', async (c) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return respond(c, 'other', plainAnswer(200, 'done'));
      }),
  ]);
  const port = await listen(slow, '127.0.0.1', 0);
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await new Promise((resolve) => slow.once('request', resolve));
  // Longer than this test may take: nothing is left to wait for.
  const closed = closeHttpServer(slow, 600_000);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  release();
  expect(await (await answer).text()).toBe('done\n');
  await closed;
});

it('reads request lines', () => {
  expect(splitUrl('//a/b?c')).toEqual({ pathname: '//a/b', search: '?c' });
  expect(splitUrl('/a/%E0%A4')).toEqual({ pathname: '/a/%25E0%25A4', search: '' });
  expect(splitUrl('*')).toBeNull();
  expect(splitUrl('ftp://x/y')).toBeNull();
});
