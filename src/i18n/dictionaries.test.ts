import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dictionaries } from './dictionaries.ts';
import { LOCALES } from './locales.ts';

const SOURCES = new URL('..', import.meta.url).pathname;

/** Every text of a dictionary by its key. */
function leaves(node: unknown, prefix = ''): [key: string, text: string][] {
  if (typeof node === 'string') return [[prefix, node]];
  if (typeof node !== 'object' || node === null) throw new Error(`${prefix} is no text`);
  return Object.entries(node).flatMap(([name, child]) =>
    leaves(child, prefix === '' ? name : `${prefix}.${name}`),
  );
}

const base = (key: string): string => key.replace(/_(?:one|other)$/, '');
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort();

const texts = Object.fromEntries(
  LOCALES.map((lang) => [lang, new Map(leaves(dictionaries[lang]))]),
) as Record<(typeof LOCALES)[number], Map<string, string>>;
const keys = [...new Set([...texts.en.keys()].map(base))];

const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|tsx|astro)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '');
const literals = new Set([...code.matchAll(/(['"`])([a-z]\w*(?:\.[\w-]+)+)\1/g)].map((m) => m[2]));
/** Beginnings of keys that code ends at run time: `common.exit.${code}`. */
const openings = [
  ...new Set([...code.matchAll(/`([a-z]\w*\.(?:[\w-]+\.)*)\$\{/g)].map((m) => m[1] ?? '')),
];

describe.each(LOCALES)('%s', (lang) => {
  test('has every key, in the plural forms of its language', () => {
    const categories = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    const wanted = keys.flatMap((key) =>
      texts.en.has(key) ? [key] : categories.map((category) => `${key}_${category}`),
    );
    expect([...texts[lang].keys()].sort()).toEqual(wanted.sort());
  });

  test('has no empty text', () => {
    expect([...texts[lang]].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has no text with a space at an end: what stands between sentences is not theirs', () => {
    const spaced = [...texts[lang]].filter(([, text]) => text.trim() !== text);
    expect(spaced.map(([key]) => key).filter((key) => !key.endsWith('.join'))).toEqual([]);
  });

  test('fills in what English fills in', () => {
    const different = [...texts[lang]].filter(([key, text]) => {
      const english = texts.en.get(key) ?? texts.en.get(`${base(key)}_other`) ?? '';
      return placeholders(text).join() !== placeholders(english).join();
    });
    expect(different).toEqual([]);
  });
});

test('every key is used', () => {
  const unused = keys.filter(
    (key) => !literals.has(key) && !openings.some((opening) => key.startsWith(opening)),
  );
  expect(unused).toEqual([]);
});

test('every key that code asks for is there', () => {
  const asked = [...code.matchAll(/\bt(?:\.maybe)?\(\s*'([^']+)'/g)].map((m) => m[1] ?? '');
  expect(asked.length).toBeGreaterThan(100);
  expect([...new Set(asked)].filter((key) => !keys.includes(key))).toEqual([]);
});
