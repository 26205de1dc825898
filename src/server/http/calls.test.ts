import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerCache } from './cache.ts';
import { createCalls } from './calls.ts';
import { RateLimit } from './limit.ts';
import { closeHttpServer, listen } from './server.ts';
import { bareServer, snapshotOf, startServed, type Served } from './testing/served.ts';

let served: Served;
beforeAll(async () => {
  served = await startServed();
});
afterAll(() => served.close());

describe('calls with a body', () => {
  const POST = '/api/v1/address-tag/create';

  it('hear what was sent and by whom, and are counted apart where each is costly', async () => {
    const heard: unknown[] = [];
    const calls = createCalls({
      api: {
        fetch: async (request, { client }) => {
          heard.push([client, await request.text()]);
          return new Response('{}');
        },
      },
      cache: new AnswerCache(1_000_000),
      origin: () => served.base,
      snapshot: () => snapshotOf('1'),
      limit: new RateLimit(0),
      limits: { claims: new RateLimit(2), verification: new RateLimit(0) },
    });
    const server = bareServer([calls], { proxies: ['127.0.0.1'] });
    const at = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-client': 'somebody else' };
    const post = (path: string, body: string) =>
      fetch(at + path, { method: 'POST', headers, body });
    expect((await post(POST, '{"a":1}')).status).toBe(200);
    expect(heard).toEqual([['192.0.2.7', '{"a":1}']]);
    expect((await post(POST, 'x'.repeat(40_000))).status).toBe(413);
    const refused = await post(POST, '{}');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await post('/api/v1/other', '{}')).status).toBe(200);
    await closeHttpServer(server, 100);
  });

  it('of Etherscan’s and Sourcify’s clients count as verifications only where they hold a source', async () => {
    const calls = createCalls({
      api: { fetch: async (request) => new Response(String((await request.text()).length)) },
      cache: new AnswerCache(1_000_000),
      origin: () => served.base,
      snapshot: () => snapshotOf('1'),
      limit: new RateLimit(0),
      limits: { claims: new RateLimit(0), verification: new RateLimit(1) },
    });
    const server = bareServer([calls], { proxies: ['127.0.0.1'] });
    const at = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
    const post = (path: string, body: string) => fetch(at + path, { method: 'POST', body });
    const question = 'module=contract&action=checkverifystatus&guid=1';
    const form = `module=contract&action=verifysourcecode&sourceCode=${'x'.repeat(2000)}`;
    expect(await (await post('/api', form)).text()).toBe(String(form.length));
    for (const path of ['/api', '/v2/api', '/v2/api?chainid=314'])
      expect((await post(path, question)).status).toBe(200);
    // A source may be short, or stand in the address.
    const short = 'module=contract&action=verifysourcecode&sourceCode=contract A {}';
    expect((await post('/api', short)).status).toBe(429);
    expect((await post(`/v2/api/?${short}`, '')).status).toBe(429);
    expect((await post(`/api?${short}`, question)).status).toBe(429);
    expect(await (await post(`/api?${question}`, short)).text()).toBe(String(short.length));
    const refused = await post('/v2/api', form);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      statusCode: 429,
      status: '0',
      result: expect.stringMatching(/^Max rate limit reached/),
    });
    for (const path of ['/v2/verify/314/0x1', '/v2/verify/metadata/314/0x1']) {
      const late = await post(path, '{}');
      expect(late.status).toBe(429);
      expect(late.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await late.json()).toMatchObject({ customCode: 'too_many_requests' });
    }
    // Not led to a page in some language.
    expect((await fetch(`${at}/v2/contract/314/0x1`, { redirect: 'manual' })).status).toBe(200);
    // The page that tools lead to is no call.
    const page = `/v2/address/0x${'1'.repeat(40)}`;
    expect((await fetch(at + page, { redirect: 'manual' })).status).toBe(404);
    await closeHttpServer(server, 100);
  });
});

describe('calls', () => {
  it('are asked with their language and kept per language and head', async () => {
    const zh = await (await served.ask('/api/v1/info?a=1', { locale: 'zh', cookie: 'x=y' })).json();
    expect(zh).toMatchObject({
      url: 'https://site.example/api/v1/info?a=1',
      locale: 'zh',
      version: '1',
    });
    const ko = await (await served.ask('/api/v1/info?a=1', { locale: 'ko' })).json();
    expect(ko).toMatchObject({ locale: 'ko' });
    served.version = '2';
    expect(await (await served.ask('/api/v1/info?a=1', { locale: 'zh' })).json()).toMatchObject({
      version: '2',
    });
  });

  it('are made once for all ways to say a language', async () => {
    const hits = [];
    for (const locale of ['zh', 'zh-CN', ' ZH', 'zh-Hant-TW-x-long'])
      hits.push((await served.ask('/api/v1/info?once', { locale })).headers.get('etag'));
    expect(new Set(hits).size).toBe(1);
  });

  it('are limited per client, in the language asked for', async () => {
    const calls = createCalls({
      api: { fetch: async () => new Response('{}') },
      cache: new AnswerCache(1_000_000),
      origin: () => served.base,
      snapshot: () => snapshotOf('1'),
      limit: new RateLimit(2),
    });
    const limited = bareServer([calls], { proxies: ['127.0.0.1'] });
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

  it('tell the metrics which of them answered, also from the cache', async () => {
    for (let turn = 0; turn < 2; turn++) await served.ask('/api/v1/info?route');
    const counted = await served.metrics.registry.metrics();
    expect(counted).toMatch(/area="api",route="\/info",method="GET",status="200"/);
    expect(counted).not.toContain('area="api",route=""');
  });
});
