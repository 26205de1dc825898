/** What a list cannot be narrowed by: it is told beside what was typed, and the list stays. */
import { problemOf } from '#explorer/errors.ts';
import type { MessageKey } from '#i18n/translate.ts';

/**
 * What was read; where that is refused with a code of which `toldOf` tells something, what stands in its
 * place. Other errors are thrown on.
 */
export async function unlessRefused<Told, T>(
  toldOf: (code: string) => Told | null,
  read: () => Promise<T>,
  instead: (told: Told) => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const told = toldOf(problemOf(error)?.code ?? '');
    if (told === null) throw error;
    return instead(told);
  }
}

interface Box {
  /** What reads refuse its text with. */
  codes: readonly string[];
  words: MessageKey;
}
const ACCOUNT: Box = {
  codes: ['badAddress', 'badName', 'noAddress', 'noName'],
  words: 'common.narrow.badAccount',
};
export type BoxName = 'address' | 'h' | 'piece' | 'sector';
/** Boxes of lists (<FilterText>) by their names in the address. */
const BOXES: Readonly<Record<BoxName, Box>> = {
  address: ACCOUNT,
  h: ACCOUNT,
  piece: { codes: ['badPiece'], words: 'common.narrow.badPiece' },
  sector: { codes: ['badSector'], words: 'common.narrow.badSector' },
};

/** What is wrong with the text in a box. */
export const wordsOfRefused = (box: BoxName): MessageKey => BOXES[box].words;

/**
 * The same of a list with boxes: `instead` is told whose text was refused. What else these codes may be of,
 * as the subject of the page, has to be read before.
 */
export function unlessBoxRefused<T>(
  boxes: readonly BoxName[],
  read: () => Promise<T>,
  instead: (refused: BoxName) => T | Promise<T>,
): Promise<T> {
  return unlessRefused(
    (code) => boxes.find((box) => BOXES[box].codes.includes(code)) ?? null,
    read,
    instead,
  );
}
