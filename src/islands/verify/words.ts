/** The form's words: the dictionary's own file, which comes with the form and not with the page. */
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey, MessageParams } from '#i18n/translate.ts';
import { wordsOf } from '../words.ts';

export type VerifyKey = MessageKey & `verify.${string}`;
export type Words = (key: VerifyKey, params?: MessageParams) => string;

const FILES: Readonly<Record<Locale, () => Promise<{ default: object }>>> = {
  en: () => import('#i18n/en/verify.json'),
  zh: () => import('#i18n/zh/verify.json'),
  ko: () => import('#i18n/ko/verify.json'),
};

export async function loadWords(locale: Locale): Promise<Words> {
  const { default: dictionary } = await FILES[locale]();
  return wordsOf<VerifyKey>('verify', dictionary, locale);
}
