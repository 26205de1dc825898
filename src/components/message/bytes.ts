/** Hex text of bytes, made readable: grouped, and cut where it would flood a page. */

export interface ShownBytes {
  /** How many bytes there are. */
  length: number;
  /** How many of them are in `words`. */
  shown: number;
  /** Hex digits in groups of 32 bytes, after what stands before a contract's words of 32 bytes. */
  words: string[];
}

const GROUP = 64;
const SELECTOR = 8;
/** Bytes of a CBOR byte string's head by its first one, where the length stands in bytes after it. */
const CBOR_HEADS: Readonly<Record<string, number>> = { 58: 2, 59: 3, '5a': 5 };

/** Digits of the head of a CBOR byte string that is all there is; 0 when it is not that. */
function cborHead(digits: string): number {
  const first = digits.slice(0, 2);
  const head = 2 * (CBOR_HEADS[first] ?? (/^(?:4.|5[0-7])$/.test(first) ? 1 : 0));
  if (head === 0) return 0;
  const length = head === 2 ? parseInt(first, 16) - 0x40 : parseInt(digits.slice(2, head), 16);
  return head + 2 * length === digits.length ? head : 0;
}

/** How many digits the first groups have: the head of CBOR, the selector of a function or an error. */
function leading(digits: string): number[] {
  const head = cborHead(digits);
  const selector = (digits.length - head) % GROUP === SELECTOR ? SELECTOR : 0;
  return [head, selector].filter((count) => count > 0);
}

/** Takes `0x…` (or plain) hex apart for showing; at most `limit` bytes. */
export function shownBytes(hex: string, limit: number): ShownBytes {
  const digits = hex.startsWith('0x') ? hex.slice(2) : hex;
  const length = Math.floor(digits.length / 2);
  const shown = Math.min(length, limit);
  const words: string[] = [];
  const sizes = leading(digits);
  for (let at = 0; at < shown * 2;) {
    const end = Math.min(at + (sizes[words.length] ?? GROUP), shown * 2);
    words.push(digits.slice(at, end));
    at = end;
  }
  return { length, shown, words };
}
