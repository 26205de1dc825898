import { getCollection, type CollectionEntry } from 'astro:content';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts';
import { articleName, inReadersLanguage, type ArticleName } from './article.ts';

export interface WikiArticle extends ArticleName {
  entry: CollectionEntry<'wiki'>;
}

/** All articles in their order, as a reader of this language sees them. */
export async function wikiArticles(lang: Locale): Promise<WikiArticle[]> {
  const all = await getCollection('wiki');
  const named = all.flatMap((entry) => {
    const name = articleName(entry.id);
    return name === null ? [] : [{ ...name, entry }];
  });
  return inReadersLanguage(named, lang, DEFAULT_LOCALE);
}
