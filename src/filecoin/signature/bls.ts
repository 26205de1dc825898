/** Signatures of BLS12-381 as Filecoin has them: public keys in G1, signatures in G2, compressed. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { SignatureRefused } from './refused.ts';

/** The domain that Filecoin’s nodes hash messages to the curve in (filecoin-ffi, bls-signatures). */
const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
const PUBLIC_KEY_LENGTH = 48;
const SIGNATURE_LENGTH = 96;

/**
 * Whether the key (48 bytes: what an f3 address is made of) signed these bytes.
 * @throws SignatureRefused `signer` when the address is no key, `point` when the signature is no point of
 *   the subgroup or infinity, which signs everything for a key at infinity
 */
export function isSignedByBls(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_LENGTH) throw new SignatureRefused('length', 'not 96 bytes');
  if (publicKey.length !== PUBLIC_KEY_LENGTH)
    throw new SignatureRefused('signer', 'not a key of 48 bytes');
  const key = readPoint(bls12_381.G1, publicKey);
  if (key === null) throw new SignatureRefused('signer', 'the address is no key');
  const point = readPoint(bls12_381.G2, signature);
  if (point === null) throw new SignatureRefused('point', 'no point of the subgroup');
  const { hash, verify } = bls12_381.longSignatures;
  return verify(point, hash(message, DOMAIN), key);
}

/** A point of the group that is not infinity, as its one compressed form has it; else null. */
function readPoint<P extends { is0(): boolean; assertValidity(): void }>(
  group: { Point: { fromBytes(bytes: Uint8Array): P } },
  bytes: Uint8Array,
): P | null {
  try {
    const point = group.Point.fromBytes(bytes);
    if (point.is0()) return null;
    point.assertValidity();
    return point;
  } catch {
    return null;
  }
}
