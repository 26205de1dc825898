/** The panels' words: the dictionary's own file, which comes with a panel and not with the page. */
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey, MessageParams } from '#i18n/translate.ts';
import { wordsOf } from '../words.ts';

export type InteractKey = MessageKey & `interact.${string}`;
export type Words = (key: InteractKey, params?: MessageParams) => string;

const FILES: Readonly<Record<Locale, () => Promise<{ default: object }>>> = {
  en: () => import('#i18n/en/interact.json'),
  zh: () => import('#i18n/zh/interact.json'),
  ko: () => import('#i18n/ko/interact.json'),
};

export async function loadWords(locale: Locale): Promise<Words> {
  const { default: dictionary } = await FILES[locale]();
  return wordsOf<InteractKey>('interact', dictionary, locale);
}
