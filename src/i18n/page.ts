import { localeOfPath, type Locale } from './locales.ts';
import { useT, type Translate } from './translate.ts';

/** The texts of the page being rendered: `const t = tOf(Astro)`. Its language is that of the path. */
export function tOf(page: { url: URL }): Translate {
  return useT(localeOfPath(page.url.pathname));
}

/** What stands between two sentences. The marks at the end of Chinese ones bring their own room. */
export function sentenceGap(lang: Locale): string {
  return lang === 'zh' ? '' : ' ';
}
