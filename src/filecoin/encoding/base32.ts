/** RFC 4648 base32 in lower case without padding: the text of addresses and CIDs. */
import { EncodingError } from './bytes.ts';

export const BASE32_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const INVALID = 0xff;

const VALUES = ((): Uint8Array => {
  const values = new Uint8Array(128).fill(INVALID);
  for (let value = 0; value < BASE32_ALPHABET.length; value++)
    values[BASE32_ALPHABET.charCodeAt(value)] = value;
  return values;
})();

/** Ten bits → two letters: half the steps of a letter at a time. */
const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, bits) => BASE32_ALPHABET.charAt(bits >> 5) + BASE32_ALPHABET.charAt(bits & 31),
);

export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let group = 0;
  let bits = 0;
  for (const byte of bytes) {
    group = ((group << 8) | byte) & 0x3ffff;
    bits += 8;
    if (bits >= 10) {
      bits -= 10;
      text += PAIRS[(group >> bits) & 1023] ?? '';
    }
  }
  if (bits >= 5) {
    bits -= 5;
    text += BASE32_ALPHABET.charAt((group >> bits) & 31);
  }
  if (bits > 0) text += BASE32_ALPHABET.charAt((group << (5 - bits)) & 31);
  return text;
}

/**
 * Bytes of base32 text. One byte string has one text: upper case, padding and set bits behind the
 * last byte are refused. @throws EncodingError
 */
export function decodeBase32(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? INVALID;
    if (value === INVALID) throw new EncodingError('not a base32 digit');
    group = ((group << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (group >> bits) & 0xff;
    }
  }
  if (bits >= 5 || (group & ((1 << bits) - 1)) !== 0)
    throw new EncodingError('base32 text of impossible length or with stray bits');
  return bytes;
}
