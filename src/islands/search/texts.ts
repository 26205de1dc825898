import type { ThingKind } from '#format/thing.ts';
import type { Classified, TextKind } from './classify.ts';

/** The island's words; they come with the page, in its language. */
export interface SearchTexts {
  working: string;
  failed: string;
  noSuggestions: string;
  retry: string;
  looksLike: string;
  nothing: string;
  results: string;
  recent: string;
  clear: string;
  /** With {n} for their number. */
  found: string;
  bad: Record<NonNullable<Classified['flaw']>, string>;
  kinds: Record<TextKind, string>;
  things: Record<ThingKind, string>;
}

/** Reads the words that SearchBox.astro wrote. */
export function readTexts(json: string): SearchTexts {
  return JSON.parse(json) as SearchTexts;
}
