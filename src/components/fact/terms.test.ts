import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '#format/paths.ts';
import { LOCALES } from '#i18n/locales.ts';
import { glossaryGroups, glossarySections } from './terms.ts';

test('no two terms of a subject have the same name', () => {
  for (const lang of LOCALES)
    for (const { terms } of glossaryGroups(lang))
      expect(terms.length).toBe(new Set(terms.map(({ name }) => name)).size);
});

test('terms stand in the order of the reader’s language', () => {
  const names = (lang: 'en' | 'ko') =>
    glossaryGroups(lang)
      .find(({ group }) => group === 'gas')
      ?.terms.map(({ name }) => name) ?? [];
  expect(names('en').slice(0, 2)).toEqual(['Base fee', 'Base fee burn']);
  expect(names('ko')[0]).toBe('가스');
});

test('a definition leads to the article that lists it', () => {
  const [, number = ''] = /\/wiki\/(\d+)#gas\.limit$/.exec(paths.glossary('en', 'gas.limit')) ?? [];
  expect(readFileSync(`src/content/wiki/en/${number}-glossary.md`, 'utf8')).toContain(
    'glossary: true',
  );
  expect(glossarySections('en').map(({ anchor }) => anchor)).toContain('gas.limit');
});
