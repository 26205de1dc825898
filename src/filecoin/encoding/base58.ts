/** Base58 (Bitcoin alphabet): CIDs of version 0 and peer ids. */
import { EncodingError } from './bytes.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i++) {
      carry += (digits[i] ?? 0) << 8;
      digits[i] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    while (carry > 0) {
      digits.push(carry % 58);
      carry = Math.floor(carry / 58);
    }
  }
  let text = '';
  for (let i = 0; i < bytes.length && bytes[i] === 0; i++) text += '1';
  for (let i = digits.length - 1; i >= 0; i--) text += ALPHABET.charAt(digits[i] ?? 0);
  return text;
}

/** Bytes of base58 text; its cost is quadratic, so callers bound the length. @throws EncodingError */
export function decodeBase58(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) {
    let carry = ALPHABET.indexOf(char);
    if (carry < 0) throw new EncodingError('not a base58 digit');
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    while (carry > 0) {
      bytes.push(carry & 0xff);
      carry >>= 8;
    }
  }
  for (let i = 0; i < text.length && text.charAt(i) === '1'; i++) bytes.push(0);
  return Uint8Array.from(bytes.reverse());
}
