/** What the wiki says of some words: its articles, and the glossary with them. */
import { search, sectionsOf, type Found, type Section } from '#content/search.ts';
import type { WikiArticle } from '#content/wiki.ts';
import type { Locale } from '#i18n/locales.ts';
import { glossarySections } from '../fact/terms.ts';

interface Searched extends Pick<WikiArticle, 'number' | 'title'> {
  sections: Section[];
}

/** The articles with a query’s words, in a reader's language. */
export function foundInWiki(
  articles: readonly WikiArticle[],
  lang: Locale,
  query: string,
): Found<Searched>[] {
  const searched = articles.map(({ number, title, glossary, html }) => ({
    number,
    title,
    sections: [...sectionsOf(html, title), ...(glossary ? glossarySections(lang) : [])],
  }));
  return search(searched, query);
}
