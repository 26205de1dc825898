import { useT } from '#i18n/translate.ts';
import type { Snapshot } from '../tracker.ts';
import type { AnswerCache } from './cache.ts';
import type { Files } from './files.ts';
import { canonicalPath, localeCookie, pathPrefix, preferredLocale, savedLocale } from './locale.ts';
import type { Origin } from './origin.ts';
import { renderPage, type Site } from './render.ts';
import { plainAnswer, redirectAnswer } from './send.ts';
import type { Part, Reply } from './server.ts';
import type { Visit } from './visit.ts';

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
  return async (visit) => {
    if (visit.method !== 'GET') {
      const allow = { allow: 'GET, HEAD' };
      const status = visit.method === 'OPTIONS' ? 204 : 405;
      return { area: 'other', answer: plainAnswer(status, 'GET or HEAD', allow), hit: null };
    }
    const file = options.files.get(decodeURIComponent(visit.pathname));
    if (file !== undefined) return { area: 'file', answer: file, hit: null };
    if (FILE_NAME.test(visit.pathname) && pathPrefix(visit.pathname) === null)
      return render(options, visit);
    return redirect(visit) ?? render(options, visit);
  };
}

function redirect(visit: Visit): Reply | null {
  const locale = preferredLocale(visit.header('cookie'), visit.header('accept-language'));
  const target = canonicalPath(visit.pathname, visit.search, locale);
  if (target === null) return null;
  // A path with its language goes to the same place for everyone.
  const answer =
    pathPrefix(visit.pathname) === null
      ? redirectAnswer(302, target, 'Cookie, Accept-Language')
      : redirectAnswer(301, target);
  return { area: 'redirect', answer, hit: null };
}

async function render(options: SiteOptions, visit: Visit): Promise<Reply> {
  const url = options.origin(visit) + visit.pathname + visit.search;
  const locale = pathPrefix(visit.pathname);
  const made = await options.cache.get(
    `page ${options.snapshot().version} ${url}`,
    async () =>
      (await renderPage(options.page, url, options.locals(visit.requestId))) ??
      plainAnswer(404, useT(locale ?? 'en')('errors.pageNotFound')),
    (answer) => answer.status === 200 && answer.headers['cache-control'] !== 'no-store',
  );
  const remember = locale !== null && savedLocale(visit.header('cookie')) !== locale;
  return {
    area: 'page',
    ...made,
    ...(remember ? { headers: { 'set-cookie': localeCookie(locale) } } : {}),
  };
}
