import type { MarkdownHeading } from 'astro';
import { getCollection, render } from 'astro:content';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts';
import { articleName, inReadersLanguage, type Article, type ArticleName } from './article.ts';

export interface WikiArticle extends ArticleName, Article {
  /** The file's path in the repository. */
  path: string;
  html: string;
  headings: readonly MarkdownHeading[];
}

/** All articles in their order, as a reader of this language sees them. */
export async function wikiArticles(lang: Locale): Promise<WikiArticle[]> {
  const all = await getCollection('wiki');
  const articles = all.map(async (entry) => {
    const name = articleName(entry.id);
    if (name === null) return [];
    const { headings } = await render(entry);
    const { data, filePath: path = '', rendered } = entry;
    return [{ ...name, ...data, path, html: rendered?.html ?? '', headings }];
  });
  return inReadersLanguage((await Promise.all(articles)).flat(), lang, DEFAULT_LOCALE);
}
