import type { HonoRequest } from 'hono';
import type { ParameterSchema } from '#explorer/parameter.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts';
import { type Translate, useT } from '#i18n/translate.ts';

/**
 * The language of an answer: `?locale` first, then the header `Locale`, of which only the language
 * counts (`zh-CN` is `zh`). Anything else is English.
 */
export function localeOf(query: string | undefined, header: string | undefined): Locale {
  for (const text of [query, header]) {
    const language = text?.trim().slice(0, 2).toLowerCase();
    if (isLocale(language)) return language;
  }
  return DEFAULT_LOCALE;
}

/** The language that a call asks for. */
export const askedLocale = (req: HonoRequest): Locale =>
  localeOf(req.query('locale'), req.header('Locale'));

/** What the document says of the language, which every call takes in its address too. */
export const LOCALE_PARAMETER = {
  type: 'string',
  description:
    'Language of messages and of known names: `en`, `zh` or `ko`, also with a region (`zh-CN`); any other is English. The header `Locale` says the same',
  default: 'en',
} satisfies ParameterSchema;

/** The words for an error code of the dictionaries (`errors.<code>`). */
export function errorText(
  locale: Locale,
  code: string,
  params: Readonly<Record<string, string | number>>,
): string {
  const t: Translate = useT(locale);
  return t.maybe(`errors.${code}`, params) ?? t('errors.badRequest');
}
