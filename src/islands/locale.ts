import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts';

/** The page's language; a page has one for its whole life. */
export function pageLocale(): Locale {
  const locale = document.documentElement.dataset['locale'];
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}
