/** A signature as wallets print it and people paste it: hex, `0x…` or base64, with or without its type. */
import { EncodingError, fromBase64, fromHex } from '../encoding/bytes.ts';
import {
  SIGNATURE_BLS,
  SIGNATURE_DELEGATED,
  SIGNATURE_SECP256K1,
  signatureFromBytes,
  type Signature,
} from '../signature.ts';
import { SignatureRefused } from './refused.ts';

/** r, s and v of secp256k1; a compressed point of G2. */
const LENGTHS: Readonly<Record<number, number>> = {
  [SIGNATURE_SECP256K1]: 65,
  [SIGNATURE_BLS]: 96,
  [SIGNATURE_DELEGATED]: 65,
};
/** Hex of the longest one that is any good is 196 letters; who pastes more than this pastes something else. */
const MAX_TEXT_LENGTH = 1000;

/** Hex when it can be read as hex: base64 of this length without any other letter does not come up. */
function readBytes(text: string): Uint8Array {
  try {
    return /^(0[xX])?(?:[0-9a-fA-F]{2})+$/.test(text) ? fromHex(text) : fromBase64(text);
  } catch (error) {
    if (error instanceof EncodingError)
      throw new SignatureRefused('encoding', 'neither hex nor base64', { cause: error });
    throw error;
  }
}

/**
 * Reads a signature of this type (1 secp256k1, 2 BLS, 3 delegated). `lotus wallet sign` prints hex with
 * the type's byte in front, Ethereum wallets `0x` and no type, JSON-RPC base64 of the data alone. White
 * space, as terminals wrap lines, does not count.
 * @throws SignatureRefused `encoding`, `length`, or `type` when it is one of another type
 */
export function parseSignature(text: string, type: number): Signature {
  const written = text.slice(0, MAX_TEXT_LENGTH + 1).replaceAll(/\s/g, '');
  if (written === '' || text.length > MAX_TEXT_LENGTH)
    throw new SignatureRefused('length', 'no text of a signature’s length');
  const bytes = readBytes(written);
  // "=" is base64 of nothing.
  if (bytes.length === 0) throw new SignatureRefused('length', 'an empty signature');
  const length = LENGTHS[type] ?? 0;
  if (bytes.length === length) return { type, data: bytes };
  const signature = signatureFromBytes(bytes);
  if (bytes.length === length + 1 && signature.type === type) return signature;
  const known = Object.entries(LENGTHS).some(
    ([other, of]) =>
      bytes.length === of || (bytes.length === of + 1 && signature.type === Number(other)),
  );
  throw known
    ? new SignatureRefused('type', 'a signature of another type of key')
    : new SignatureRefused('length', `${String(bytes.length)} bytes are no signature`);
}
