/** Base58 (Bitcoin alphabet): CIDs of version 0 and peer ids. */
import { base58btc } from 'multiformats/bases/base58';
import { EncodingError } from './bytes.ts';

export function encodeBase58(bytes: Uint8Array): string {
  return base58btc.baseEncode(bytes);
}

/** Bytes of base58 text; its cost is quadratic, so callers bound the length. @throws EncodingError */
export function decodeBase58(text: string): Uint8Array {
  // The package passes over spaces, and over what is beyond Latin letters.
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) throw new EncodingError('not a base58 digit');
  return base58btc.baseDecode(text);
}
