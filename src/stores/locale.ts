import { atom } from 'nanostores';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts';

function pageLocale(): Locale {
  if (typeof document === 'undefined') return DEFAULT_LOCALE;
  const locale = document.documentElement.dataset['locale'];
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}

/** The page's language; a page has one for its whole life. */
export const locale = atom<Locale>(pageLocale());
