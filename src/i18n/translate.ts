import i18next, { type i18n } from 'i18next';
import { dictionaries, type Dictionary } from './dictionaries.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts';

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

function bind(lang: Locale): Translate {
  const fixed = texts.getFixedT(lang);
  const translate = (key: string, params?: MessageParams): string =>
    String(params === undefined ? fixed(key) : fixed(key, params));
  return Object.assign(translate, {
    maybe: (key: string, params?: MessageParams) =>
      texts.exists(key, { lng: lang, ...params }) ? translate(key, params) : null,
    lang,
  });
}

const bound: Record<Locale, Translate> = { en: bind('en'), zh: bind('zh'), ko: bind('ko') };

/** The texts of one language. There is no language of the process: requests run side by side. */
export function useT(lang: Locale): Translate {
  return bound[lang];
}
