import { localeOfPath } from './locales.ts';
import { useT, type Translate } from './translate.ts';

/** The texts of the page being rendered: `const t = tOf(Astro)`. Its language is that of the path. */
export function tOf(page: { url: URL }): Translate {
  return useT(localeOfPath(page.url.pathname));
}
