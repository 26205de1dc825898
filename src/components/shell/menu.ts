import { paths } from '#format/paths.ts';
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translate.ts';

export interface MenuItem {
  label: MessageKey;
  href: string;
  /** It opens beside this page: it has not the site's header. */
  beside?: true;
  /** Where pages without an item of their own stand that belong to this one. */
  also?: readonly string[];
}

/** Items under a label, or a link itself. */
export type MenuGroup = { label: MessageKey } & (
  | { items: readonly MenuItem[]; href?: never; also?: never }
  | {
      items?: never;
      href: string;
      /** Where its other pages stand. */
      also?: string;
    }
);

/** The main menu in its order. */
export function mainMenu(lang: Locale): readonly MenuGroup[] {
  return [
    { label: 'shell.nav.home', href: paths.home(lang) },
    {
      label: 'shell.nav.blockchain',
      items: [
        { label: 'shell.nav.tipsets', href: paths.tipsets(lang), also: [paths.blockLookup(lang)] },
        { label: 'shell.nav.messages', href: paths.messages(lang) },
        { label: 'shell.nav.richList', href: paths.richList(lang) },
        { label: 'shell.nav.deals', href: paths.deals(lang) },
        { label: 'shell.nav.dataCap', href: paths.dataCap(lang) },
        { label: 'shell.nav.mempool', href: paths.mempool(lang) },
        { label: 'shell.nav.verify', href: paths.verify(lang) },
      ],
    },
    {
      label: 'shell.nav.fevm',
      items: [
        {
          label: 'shell.nav.fevmStats',
          href: paths.fevmStats(lang),
          also: [paths.contracts(lang)],
        },
        { label: 'shell.nav.verified', href: paths.verifiedContracts(lang) },
        { label: 'shell.nav.names', href: paths.names(lang) },
        {
          label: 'shell.nav.ecosystem',
          href: paths.ecosystem(lang),
          also: [paths.dapps(lang), paths.merchants(lang), paths.spaceRace(lang)],
        },
        { label: 'shell.nav.tokens', href: paths.tokens(lang), also: [paths.tokenRoot(lang)] },
        { label: 'shell.nav.nfts', href: paths.nfts(lang) },
      ],
    },
    {
      label: 'shell.nav.providers',
      href: paths.ranks(lang, 'power'),
      also: paths.rankings(lang),
    },
    {
      label: 'shell.nav.charts',
      items: [
        { label: 'shell.nav.network', href: paths.networkStats(lang) },
        { label: 'shell.nav.activity', href: paths.activity(lang) },
        { label: 'shell.nav.miningCharts', href: paths.miningStats(lang) },
        { label: 'shell.nav.gas', href: paths.gasStats(lang) },
        { label: 'shell.nav.rankings', href: paths.ranks(lang, 'power') },
        { label: 'shell.nav.nodes', href: paths.nodeVersions(lang) },
      ],
    },
    {
      label: 'shell.nav.resources',
      items: [
        { label: 'shell.nav.favorites', href: paths.favorites(lang) },
        { label: 'shell.nav.tools', href: paths.tools(lang) },
        { label: 'shell.nav.wiki', href: paths.wiki(lang, 0), also: [paths.wiki(lang)] },
        { label: 'shell.nav.notices', href: paths.notices(lang) },
        { label: 'trust.title', href: paths.trust(lang) },
        { label: 'shell.nav.apiDocs', href: paths.apiDocs(), beside: true },
      ],
    },
  ];
}

/** Whether a page (its path without a slash at the end) is that of a menu item, or below it. */
function isUnder(here: string, { href, also = [] }: Pick<MenuItem, 'href' | 'also'>): boolean {
  return [href, ...also].some((path) => here === path || here.startsWith(`${path}/`));
}

/** The group that a page belongs to; where several lead to it, the first. */
export function menuGroupOf(menu: readonly MenuGroup[], here: string): MenuGroup | null {
  return (
    menu.find(
      ({ href, also, items }) =>
        href === here ||
        (also !== undefined && isUnder(here, { href: also })) ||
        items?.some((item) => isUnder(here, item)) === true,
    ) ?? null
  );
}

/** The menu item that a page belongs to. */
export function menuItemOf(lang: Locale, here: string): MenuItem | null {
  return (
    mainMenu(lang)
      .flatMap(({ items }) => items ?? [])
      .find((item) => isUnder(here, item)) ?? null
  );
}
