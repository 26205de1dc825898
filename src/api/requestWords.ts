/** What is wrong with a request that is handed in, in the reader's language. */
import { type RequestError, SAID, type Said } from '#contracts/request/error.ts';
import type { Locale } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { z } from 'zod';

/** What zod says of its issues; each call words its own, so that no language is set for all of them. */
const ISSUES: Readonly<Record<Locale, z.core.$ZodErrorMap>> = {
  en: z.locales.en().localeError,
  zh: z.locales.zhCN().localeError,
  ko: z.locales.ko().localeError,
};

/** Longest value of a request that is told: zod lists what it expects, and names what it does not know. */
const MAX_WORDS = 500;

function saidIn(said: Said, locale: Locale): string {
  if (typeof said !== 'string') {
    // An issue is what it was made of, with its message.
    const told = ISSUES[locale](said as z.core.$ZodRawIssue);
    return (typeof told === 'string' ? told : told?.message) ?? said.message;
  }
  const key = Object.entries(SAID).find(([, text]) => text === said)?.[0] ?? '';
  return useT(locale).maybe(`errors.request.${key}`, {}) ?? said;
}

/** The field, and what is wrong with it. */
export function requestWords({ at, said }: RequestError, locale: Locale): string {
  const words = saidIn(said, locale).slice(0, MAX_WORDS);
  return at === '' ? words : `${at}: ${words}`;
}
