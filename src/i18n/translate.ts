import i18next, { type i18n } from 'i18next';
import { dictionaries, type Dictionary } from './dictionaries.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts';
import { withParticles } from './particle.ts';

type Plural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? Plural<K> : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** A key of the dictionaries, e.g. `common.height`; its first part is the file's name. */
export type MessageKey = Leaves<Dictionary>;
export type MessageParams = Readonly<Record<string, string | number>>;

export interface Translate {
  /** The text of `key` with `{{name}}` filled in from `params`; `count` chooses the plural form. */
  (key: MessageKey, params?: MessageParams): string;
  /** The text of a key known only at run time (an error code, an exit code), or null when there is none. */
  maybe(key: string, params?: MessageParams): string | null;
  lang: Locale;
}

function createTexts(): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    initAsync: false,
    fallbackLng: DEFAULT_LOCALE,
    supportedLngs: [...LOCALES],
    resources: Object.fromEntries(
      Object.entries(dictionaries).map(([lang, texts]) => [lang, { translation: texts }]),
    ),
    // Texts are put into HTML by Astro and React, which escape.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}

const texts = createTexts();

interface Tree {
  readonly [key: string]: string | Tree;
}

/** Every text of a dictionary with its whole key. */
function* leaves(tree: Tree, before = ''): Generator<[string, string]> {
  for (const [name, of] of Object.entries(tree)) {
    const key = before + name;
    if (typeof of === 'string') yield [key, of];
    else yield* leaves(of, `${key}.`);
  }
}

/** What i18next fills in or follows. */
const MARK = /\{\{|\$t\(/;

/** A text with places for values, cut at them: a text more than places. */
interface Template {
  texts: string[];
  names: string[];
  /** It is the form of a count, which it need not tell. */
  counted: boolean;
}

const PLACE = /\{\{(\w+)\}\}/;
/** What i18next takes for more than a value. */
const OPTIONS =
  /^(?:context|ordinal|lngs?|fallbackLng|ns|replace|interpolation|skipInterpolation|defaultValue.*|keySeparator|nsSeparator|contextSeparator|pluralSeparator|returnObjects|returnDetails|joinArrays|postProcess|ignoreJSONStructure)$/;

/** Null of a text that is more than places for values. */
function templateOf(text: string, counted: boolean): Template | null {
  const parts = text.split(PLACE);
  const texts = parts.filter((_, at) => at % 2 === 0);
  const names = parts.filter((_, at) => at % 2 === 1);
  const simple = !texts.some((part) => MARK.test(part)) && !names.some((one) => OPTIONS.test(one));
  return simple && (counted || !names.includes('count')) ? { texts, names, counted } : null;
}

/** The text with its values, as i18next tells it: null where one is missing, or is more than a value. */
function filled({ texts, names, counted }: Template, params: MessageParams): string | null {
  for (const name in params)
    if (!names.includes(name) && (name === 'count' ? !counted : OPTIONS.test(name))) return null;
  let text = texts[0] ?? '';
  for (const [at, name] of names.entries()) {
    const value = params[name];
    if (value === undefined) return null;
    text += String(value) + (texts[at + 1] ?? '');
  }
  return text;
}

/** Templates by key, of those texts that are no more. */
function templatesOf(of: Iterable<[string, string]>, counted: boolean): Map<string, Template> {
  return new Map(
    [...of].flatMap(([key, text]) => {
      const template = templateOf(text, counted);
      return template === null ? [] : [[key, template] as const];
    }),
  );
}

function bind(lang: Locale): Translate {
  const fixed = texts.getFixedT(lang);
  const own = new Map(leaves(dictionaries[lang]));
  const known = new Map([...leaves(dictionaries[DEFAULT_LOCALE]), ...own]);
  // Most texts are as they stand: a page shows hundreds, and i18next takes some microseconds for each.
  const plain = new Map([...known].filter(([, text]) => !MARK.test(text)));
  // One without places may be given values, too.
  const templates = templatesOf(known, false);
  // The forms of counts, and what is told in one form of all.
  const counted = templatesOf(own, true);
  const plurals = new Intl.PluralRules(lang);
  /** The text without i18next; null where it takes more than filling in. */
  const quick = (key: string, params: MessageParams | undefined): string | null => {
    if (params === undefined) return plain.get(key) ?? null;
    const { count } = params;
    const template =
      typeof count === 'number'
        ? (counted.get(`${key}_${plurals.select(count)}`) ?? counted.get(key))
        : templates.get(key);
    return template === undefined ? null : filled(template, params);
  };
  // Which form a particle has shows with the value before it.
  const settled = lang === 'ko' ? withParticles : (text: string) => text;
  const translate = (key: string, params?: MessageParams): string => {
    const text = quick(key, params);
    if (params === undefined) return text ?? String(fixed(key));
    return settled(text ?? String(fixed(key, params)));
  };
  return Object.assign(translate, {
    maybe(key: string, params?: MessageParams) {
      if (params === undefined) return known.has(key) ? translate(key) : null;
      const text = quick(key, params);
      if (text !== null) return settled(text);
      return texts.exists(key, { lng: lang, ...params })
        ? settled(String(fixed(key, params)))
        : null;
    },
    lang,
  });
}

const bound: Record<Locale, Translate> = { en: bind('en'), zh: bind('zh'), ko: bind('ko') };

/** The texts of one language. There is no language of the process: requests run side by side. */
export function useT(lang: Locale): Translate {
  return bound[lang];
}
