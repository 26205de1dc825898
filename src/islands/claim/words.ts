/** The dialog's words. */
import type { Dictionary } from '#i18n/dictionaries.ts';
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey, MessageParams } from '#i18n/translate.ts';
import { wordsOf } from '../words.ts';

type ClaimKey = MessageKey & `claim.${string}`;
export type Words = (key: ClaimKey, params?: MessageParams) => string;

const FILES: Readonly<Record<Locale, () => Promise<{ default: Dictionary['claim'] }>>> = {
  en: () => import('#i18n/en/claim.json'),
  zh: () => import('#i18n/zh/claim.json'),
  ko: () => import('#i18n/ko/claim.json'),
};

export async function loadWords(locale: Locale): Promise<Words> {
  const { default: dictionary } = await FILES[locale]();
  return wordsOf<ClaimKey>('claim', dictionary, locale);
}
