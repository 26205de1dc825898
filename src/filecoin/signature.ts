/** Signatures of messages and blocks. On the chain: one byte string, the type before the data. */
import { concatBytes, fromBase64 } from './encoding/bytes.ts';

export const SIGNATURE_SECP256K1 = 1;
export const SIGNATURE_BLS = 2;
export const SIGNATURE_DELEGATED = 3;

export interface Signature {
  /** 1 secp256k1, 2 BLS, 3 delegated. */
  readonly type: number;
  readonly data: Uint8Array;
}

/** A signature as nodes write it in JSON (Data in base64). */
export interface SignatureJson {
  readonly Type: number;
  readonly Data: string | null;
}

export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

/** @throws EncodingError when Data is not base64 */
export function signatureFromJson(json: SignatureJson): Signature {
  return { type: json.Type, data: fromBase64(json.Data ?? '') };
}

/** Type byte and data. @throws SignatureError when the type does not fit into a byte */
export function signatureToBytes(signature: Signature): Uint8Array {
  if (!Number.isInteger(signature.type) || signature.type < 0 || signature.type > 255)
    throw new SignatureError('unknown type of signature');
  return concatBytes(Uint8Array.of(signature.type), signature.data);
}

/** Inverse of `signatureToBytes`. @throws SignatureError for no bytes */
export function signatureFromBytes(bytes: Uint8Array): Signature {
  const type = bytes[0];
  if (type === undefined) throw new SignatureError('an empty signature');
  return { type, data: bytes.slice(1) };
}
