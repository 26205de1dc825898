/** RFC 4648 base32 in lower case without padding: the text of addresses and CIDs. */
import { base32 } from 'multiformats/bases/base32';
import { EncodingError } from './bytes.ts';

export const BASE32_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export function encodeBase32(bytes: Uint8Array): string {
  return base32.baseEncode(bytes);
}

/**
 * Bytes of base32 text. One byte string has one text: upper case, padding and set bits behind the
 * last byte are refused. @throws EncodingError
 */
export function decodeBase32(text: string): Uint8Array {
  // The package reads upper case and padding, too.
  if (!/^[a-z2-7]*$/.test(text)) throw new EncodingError('not a base32 digit');
  try {
    return base32.baseDecode(text);
  } catch (error) {
    throw new EncodingError('base32 text of impossible length or with stray bits', {
      cause: error,
    });
  }
}
