/** Base64 where there is no Buffer. */

const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_CODES = Uint8Array.from(BASE64_ALPHABET, (char) => char.charCodeAt(0));
const INVALID = 0xff;

/** Code point → six bits; both the standard and the URL alphabet. */
const BASE64_VALUES = ((): Uint8Array => {
  const values = new Uint8Array(128).fill(INVALID);
  BASE64_CODES.forEach((code, value) => {
    values[code] = value;
  });
  values['-'.charCodeAt(0)] = 62;
  values['_'.charCodeAt(0)] = 63;
  return values;
})();

const ascii = new TextDecoder();

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const code = (bits: number): number => BASE64_CODES[bits & 63] ?? 0;
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out[at++] = code(group >> 18);
    out[at++] = code(group >> 12);
    out[at++] = left > 1 ? code(group >> 6) : 61;
    out[at++] = left > 2 ? code(group) : 61;
  }
  return ascii.decode(out);
}

/** Bytes of base64 text (either alphabet), padded or not; null for what is none. */
export function decodeBase64(text: string): Uint8Array | null {
  let length = text.length;
  while (length > 0 && text.length - length < 2 && text.charCodeAt(length - 1) === 61) length--;
  if (length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const value = BASE64_VALUES[text.charCodeAt(i)] ?? INVALID;
    if (value === INVALID) return null;
    group = (group << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (group >> bits) & 0xff;
    }
  }
  return bytes;
}
