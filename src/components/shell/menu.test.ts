import { expect, test } from 'vitest';
import { sitePages } from '#content/pages.ts';
import { paths } from '#format/paths.ts';
import { LOCALES } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { mainMenu, menuGroupOf } from './menu.ts';

test.each(LOCALES)('all that the menu leads to is found by its name (%s)', (lang) => {
  const items = mainMenu(lang).flatMap(({ items = [] }) => items.map(({ href }) => href));
  expect(items.length).toBeGreaterThan(20);
  const found = sitePages(lang);
  const led = found.map(({ id }) => paths.page(lang, id));
  expect(items.filter((href) => !led.includes(href))).toEqual([]);
  expect(new Set(led).size).toBe(led.length);
  for (const { words } of found) expect(words).not.toContain('');
});

test.each(LOCALES)('a page that is found belongs to the part that the menu says (%s)', (lang) => {
  const menu = mainMenu(lang);
  const t = useT(lang);
  for (const { id, part } of sitePages(lang)) {
    const group = menuGroupOf(menu, paths.page(lang, id).replace(/\?.*/, ''));
    // Articles of the wiki belong to it.
    const own = id.startsWith('wiki/') && id !== 'wiki/0' ? 'shell.nav.wiki' : group?.label;
    // No item leads to the look-up of peers.
    expect([id, part]).toEqual([id, t(own ?? 'shell.nav.providers')]);
  }
});

test('what is done with contracts is in one part of the menu, which their pages name', () => {
  const menu = mainMenu('en');
  const items = menu.find(({ label }) => label === 'shell.nav.fevm')?.items ?? [];
  expect(items.map(({ href }) => href)).toEqual(
    expect.arrayContaining([paths.verifiedContracts('en'), paths.verify('en')]),
  );
  for (const path of [paths.verify('en'), paths.verifySource('en')])
    expect(menuGroupOf(menu, path)?.label).toBe('shell.nav.fevm');
});
