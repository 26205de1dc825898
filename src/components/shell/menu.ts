import { menuPages, type Part } from '#content/pages.ts';
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

/** The main menu in its order; its items are the site's pages (`content/pages.ts`). */
export function mainMenu(lang: Locale): readonly MenuGroup[] {
  const group = (part: Part): MenuGroup => ({
    label: `shell.nav.${part}`,
    items: menuPages(part).map(({ name, path, also, beside }) => ({
      label: name,
      href: path(lang),
      ...(also && { also: also(lang) }),
      ...(beside && { beside }),
    })),
  });
  return [
    { label: 'shell.nav.home', href: paths.home(lang) },
    group('blockchain'),
    group('fevm'),
    {
      label: 'shell.nav.providers',
      href: paths.ranks(lang, 'power'),
      also: paths.rankings(lang),
    },
    group('charts'),
    group('resources'),
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
