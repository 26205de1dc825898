import type { Locale } from '#i18n/locales.ts';

/**
 * A sentence of the dictionaries whose places are filled with elements, not text. `tail` is not to be
 * parted from what stands in its place: a Korean particle (see Kept.ts).
 */
export type Piece<Name extends string> = { text: string } | { slot: Name; tail: string };

const MARK = '\u0001';

/** What to fill the places of a sentence with, so that {@link piecesOf} finds them again. */
export function marks<const Names extends readonly string[]>(
  names: Names,
): Record<Names[number], string> {
  const filled: Partial<Record<string, string>> = {};
  for (const name of names) filled[name] = `${MARK}${name}${MARK}`;
  return filled as Record<Names[number], string>;
}

/** What stands right behind a place in Korean, where words have spaces between them. */
const TAIL = /^[^\s\u0001]+/;

/** The sentence in pieces, in the order of its language: text, and the names of what stands between. */
export function piecesOf<const Names extends readonly string[]>(
  sentence: string,
  names: Names,
  lang: Locale,
): Piece<Names[number]>[] {
  const pieces: Piece<Names[number]>[] = [];
  for (const [index, part] of sentence.split(MARK).entries()) {
    const slot = index % 2 === 1 ? names.find((name) => name === part) : undefined;
    if (slot !== undefined) {
      pieces.push({ slot, tail: '' });
      continue;
    }
    const before = pieces.at(-1);
    const [tail = ''] =
      lang === 'ko' && before !== undefined && 'slot' in before ? (TAIL.exec(part) ?? []) : [];
    if (before !== undefined && 'slot' in before) before.tail = tail;
    if (part.length > tail.length) pieces.push({ text: part.slice(tail.length) });
  }
  return pieces;
}
