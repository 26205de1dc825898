import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderPage, type Site } from './render.ts';

// Sites under test do not look at the locals.
const render = (site: Site) => renderPage(site, 'https://site.example/en/x?y=1', {} as App.Locals);

describe('renderPage', () => {
  it('keeps status, headers and body', async () => {
    const page = await render(async (request) => {
      expect([request.url, [...request.headers]]).toEqual(['https://site.example/en/x?y=1', []]);
      const headers = { 'Content-Type': 'text/html', Vary: 'A, B' };
      return new Response('<p>é', { status: 404, headers });
    });
    expect(page).toMatchObject({
      status: 404,
      headers: { 'content-type': 'text/html', vary: 'A, B', 'cache-control': 'no-store' },
      body: Buffer.from('<p>é'),
    });
  });

  it('allows of the site’s inline code what the page has, and nothing that it brings besides', async () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = `script-src 'self' ${hash("a('é中')")} ${hash('b()')}; style-src 'self' ${hash('p{}')} ${hash('ü{}')}`;
    const html = `<style>ü{}</style><script type="module">\na()</script><script>a('é中')</script><script>evil()</script><style>p{}`;
    const page = await render(
      async () => new Response(html, { headers: { 'content-security-policy': policy } }),
    );
    expect(page?.headers['content-security-policy']).toBe(
      `script-src 'self' ${hash("a('é中')")}; style-src 'self' ${hash('ü{}')}`,
    );
  });

  it('tells a missing route', async () => {
    expect(await render(async () => null)).toBeNull();
  });

  it('does not take half a page for a whole one', async () => {
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('half'));
        controller.error(new Error('broke off'));
      },
    });
    await expect(render(async () => new Response(half))).rejects.toThrow('broke off');
  });

  it('does not take the bare status of a failed page of failure for a page', async () => {
    const bare: Site = async () => new Response(null, { status: 500 });
    await expect(render(bare)).rejects.toThrow('the page of its failure');
  });
});
