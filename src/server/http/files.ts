import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type HttpAnswer, createAnswer } from './answer.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The service worker asks for pages in place of the browser (public/sw.js): the only file that may ask. */
const WORKER = '/sw.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The built site's files by the path under which they are served. */
export type Files = ReadonlyMap<string, HttpAnswer>;

/**
 * Reads the built site's files (dist/client) into memory: a few megabytes, so that no request
 * touches the disk and a rebuild cannot pull a file from under a reader. Prerendered pages have blanks
 * and are no files (../pages.ts). Assets with a hash in their name may be kept for ever; the rest is asked for
 * again by its ETag.
 */
export function loadFiles(folder: string): Files {
  const files = new Map<string, HttpAnswer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name.endsWith('.html')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = TYPES[extname(entry.name).toLowerCase()] ?? 'application/octet-stream';
    const headers = {
      'content-type': type,
      'cache-control': path.startsWith('/_astro/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      ...(path === WORKER ? { 'content-security-policy': WORKER_POLICY } : {}),
    };
    const answer = createAnswer(200, headers, readFileSync(file), { lasting: true });
    files.set(path, answer);
  }
  return files;
}
