/** The reference and its document, with what its page looks like: the site's tokens and fonts. */
import { readFileSync } from 'node:fs';
import type { Explorer } from '#explorer/index.ts';
import type { ApiApp } from '../call.ts';
import { openApiDocument } from './document.ts';
import { findExamples } from './examples.ts';
import { referencePage } from './page.ts';

const NO_CACHE = 'no-cache';
const FOR_A_DAY = 'public, max-age=86400';

/** The site's look, as `src/styles` has it. */
export interface Look {
  /** Style sheets: tokens and faces, which ask for `fonts/…` beside them. */
  style: string;
  /** woff2 by file name. */
  fonts: ReadonlyMap<string, Buffer>;
}

interface Options {
  explorer: Explorer;
  version: string;
  look?: Look;
  /** What all paths begin with. */
  base: string;
}

const own = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Adds what is under `/docs`; the paths that it answers. */
export function addReference(app: ApiApp, { explorer, version, look, base }: Options): string[] {
  const docs = `${base}/docs`;
  const reference = async (url: string): Promise<{ document: string; page: string }> => {
    const examples = await findExamples(explorer);
    const document = openApiDocument(base, version, new URL(url).origin, examples);
    return { document, page: referencePage(JSON.parse(document), base) };
  };
  app.get(docs, async (c) =>
    c.html((await reference(c.req.url)).page, 200, {
      'Cache-Control': NO_CACHE,
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'",
    }),
  );
  app.get(`${docs}/openapi.json`, async (c) =>
    c.body((await reference(c.req.url)).document, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': NO_CACHE,
    }),
  );
  const texts: Readonly<Record<string, [type: string, text: string]>> = {
    '/style.css': ['text/css', `${look?.style ?? ''}\n${own('./style.css')}`],
    '/theme.js': ['text/javascript', own('./theme.js')],
  };
  for (const [path, [type, text]] of Object.entries(texts))
    app.get(docs + path, (c) =>
      c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': NO_CACHE }),
    );
  const fonts = [...(look?.fonts ?? [])].map(([name, font]) => {
    const path = `/fonts/${name}`;
    app.get(docs + path, (c) =>
      c.body(new Uint8Array(font), 200, {
        'Content-Type': 'font/woff2',
        'Cache-Control': FOR_A_DAY,
      }),
    );
    return path;
  });
  // Where the reference explorer has its documentation.
  app.get(`${docs}/static/index.html`, (c) => c.redirect(docs, 301));
  return ['', '/openapi.json', '/static/index.html', ...Object.keys(texts), ...fonts].map(
    (path) => docs + path,
  );
}
