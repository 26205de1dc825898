/** What becomes of an article's HTML, as the Markdown made it, before a page shows it. */
import type { PathLocale } from '#format/entity.ts';

/**
 * Links to this site get the reader's language (`/tipset` → `/ko/tipset`), headings become links to
 * themselves, wide tables scroll by themselves.
 */
export function articleMarkup(html: string, lang: PathLocale): string {
  return html
    .replaceAll(/(<a\b[^>]*\bhref=")\/(?!api\/)/g, `$1/${lang}/`)
    .replaceAll(
      /<h([23]) id="([^"]+)">([\s\S]*?)<\/h\1>/g,
      '<h$1 id="$2"><a class="anchor" href="#$2">$3</a></h$1>',
    )
    .replaceAll('<table>', '<div class="article-wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}
