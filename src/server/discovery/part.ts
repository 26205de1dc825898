import type { Explorer } from '#explorer/index.ts';
import { xmlOf } from '#format/html.ts';
import { paths } from '#format/paths.ts';
import { isLocale, type Locale } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { type HttpAnswer, createAnswer } from '../http/answer.ts';
import type { AnswerCache } from '../http/cache.ts';
import type { Origin } from '../http/origin.ts';
import { respond } from '../http/respond.ts';
import type { Part } from '../http/visit.ts';
import type { Snapshot } from '../tracker.ts';
import { siteMap } from './sitemap.ts';

export interface DiscoveryOptions {
  explorer: Explorer;
  cache: AnswerCache;
  origin: Origin;
  snapshot: () => Snapshot;
}

const FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/:file{[a-z]+(?:-[0-9]+)?\\.xml}',
  '/opensearch/:file{[a-z][a-z]\\.xml}',
];

/** For machines that look for pages: robots.txt, site maps, the description of the search. */
export function createDiscovery({ explorer, cache, origin, snapshot }: DiscoveryOptions): Part {
  return (app) =>
    app.on('GET', FILES, async (c, next) => {
      const { path } = c.req;
      const site = origin(c);
      const { answer, hit } = await cache.get(
        `discovery ${snapshot().head?.revision ?? 0} ${site}${path}`,
        () => describe(explorer, site, path),
        ({ status }) => status === 200,
        c.env,
      );
      return answer.status === 404 ? next() : respond(c, 'file', answer, { hit });
    });
}

async function describe(explorer: Explorer, site: string, path: string): Promise<HttpAnswer> {
  if (path === '/robots.txt') return file('text/plain', robots(site));
  const language = /^\/opensearch\/(\w+)\.xml$/.exec(path)?.[1];
  if (isLocale(language))
    return file('application/opensearchdescription+xml', searchDescription(site, language));
  const map = await siteMap(explorer, site, path);
  return map === null ? createAnswer(404, {}, '') : file('application/xml', map);
}

function file(type: string, text: string): HttpAnswer {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' };
  return createAnswer(200, headers, text);
}

function robots(site: string): string {
  return `User-agent: *
Allow: /
Disallow: /*/search
Disallow: /*/styleguide
Disallow: /qr/

Sitemap: ${site}/sitemap.xml
`;
}

/** How a browser searches here from its address bar. */
function searchDescription(site: string, lang: Locale): string {
  const t = useT(lang);
  const template = `${site}${paths.search(lang)}?q={searchTerms}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${xmlOf(t('shell.brand'))}</ShortName>
<Description>${xmlOf(t('shell.meta.description'))}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Language>${lang}</Language>
<Image width="16" height="16" type="image/svg+xml">${xmlOf(site)}/favicon.svg</Image>
<Url type="text/html" method="get" template="${xmlOf(template)}"/>
</OpenSearchDescription>
`;
}
