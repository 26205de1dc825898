import { expect, test } from 'vitest';
import { sitePages } from '#content/pages.ts';
import { paths } from '#format/paths.ts';
import { LOCALES } from '#i18n/locales.ts';
import { mainMenu } from './menu.ts';

test.each(LOCALES)('all that the menu leads to is found by its name (%s)', (lang) => {
  const items = mainMenu(lang).flatMap(({ items = [] }) => items.map(({ href }) => href));
  expect(items.length).toBeGreaterThan(20);
  const found = sitePages(lang);
  const led = found.map(({ id }) => paths.page(lang, id));
  expect(items.filter((href) => !led.includes(href))).toEqual([]);
  expect(new Set(led).size).toBe(led.length);
  for (const { words } of found) expect(words).not.toContain('');
});
