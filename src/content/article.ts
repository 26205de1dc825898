import { z } from 'zod';

/** What stands between the dashes at the head of an article's file. */
export const Article = z.strictObject({
  title: z.string().min(1).max(80),
  /** One or two sentences: for search engines and lists of articles. */
  description: z.string().min(10).max(200),
  /** The terms of the glossary follow the text. */
  glossary: z.boolean().default(false),
});
export type Article = z.infer<typeof Article>;

/** `en/04-gas` → language, place in the order, name of its file. */
export interface ArticleName {
  lang: string;
  number: number;
  file: string;
}

/** @returns null when the file is not named by its number: two digits, a dash, words */
export function articleName(id: string): ArticleName | null {
  const found = /^(\w+)\/((\d\d)-[a-z0-9-]+)$/.exec(id);
  if (found === null) return null;
  const [, lang = '', file = '', number = ''] = found;
  return { lang, number: Number(number), file };
}

/**
 * The articles in their order, each in the reader's language or else in the fallback. A file that only
 * another language has is left out.
 */
export function inReadersLanguage<T extends ArticleName>(
  all: readonly T[],
  lang: string,
  fallback: string,
): T[] {
  const own = new Map(all.filter((one) => one.lang === lang).map((one) => [one.file, one]));
  return all
    .filter((one) => one.lang === fallback)
    .map((one) => own.get(one.file) ?? one)
    .sort((a, b) => a.number - b.number);
}
