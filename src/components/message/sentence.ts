/** A sentence of the dictionaries whose places are filled with elements, not text. */
export type Piece<Name extends string> = { text: string } | { slot: Name };

const MARK = '\u0001';

/** What to fill the places of a sentence with, so that {@link piecesOf} finds them again. */
export function marks<const Names extends readonly string[]>(
  names: Names,
): Record<Names[number], string> {
  const filled: Partial<Record<string, string>> = {};
  for (const name of names) filled[name] = `${MARK}${name}${MARK}`;
  return filled as Record<Names[number], string>;
}

/** The sentence in pieces, in the order of its language: text, and the names of what stands between. */
export function piecesOf<const Names extends readonly string[]>(
  sentence: string,
  names: Names,
): Piece<Names[number]>[] {
  return sentence
    .split(MARK)
    .map((part, index): Piece<Names[number]> => {
      const slot = index % 2 === 1 ? names.find((name) => name === part) : undefined;
      return slot === undefined ? { text: part } : { slot };
    })
    .filter((piece) => !('text' in piece) || piece.text !== '');
}
