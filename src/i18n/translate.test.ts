import i18next, { type i18n } from 'i18next';
import { expect, test } from 'vitest';
import { dictionaries } from './dictionaries.ts';
import { type Locale, LOCALES, localeOfPath } from './locales.ts';
import { withParticles } from './particle.ts';
import { useT } from './translate.ts';

test('texts of several languages stand side by side', () => {
  const [en, zh, ko] = [useT('en'), useT('zh'), useT('ko')];
  expect([en('tipset.height'), zh('tipset.height'), ko('tipset.height')]).toEqual([
    'Height',
    '高度',
    '높이',
  ]);
});

test('placeholders are filled in and nothing is escaped twice', () => {
  expect(useT('en')('tipset.detailTitle', { height: '<b>' })).toBe('Tipset <b>');
});

test('the count chooses the plural form of the language', () => {
  const key = 'common.stage.left';
  expect(useT('en')(key, { count: 1 })).toBe('1 epoch left');
  expect(useT('en')(key, { count: 2 })).toBe('2 epochs left');
  expect(useT('ko')(key, { count: 1 })).toBe('1 에포크 남음');
});

test('a key known only at run time may be absent', () => {
  expect(useT('en').maybe('common.exit.SysErrOutOfGas')).toBe('The gas limit was used up');
  expect(useT('en').maybe('common.exit.4711')).toBeNull();
});

test('the language of a path', () => {
  expect(localeOfPath('/ko/tipset/1')).toBe('ko');
  expect(localeOfPath('/zh')).toBe('zh');
  expect(localeOfPath('/kok/tipset')).toBe('en');
  expect(localeOfPath('/')).toBe('en');
});

/** All keys of a dictionary, those of plural forms with their endings. */
function keysOf(tree: object, before = ''): string[] {
  return Object.entries(tree).flatMap(([name, of]: [string, unknown]) =>
    typeof of === 'object' && of !== null ? keysOf(of, `${before}${name}.`) : [before + name],
  );
}

/** i18next alone over the dictionaries. */
function wholeOf(lang: Locale): i18n {
  const whole = i18next.createInstance();
  void whole.init({
    initAsync: false,
    lng: lang,
    fallbackLng: 'en',
    resources: Object.fromEntries(
      Object.entries(dictionaries).map(([of, translation]) => [of, { translation }]),
    ),
    interpolation: { escapeValue: false },
  });
  return whole;
}

/** Korean particles are chosen by the values. */
const settled = (lang: Locale, text: string): string =>
  lang === 'ko' ? withParticles(text) : text;

test.each(LOCALES)('every text with its values is what i18next tells of it (%s)', (lang) => {
  const whole = wholeOf(lang);
  const told = (key: string, params: Record<string, unknown>) =>
    settled(lang, whole.t(key, params));
  let filled = 0;
  for (const key of keysOf(dictionaries[lang])) {
    const names = [...whole.t(key).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    filled += 1;
    for (const value of ['<b>$& $1', '{{height}} $t(common.copy)', '', 'undefined', 0, -1.5]) {
      const params = Object.fromEntries(names.map((name) => [name, value]));
      expect(useT(lang).maybe(key, params), key).toBe(told(key, params));
      const more = { ...params, unknown: 1 };
      expect(useT(lang).maybe(key, more), key).toBe(told(key, more));
      for (const count of [0, 1, 2]) {
        const counted = { ...params, count };
        expect(useT(lang).maybe(key, counted), key).toBe(told(key, counted));
      }
    }
    const fewer = Object.fromEntries(names.slice(1).map((name) => [name, 'x']));
    expect(useT(lang).maybe(key, fewer), key).toBe(told(key, fewer));
  }
  expect(filled).toBeGreaterThan(100);
});

test.each(LOCALES)('every form of a count is the one that i18next tells (%s)', (lang) => {
  const whole = wholeOf(lang);
  const told = (key: string, params: Record<string, unknown>) =>
    settled(lang, whole.t(key, params));
  const counted = keysOf(dictionaries.en).filter((key) => key.endsWith('_other'));
  for (const key of counted.map((key) => key.slice(0, -'_other'.length)))
    for (const count of [0, 1, 2, 11, 1000, 0.5, -1]) {
      const names = [...whole.t(key, { count: 2 }).matchAll(/\{\{(\w+)\}\}/g)];
      const params = { ...Object.fromEntries(names.map(([, name = '']) => [name, '<b>'])), count };
      expect(useT(lang).maybe(key, params), key).toBe(told(key, params));
      expect(useT(lang).maybe(key, { count }), key).toBe(told(key, { count }));
      const more = { ...params, unknown: 1 };
      expect(useT(lang).maybe(key, more), key).toBe(told(key, more));
    }
  expect(counted.length).toBeGreaterThan(50);
});

test.each(LOCALES)('every text is what i18next tells of it (%s)', (lang) => {
  const whole = wholeOf(lang);
  const keys = keysOf(dictionaries[lang]);
  expect(keys.length).toBeGreaterThan(1000);
  for (const key of keys) {
    expect(useT(lang).maybe(key), key).toBe(whole.t(key));
    // Of a text with places this is one that lacks a value.
    const params = { unknown: 1, other: '{{height}}' };
    expect(useT(lang).maybe(key, params), key).toBe(whole.t(key, params));
  }
  // A group of texts is none itself, and what is in no dictionary is none in any language.
  for (const key of ['common', 'common.exit', 'common.exit.constructor', '__proto__', '', '4711'])
    expect(useT(lang).maybe(key), key).toBeNull();
});
