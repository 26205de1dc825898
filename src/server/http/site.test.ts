import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServed, type Served } from './testing/served.ts';

let served: Served;
beforeAll(async () => {
  served = await startServed();
});
afterAll(() => served.close());

describe('pages', () => {
  it('are rendered once per head, with an ETag', async () => {
    const before = served.rendered;
    const first = await served.ask('/en/tipset/5?x=1');
    expect(first.status).toBe(200);
    expect(await first.text()).toContain('/en/tipset/5?x=1 1');
    const etag = first.headers.get('etag') ?? '';
    const again = await served.ask('/en/tipset/5?x=1', { 'if-none-match': etag });
    expect([again.status, await again.text(), served.rendered]).toEqual([304, '', before + 1]);
    served.version = '2';
    const changed = await served.ask('/en/tipset/5?x=1', { 'if-none-match': etag });
    expect([changed.status, served.rendered]).toEqual([200, before + 2]);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('carry the security headers', async () => {
    const { headers } = await served.ask('/en');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('remember their language when the visitor had another one', async () => {
    expect((await served.ask('/ko')).headers.get('set-cookie')).toContain('i18n_redirected=ko;');
    const same = await served.ask('/ko', { cookie: 'i18n_redirected=ko' });
    expect(same.headers.get('set-cookie')).toBeNull();
    const other = await served.ask('/ko', { cookie: 'i18n_redirected=zh' });
    expect(other.headers.get('set-cookie')).toContain('i18n_redirected=ko;');
  });

  it('stand below a language', async () => {
    const to = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await served.ask(path, headers);
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
    expect((await served.ask('/')).headers.get('vary')).toContain('Accept-Language');
  });

  it('are not kept when they are absent, and answer 404 without a route', async () => {
    const before = served.rendered;
    expect((await served.ask('/en/absent')).status).toBe(404);
    expect((await served.ask('/en/absent')).status).toBe(404);
    expect(served.rendered).toBe(before + 2);
    const missing = await served.ask('/en/missing');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ]);
  });

  it('answer 500 with a page in the reader’s language and a way home when rendering fails', async () => {
    const answer = await served.ask('/ko/throws', {
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
    const answer = await served.ask('/en/throws', { 'x-request-id': 'trace-me-1234' });
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'Internal error (request trace-me-1234)\n',
    ]);
    expect((await served.ask('/en')).status).toBe(200);
  });

  it('are only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await served.ask('/en', {}, method);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    const head = await served.ask('/en', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20);
  });
});

describe('files', () => {
  it('are kept for ever when their name has a hash', async () => {
    const asset = await served.ask('/_astro/app.abc.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await served.ask('/favicon.svg');
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(icon.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are no pages: those of the build have blanks, and come as pages', async () => {
    const answer = await served.ask('/en/wiki/0');
    expect(await answer.text()).toContain('<p>/en/wiki/0');
    const file = await served.ask('/en/wiki/0/index.html');
    expect(await file.text()).not.toContain('<h1>Wiki</h1>');
  });

  it('do not include hidden ones or those of other folders', async () => {
    expect(await (await served.ask('/.hidden')).text()).not.toContain('secret');
    expect(
      await served.raw('GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).not.toContain('root:');
    expect(
      await served.raw(
        'GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      ),
    ).not.toContain('root:');
  });
});
