import type { TextKind } from './classify.ts';

/** The island's words; they come with the page, in its language. */
export interface SearchTexts {
  working: string;
  failed: string;
  enter: string;
  looksLike: string;
  badChecksum: string;
  badLength: string;
  kinds: Record<TextKind, string>;
}

/** Reads the words that SearchBox.astro wrote. */
export function readTexts(json: string): SearchTexts {
  return JSON.parse(json) as SearchTexts;
}
