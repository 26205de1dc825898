/** The site map's files: an index, the pages that always are, and shards of what the chain has. */
import { mainMenu } from '#components/shell/menu.ts';
import type { Explorer } from '#explorer/index.ts';
import { SITEMAP_KINDS, type SitemapEntry, type SitemapKind } from '#explorer/sitemap/reads.ts';
import { xmlOf } from '#format/html.ts';
import { paths } from '#format/paths.ts';
import { formatIso } from '#format/time.ts';
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES, type Locale } from '#i18n/locales.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Pages that are in no menu, and those of the menu that have nothing to find yet. */
const MORE = (lang: Locale): string[] => [
  paths.contracts(lang),
  paths.ranks(lang, 'blocks'),
  paths.ranks(lang, 'power-growth'),
];
const LESS = (lang: Locale): string[] => [paths.verifiedContracts(lang)];

/** Paths of the pages that are there whatever the chain has, in a language. */
function standingPages(lang: Locale): string[] {
  const linked = mainMenu(lang).flatMap(({ href, items = [] }) => [
    href,
    ...items.map((item) => item.href),
  ]);
  const own = linked.filter((path) => path === `/${lang}` || path?.startsWith(`/${lang}/`));
  const less = new Set<string | undefined>(LESS(lang));
  return [...new Set([...own, ...MORE(lang)])].filter(
    (path): path is string => path !== undefined && !less.has(path),
  );
}

/** Every standing page in every language, each naming the others. */
function pagesMap(origin: string): string {
  const perLanguage = LOCALES.map((lang) => ({ lang, pages: standingPages(lang) }));
  const english = perLanguage.find(({ lang }) => lang === DEFAULT_LOCALE)?.pages ?? [];
  const entries = english.flatMap((fallback, index) => {
    const versions = perLanguage.map(
      ({ lang, pages }) => [lang, pages[index] ?? fallback] as const,
    );
    const link = (tag: string, path: string) =>
      `<xhtml:link rel="alternate" hreflang="${tag}" href="${xmlOf(origin + path)}"/>`;
    const links = [
      ...versions.map(([lang, path]) => link(LANGUAGE_TAGS[lang], path)),
      link('x-default', fallback),
    ].join('');
    return versions.map(([, path]) => `<url><loc>${xmlOf(origin + path)}</loc>${links}</url>`);
  });
  return `${HEAD}<urlset xmlns="${SPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('\n')}</urlset>\n`;
}

const PAGE_OF: Readonly<Record<SitemapKind, (lang: Locale, id: string) => string>> = {
  messages: (lang, id) => paths.message(lang, id),
  addresses: (lang, id) => paths.address(lang, id),
  tokens: (lang, id) => paths.token(lang, id),
};

/** A shard names the English pages: they name their other languages themselves. */
function shardMap(origin: string, kind: SitemapKind, entries: readonly SitemapEntry[]): string {
  const rows = entries.map(({ id, changed }) => {
    const last = changed === null ? '' : `<lastmod>${formatIso(changed)}</lastmod>`;
    return `<url><loc>${xmlOf(origin + PAGE_OF[kind](DEFAULT_LOCALE, id))}</loc>${last}</url>`;
  });
  return `${HEAD}<urlset xmlns="${SPACE}">${rows.join('\n')}</urlset>\n`;
}

async function indexMap(explorer: Explorer, origin: string): Promise<string> {
  const { data: shards } = await explorer.sitemap.shards();
  const names = SITEMAP_KINDS.flatMap((kind) => {
    const [first, last] = shards[kind] ?? [0, -1];
    return Array.from({ length: last - first + 1 }, (_, index) => `${kind}-${first + index}`);
  });
  const rows = ['pages', ...names].map(
    (name) => `<sitemap><loc>${xmlOf(`${origin}/sitemap/${name}.xml`)}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex xmlns="${SPACE}">${rows.join('\n')}</sitemapindex>\n`;
}

const SHARD = /^\/sitemap\/([a-z]+)-(\d{1,9})\.xml$/;

/** The file at a path; null when there is none. */
export async function siteMap(
  explorer: Explorer,
  origin: string,
  path: string,
): Promise<string | null> {
  if (path === '/sitemap.xml') return indexMap(explorer, origin);
  if (path === '/sitemap/pages.xml') return pagesMap(origin);
  const [, name, number] = SHARD.exec(path) ?? [];
  const kind = SITEMAP_KINDS.find((known) => known === name);
  if (kind === undefined) return null;
  const { data: entries } = await explorer.sitemap.shard(kind, Number(number));
  return entries.length === 0 ? null : shardMap(origin, kind, entries);
}
