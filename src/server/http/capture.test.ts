import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AstroHandler, renderPage } from './capture.ts';

// Handlers under test do not look at the locals.
const render = (handler: AstroHandler) =>
  renderPage(handler, '/en/x?y=1', 'https://site.example', {} as App.Locals);

describe('renderPage', () => {
  it('keeps status, headers and body', async () => {
    const page = await render(async (req, res) => {
      expect(req.headers).toEqual({ host: 'site.example' });
      expect(req.socket.encrypted).toBe(true);
      res.writeHead(404, { 'Content-Type': 'text/html', Vary: ['A', 'B'] });
      res.write('<p>');
      res.write(new TextEncoder().encode('é'));
      res.end();
    });
    expect(page).toEqual({
      status: 404,
      headers: { 'content-type': 'text/html', vary: 'A, B' },
      body: Buffer.from('<p>é'),
    });
  });

  it('allows of the site’s inline code what the page has, and nothing that it brings besides', async () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const page = await render(async (_req, res) => {
      res.writeHead(200, {
        'content-security-policy': `script-src 'self' ${hash('a()')} ${hash('b()')}; style-src 'self' ${hash('p{}')}`,
      });
      res.end('<script type="module">\na()</script><script>a()</script><script>evil()</script>');
    });
    expect(page?.headers['content-security-policy']).toBe(
      `script-src 'self' ${hash('a()')}; style-src 'self'`,
    );
  });

  it('tells a missing route', async () => {
    expect(await render(async (_req, _res, next) => next())).toBeNull();
  });

  it('does not take half a page for a whole one', async () => {
    const half: AstroHandler = async (_req, res) => {
      res.writeHead(200);
      res.write('half', () => res.destroy());
    };
    await expect(render(half)).rejects.toThrow('broke off');
  });

  it('does not take the bare status of a failed page of failure for a page', async () => {
    const bare: AstroHandler = async (_req, res) => {
      res.writeHead(500);
      res.end('Internal Server Error');
    };
    await expect(render(bare)).rejects.toThrow('the page of its failure');
  });
});
