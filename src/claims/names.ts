/** What an owner may call a storage provider. */
import unhomoglyph from 'unhomoglyph';
import { ClaimRefused, type Field } from './refused.ts';

/** Letters as people count them (grapheme clusters). */
const MAX_SHORT = 16;
const MAX_FULL = 60;
/** A letter with its marks; what piles up more is drawn over its neighbours. */
const MAX_UNITS_PER_LETTER = 8;

/**
 * Controls, marks of direction, letters of no width, private and unassigned ones, halves of pairs: what
 * is invisible, or makes a text look like another. The selectors of emoji are marks, and pass.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;
const PILED_MARKS = /\p{M}{3}/u;
/** Spaces of other widths. */
const OTHER_SPACE = /[^\P{Zs} ]/u;
/** Blank letters that Unicode does not call spaces: Hangul fillers, the blank of Braille. */
const BLANK = /[\u115f\u1160\u3164\uffa0\u2800]/u;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a person typed, with single spaces and composed letters; null when it is nothing. */
function tidy(text: string): string | null {
  const tidied = text.normalize('NFC').trim().replaceAll(/ +/g, ' ');
  return tidied === '' ? null : tidied;
}

/**
 * Two names are alike when they have a key in common: what is left of a name when letters that look
 * alike are one (the skeleton of Unicode's UTS #39 over NFKC), without case, spaces and punctuation. Of
 * capitals both the capital and the small letter are looked at.
 */
export function likenessKeys(name: string): ReadonlySet<string> {
  const wide = name.normalize('NFKC');
  return new Set(
    [wide, wide.toLowerCase()].map((text) => bare(skeletonOf(text))).filter((key) => key !== ''),
  );
}

function skeletonOf(text: string): string {
  // Marks are left out: a letter with an accent is taken for the letter.
  const plain = (part: string): string => part.normalize('NFD').replaceAll(/\p{M}/gu, '');
  // I, i, l and 1 are one.
  return unhomoglyph(plain(unhomoglyph(plain(text))))
    .toLowerCase()
    .replaceAll('i', 'l');
}

const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The words of a name, each by its likeness. */
function wordKeys(name: string): ReadonlySet<string> {
  const words = name.normalize('NFKC').split(/[^\p{L}\p{N}\p{M}]+/u);
  return new Set(words.flatMap((word) => [...likenessKeys(word)]));
}

export interface NameRules {
  /** What stands in no name: as a word, or anywhere where it is written without spaces. */
  words: readonly string[];
  /** Names that nobody may have; those of several words stand in no other name either. */
  names: readonly string[];
  /** Names that others have. */
  taken: readonly string[];
}

/** Letters with spaces between words; others’ words stand anywhere. */
const ONE_WORD = /^[\p{Script=Latin}\p{N}.]+$/u;

/** Checks names against one set of rules. */
export class NameCheck {
  readonly #words: ReadonlySet<string>;
  readonly #inside: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #namesInside: readonly string[];

  constructor({ words, names, taken }: NameRules) {
    const keys = (texts: readonly string[], one: boolean): string[] =>
      texts
        .filter((text) => ONE_WORD.test(text) === one)
        .flatMap((text) => [...likenessKeys(text)]);
    this.#words = new Set(keys(words, true));
    this.#inside = keys(words, false);
    this.#names = new Set([...names, ...taken].flatMap((text) => [...likenessKeys(text)]));
    this.#namesInside = keys(names, false);
  }

  /**
   * The name as it is kept; null for none. Short ones have 16 letters at most, full ones 60.
   * @throws ClaimRefused `long`, `letters`, `forbidden`, `taken`
   */
  read(text: string | undefined, field: Field): string | null {
    const most = field === 'en' || field === 'zh' ? MAX_SHORT : MAX_FULL;
    if (text === undefined) return null;
    if (text.length > MAX_FULL * MAX_UNITS_PER_LETTER)
      throw new ClaimRefused('long', field, { max: most });
    const name = tidy(text);
    if (name === null) return null;
    if (!name.isWellFormed() || [HIDDEN, PILED_MARKS, OTHER_SPACE, BLANK].some((r) => r.test(name)))
      throw new ClaimRefused('letters', field);
    if ([...letters.segment(name)].length > most)
      throw new ClaimRefused('long', field, { max: most });
    const keys = likenessKeys(name);
    // Nothing but punctuation is nobody's name.
    if (keys.size === 0) throw new ClaimRefused('letters', field);
    const has = (inside: readonly string[]): boolean =>
      [...keys].some((key) => inside.some((word) => key.includes(word)));
    const parts = [...keys, ...wordKeys(name)];
    if (parts.some((part) => this.#words.has(part)) || has(this.#inside))
      throw new ClaimRefused('forbidden', field);
    if ([...keys].some((key) => this.#names.has(key)) || has(this.#namesInside))
      throw new ClaimRefused('taken', field);
    return name;
  }
}
