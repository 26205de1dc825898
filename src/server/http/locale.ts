import { toldPage } from '#api/foreign/paths.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locales.ts';
import type { Asked } from './visit.ts';

const COOKIE = 'i18n_redirected';
const YEAR_SECONDS = 365 * 24 * 3600;

function asLocale(text: string | undefined): Locale | null {
  return isLocale(text) ? text : null;
}

/** The language that a path is in; null without a language prefix. */
export function pathPrefix(pathname: string): Locale | null {
  return asLocale(pathname.split('/', 2)[1]);
}

/** The language saved in a `Cookie` header; null when there is none that we speak. */
export function savedLocale(header: string | undefined): Locale | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === COOKIE) return asLocale(value?.trim());
  }
  return null;
}

/**
 * The language of a visitor who did not say one in the path: the saved one, then the browser's
 * first, then English.
 */
export function preferredLocale(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): Locale {
  return (
    savedLocale(cookie) ??
    asLocale(acceptLanguage?.trim().slice(0, 2).toLowerCase()) ??
    DEFAULT_LOCALE
  );
}

/** The language of whoever asks: of the path, or else as {@link preferredLocale} tells. */
export const visitorLocale = ({ req }: Asked): Locale =>
  pathPrefix(req.path) ?? preferredLocale(req.header('cookie'), req.header('accept-language'));

/** The `Set-Cookie` that remembers a language; `secure`: sent by HTTPS only. */
export function localeCookie(locale: Locale, secure: boolean): string {
  const cookie = `${COOKIE}=${locale}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax`;
  return secure ? `${cookie}; Secure` : cookie;
}

/**
 * Where a page's address really is, or null when it is right already: repeated and trailing slashes
 * dropped, a language put in front, the query kept; and those that tools lead to.
 */
export function canonicalPath(pathname: string, search: string, locale: Locale): string | null {
  const clean = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const page = toldPage(clean) ?? clean;
  const target = pathPrefix(page) === null ? `/${locale}${page === '/' ? '' : page}` : page;
  return target === pathname ? null : target + search;
}
