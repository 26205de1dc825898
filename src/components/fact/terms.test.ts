import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TRANSFER_TYPES } from '#filecoin/actors/transfers.ts';
import { paths } from '#format/paths.ts';
import { LOCALES } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { definitionId, sharedDefinition } from './definitions.ts';
import { glossaryGroups, glossarySections, isTerm } from './terms.ts';

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

test('rows share one definition on a page, beside those of labels', () => {
  const page = new Request('http://localhost/');
  expect(definitionId(page, 'gas.gas')).toBe('def-gas.gas');
  expect(sharedDefinition(page, 'gas.gas')).toEqual({ id: 'def-gas.gas-2', there: false });
  expect(sharedDefinition(page, 'gas.gas')).toEqual({ id: 'def-gas.gas-2', there: true });
  expect(definitionId(page, 'gas.gas')).toBe('def-gas.gas-3');
  expect(sharedDefinition(new Request('http://localhost/'), 'gas.gas').there).toBe(false);
});

test('every type of transfer has a definition', () => {
  for (const type of TRANSFER_TYPES) expect(isTerm(`transfer.${type}`)).toBe(true);
  for (const other of ['transfer.toString', 'transfer', 'nothing.reward', ''])
    expect(isTerm(other)).toBe(false);
});

test('what is called as its term is has no text of its own', () => {
  const labelled = globSync('src/**/*.{astro,ts}').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [
      /label=\{t\('([^']+)'\)\}\s+term="([^"]+)"/g,
      /label: t\('([^']+)'\),\s+term: '([^']+)'/g,
    ]
      .flatMap((written) => [...source.matchAll(written)])
      .map(([, label = '', term = '']) => ({ file, label, name: `glossary.${term}.name` }));
  });
  expect(labelled.length).toBeGreaterThan(100);
  const repeated = labelled.filter(({ label, name }) =>
    LOCALES.map(useT).every((t) => t.maybe(label) === t.maybe(name)),
  );
  expect(repeated).toEqual([]);
});
