import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { isLocale, LOCALES, localeOfPath } from './locales.ts';

it('is one of those that are offered', () => {
  for (const lang of LOCALES) {
    expect(isLocale(lang)).toBe(true);
    expect(localeOfPath(`/${lang}/tipset`)).toBe(lang);
  }
  expect(isLocale('EN')).toBe(false);
  expect(localeOfPath('/tipset')).toBe('en');
});

test.each(['astro.config.mjs', 'public/sw.js'])('%s lists the same ones', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text).toContain(`[${LOCALES.map((lang) => `'${lang}'`).join(', ')}]`);
});
