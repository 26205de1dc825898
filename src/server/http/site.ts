import { useT } from '#i18n/translate.ts';
import type { Snapshot } from '../tracker.ts';
import { plainAnswer, redirectAnswer } from './answer.ts';
import type { AnswerCache } from './cache.ts';
import type { Files } from './files.ts';
import { canonicalPath, localeCookie, pathPrefix, savedLocale, visitorLocale } from './locale.ts';
import type { Origin } from './origin.ts';
import { renderPage, type Site } from './render.ts';
import { respond } from './respond.ts';
import { type Asked, type Part, searchOf } from './visit.ts';

/** A path that asks for a file: it gets no language. */
const FILE_NAME =
  /\.(?:js|mjs|css|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|txt|xml|json|webmanifest|html?|wasm|php)$/i;

export interface SiteOptions {
  files: Files;
  page: Site;
  cache: AnswerCache;
  origin: Origin;
  snapshot: () => Snapshot;
  locals: (requestId: string) => App.Locals;
}

/** The pages and the built files. */
export function createSite(options: SiteOptions): Part {
  return (app) =>
    app.all('*', (c) => {
      const { method, path } = c.req;
      if (method !== 'GET' && method !== 'HEAD') {
        const status = method === 'OPTIONS' ? 204 : 405;
        return respond(c, 'other', plainAnswer(status, 'GET or HEAD', { allow: 'GET, HEAD' }));
      }
      const file = options.files.get(decodeURIComponent(path));
      if (file !== undefined) return respond(c, 'file', file);
      if (FILE_NAME.test(path) && pathPrefix(path) === null) return render(options, c);
      return redirect(c) ?? render(options, c);
    });
}

/** To where a page really is; null when the request is for it. */
export function redirect(c: Asked): Promise<Response> | null {
  const { path } = c.req;
  const target = canonicalPath(path, searchOf(c), visitorLocale(c));
  if (target === null) return null;
  // A path with its language goes to the same place for everyone.
  const answer =
    pathPrefix(path) === null
      ? redirectAnswer(302, target, 'Cookie, Accept-Language')
      : redirectAnswer(301, target);
  return respond(c, 'redirect', answer);
}

async function render(options: SiteOptions, c: Asked): Promise<Response> {
  const url = options.origin(c) + c.req.path + searchOf(c);
  const locale = pathPrefix(c.req.path);
  const { answer, hit } = await options.cache.get(
    `page ${options.snapshot().version} ${url}`,
    async () =>
      (await renderPage(options.page, url, options.locals(c.env.requestId))) ??
      plainAnswer(404, useT(locale ?? 'en')('errors.pageNotFound')),
    ({ status, headers }) => status === 200 && headers['cache-control'] !== 'no-store',
    c.env,
  );
  const remember = locale !== null && savedLocale(c.req.header('cookie')) !== locale;
  const headers = remember ? { 'set-cookie': localeCookie(locale, c.env.secure) } : {};
  return respond(c, 'page', answer, { hit, headers });
}
