/** Collections of articles that editors write. */
import { glob, type Loader } from 'astro/loaders';
import { defineCollection } from 'astro:content';
import { Article } from './content/article.ts';

/**
 * Files by their names, in that order whichever was read first: a build of the same sources gives the
 * same files, for a running server may still have to load some.
 */
function inOrder(loader: Loader): Loader {
  return {
    ...loader,
    async load(context) {
      await loader.load(context);
      const { store } = context;
      const entries = store.values().sort((a, b) => (a.id < b.id ? -1 : 1));
      store.clear();
      for (const entry of entries) store.set(entry);
    },
  };
}

export const collections = {
  wiki: defineCollection({
    loader: inOrder(glob({ base: './src/content/wiki', pattern: '*/*.md' })),
    schema: Article,
  }),
};
