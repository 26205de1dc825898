import { expect, it } from 'vitest';
import { ERROR_CODES } from '#explorer/index.ts';
import { LOCALES } from '#i18n/locales.ts';
import { errorText, localeOf } from './locale.ts';

it('has words for every error of the explorer in every language', () => {
  for (const code of ERROR_CODES) {
    const texts = LOCALES.map((locale) => errorText(locale, code, {}));
    expect(new Set(texts).size, code).toBe(LOCALES.length);
    for (const locale of LOCALES)
      expect(errorText(locale, code, {})).not.toBe(errorText(locale, 'badRequest', {}));
  }
  expect(errorText('en', 'never heard of', {})).toBe(errorText('en', 'badRequest', {}));
});

it('says how far the index is in grouped figures', () => {
  const text = errorText('en', 'tipsetNotIndexed', { height: 20000, indexed: 1184, node: 20055 });
  expect(text).toContain('1,184 of 20,055');
});

it.each([
  ['zh', 'ko', 'zh'],
  [undefined, 'ko', 'ko'],
  [undefined, 'zh-CN,zh;q=0.9', 'zh'],
  ['fr', 'ko', 'ko'],
  ['', undefined, 'en'],
  [undefined, '__proto__', 'en'],
] as const)('?locale=%s, Locale: %s is %s', (query, header, expected) => {
  expect(localeOf(query, header)).toBe(expected);
});
