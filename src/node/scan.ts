/** Reading JSON's bytes piece by piece. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** `[` and `{`, `]` and `}` differ in this bit, and no other byte is like them but for it. */
export const CASE_BIT = 0x20;

const FIRST_BYTES = 16 << 10;

/** Bytes that grow at their end. */
export class Bytes {
  #bytes = Buffer.allocUnsafe(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Shortens them. */
  set length(length: number) {
    this.#length = length;
  }

  at(place: number): number | undefined {
    return this.#bytes[place];
  }

  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  append(from: Buffer, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length > this.#bytes.length) {
      const longer = Buffer.allocUnsafe(Math.max(FIRST_BYTES, length, this.#bytes.length * 2));
      longer.set(this.view());
      this.#bytes = longer;
    }
    this.#bytes.set(from.subarray(start, end), this.#length);
    this.#length = length;
  }

  /** Drops the last byte that is no space if it is `byte`, with the spaces behind it. */
  dropLast(byte: number): boolean {
    let last = this.#length - 1;
    while (last >= 0 && isSpace(this.#bytes[last])) last--;
    if (last < 0 || this.#bytes[last] !== byte) return false;
    this.#length = last;
    return true;
  }
}

/** Skips the value of a member, from behind its colon, and the comma behind it if that is to go too. */
export class Skipper {
  #state: 'before' | 'word' | 'nested' | 'text' | 'behind' | 'done' = 'done';
  #withComma = false;
  /** Lists and objects that are open; 0 where the value is a text or a word. */
  #depth = 0;
  /** Whether the next byte of the text is escaped. */
  #escaped = false;

  get done(): boolean {
    return this.#state === 'done';
  }

  begin(withComma: boolean): void {
    this.#state = 'before';
    this.#withComma = withComma;
    this.#depth = 0;
    this.#escaped = false;
  }

  /** Reads on; the place behind what is skipped, the piece's length when it goes on in the next one. */
  read(piece: Buffer, start: number): number {
    let at = start;
    while (at < piece.length && this.#state !== 'done') at = this.#go(piece, at);
    return at;
  }

  #go(piece: Buffer, start: number): number {
    switch (this.#state) {
      case 'before':
        return this.#begin(piece, start);
      case 'word':
        return this.#word(piece, start);
      case 'nested':
        return this.#nested(piece, start);
      case 'text':
        return this.#text(piece, start);
      case 'behind':
        return this.#behind(piece, start);
      case 'done':
        return start;
    }
  }

  #begin(piece: Buffer, start: number): number {
    const at = afterSpace(piece, start);
    const byte = piece[at];
    if (byte === undefined) return at;
    const opens = (byte | CASE_BIT) === OPEN_OBJECT;
    this.#state = opens ? 'nested' : byte === QUOTE ? 'text' : 'word';
    if (opens) this.#depth = 1;
    return this.#state === 'word' ? at : at + 1;
  }

  #word(piece: Buffer, start: number): number {
    for (let at = start; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (byte === COMMA || (byte | CASE_BIT) === CLOSE_OBJECT || isSpace(byte))
        return this.#end(at);
    }
    return piece.length;
  }

  #nested(piece: Buffer, start: number): number {
    const { length } = piece;
    let depth = this.#depth;
    let at = start;
    while (at < length) {
      const byte = piece[at++] ?? 0;
      if (byte === QUOTE) {
        const end = afterText(piece, at);
        if (end > length) {
          this.#depth = depth;
          this.#state = 'text';
          return this.#text(piece, at);
        }
        at = end;
      } else if ((byte | CASE_BIT) === OPEN_OBJECT) depth++;
      else if ((byte | CASE_BIT) === CLOSE_OBJECT && --depth === 0) return this.#end(at);
    }
    this.#depth = depth;
    return length;
  }

  #text(piece: Buffer, start: number): number {
    const { length } = piece;
    const at = afterText(piece, this.#escaped ? start + 1 : start);
    this.#escaped = at > length + 1;
    if (at > length) return length;
    if (this.#depth === 0) return this.#end(at);
    this.#state = 'nested';
    return at;
  }

  #end(at: number): number {
    this.#state = this.#withComma ? 'behind' : 'done';
    return at;
  }

  #behind(piece: Buffer, start: number): number {
    const at = afterSpace(piece, start);
    const byte = piece[at];
    if (byte === undefined) return at;
    this.#state = 'done';
    return byte === COMMA ? at + 1 : at;
  }
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function afterSpace(piece: Buffer, at: number): number {
  let i = at;
  while (isSpace(piece[i])) i++;
  return i;
}

/**
 * The place after the text whose first inner byte is at `start`; behind the piece's end when it does not
 * end there: by one, or by two when the last byte is a backslash that escapes the next piece's first.
 */
export function afterText(piece: Buffer, start: number): number {
  const { length } = piece;
  let i = start;
  while (i < length) {
    const byte = piece[i++];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return i > length ? length + 2 : length + 1;
}

/**
 * The quote that ends the text whose first inner byte is at `start`; −1 when it has `most` bytes or more,
 * has escapes, or goes on in the next piece.
 */
export function endOfText(piece: Buffer, start: number, most: number): number {
  const stop = Math.min(piece.length, start + most);
  for (let at = start; at < stop; at++) {
    const byte = piece[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) return -1;
  }
  return -1;
}
