/** Hex text of bytes, made readable: grouped, and cut where it would flood a page. */

export interface ShownBytes {
  /** How many bytes there are. */
  length: number;
  /** How many of them are in `words`. */
  shown: number;
  /** Hex digits in groups of 32 bytes. */
  words: string[];
}

const GROUP = 64;

/** Takes `0x…` (or plain) hex apart for showing; at most `limit` bytes. */
export function shownBytes(hex: string, limit: number): ShownBytes {
  const digits = hex.startsWith('0x') ? hex.slice(2) : hex;
  const length = Math.floor(digits.length / 2);
  const shown = Math.min(length, limit);
  const words: string[] = [];
  for (let at = 0; at < shown * 2; at += GROUP)
    words.push(digits.slice(at, Math.min(at + GROUP, shown * 2)));
  return { length, shown, words };
}
