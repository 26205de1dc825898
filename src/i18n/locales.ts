/** The languages of the site, in the order in which they are offered. */
export const LOCALES = ['en', 'zh', 'ko'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** A language's own name for itself. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', zh: '中文', ko: '한국어' };

/** The languages' tags on the web (BCP 47), for `lang` and `hreflang`. */
export const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en', zh: 'zh-Hans', ko: 'ko' };

/** Open Graph's names for the languages. */
export const OG_LOCALES: Record<Locale, string> = { en: 'en_US', zh: 'zh_CN', ko: 'ko_KR' };

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/** The language of a path (`/ko/tipset` → `ko`), or the default when it names none. */
export function localeOfPath(pathname: string): Locale {
  const first = pathname.split('/')[1];
  return isLocale(first) ? first : DEFAULT_LOCALE;
}
