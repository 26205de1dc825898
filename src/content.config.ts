import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { Article } from '#content/article.ts';

/** What editors write as Markdown. An article that does not fit its schema fails the build by name. */
export const collections = {
  wiki: defineCollection({
    loader: glob({
      base: './src/content/wiki',
      pattern: '{en,zh,ko}/*.md',
      // The file's own name: ids must keep their two digits.
      generateId: ({ entry }) => entry.replace(/\.md$/, ''),
    }),
    schema: Article,
  }),
};
