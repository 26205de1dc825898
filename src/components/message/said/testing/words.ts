import { expect } from 'vitest';
import { LOCALES } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { marks } from '../../sentence.ts';
import type { Mood } from '../said.ts';
import { PLACES, type Said } from '../types.ts';
import { sentenceOf } from '../words.ts';

const MOODS: readonly Mood[] = ['done', 'failed', 'refused', 'waiting', 'never'];

/** In every language and mood: no word is missing, and every place that the words have is filled. */
export function expectWords(said: Said): void {
  const filled = new Set(['by', 'to', ...Object.keys(said.places ?? {})]);
  for (const locale of LOCALES)
    for (const mood of MOODS) {
      const sentence = sentenceOf(useT(locale), said, mood, marks(PLACES));
      expect(sentence, `${locale} ${mood} ${said.action}`).not.toMatch(/\{\{|message\.|undefined/);
      for (const name of PLACES)
        if (sentence.includes(marks([name])[name]))
          expect(filled, `${locale} ${mood} ${said.action}`).toContain(name);
    }
}
