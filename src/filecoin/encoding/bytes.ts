/** Byte strings: text forms, comparison, joining. Works the same in Node and in a browser. */
import { decodeBase64, encodeBase64 } from '#filecoin/encoding/base64.ts';

/** Standard base64 with padding, as the node's JSON carries bytes. */
export const toBase64 = encodeBase64;

const HEX_CODES = Uint8Array.from('0123456789abcdef', (char) => char.charCodeAt(0));
/** Long enough for a digest's hex; reused by every call. */
const hexCodes = new Uint8Array(64);

const ascii = new TextDecoder();

/** Text that is not what it should be: hex with a stray letter, broken base64, … */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/** Lower-case hex without a prefix. */
export function toHex(bytes: Uint8Array): string {
  const length = 2 * bytes.length;
  const out = length <= hexCodes.length ? hexCodes : new Uint8Array(length);
  let at = 0;
  for (const byte of bytes) {
    out[at++] = HEX_CODES[byte >> 4] ?? 0;
    out[at++] = HEX_CODES[byte & 15] ?? 0;
  }
  // A text joined letter by letter takes several times its length.
  return ascii.decode(out.subarray(0, length));
}

/** Lower-case hex behind `0x`, as Ethereum writes bytes. */
export function to0x(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
}

/** Bytes of hex text in any case, with or without `0x`. @throws EncodingError */
export function fromHex(text: string): Uint8Array {
  const start = text.startsWith('0x') || text.startsWith('0X') ? 2 : 0;
  if ((text.length - start) % 2 !== 0) throw new EncodingError('hex text of odd length');
  const bytes = new Uint8Array((text.length - start) / 2);
  for (let i = 0, at = start; i < bytes.length; i++, at += 2) {
    const high = hexDigit(text.charCodeAt(at));
    const low = hexDigit(text.charCodeAt(at + 1));
    if (high < 0 || low < 0) throw new EncodingError('not a hex digit');
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

/** Bytes of base64 text (either alphabet), padded or not. @throws EncodingError */
export function fromBase64(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  if (bytes === null) throw new EncodingError('not base64');
  return bytes;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Order of bytes as unsigned numbers, a prefix before what it begins (PostgreSQL's order of bytea). */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
