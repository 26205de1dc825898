import type { MarkdownHeading, MarkdownInstance } from 'astro';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts';
import { Article, articleName, inReadersLanguage, type ArticleName } from './article.ts';

export interface WikiArticle extends ArticleName, Article {
  /** The file's path in the repository. */
  path: string;
  html: () => Promise<string>;
  headings: () => MarkdownHeading[];
}

// Modules rather than a collection of Astro's: a build of the same sources must give the same files,
// for a running server may still have to load some of them.
const files = import.meta.glob<MarkdownInstance<Record<string, unknown>>>('./wiki/*/*.md', {
  eager: true,
});

const all: readonly WikiArticle[] = Object.entries(files).flatMap(([file, markdown]) => {
  const name = articleName(file.slice('./wiki/'.length, -'.md'.length));
  if (name === null) return [];
  const { frontmatter, getHeadings, compiledContent } = markdown;
  const { title, description, glossary } = frontmatter;
  return [
    {
      ...name,
      ...Article.parse({ title, description, glossary }),
      path: `src/content/${file.slice(2)}`,
      html: compiledContent,
      headings: getHeadings,
    },
  ];
});

/** All articles in their order, as a reader of this language sees them. */
export function wikiArticles(lang: Locale): WikiArticle[] {
  return inReadersLanguage(all, lang, DEFAULT_LOCALE);
}
