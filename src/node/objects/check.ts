/** Whether an object is what its CID names. */
import { blake2b256, CidError, cidParts, parseCid } from '#filecoin/encoding/cid.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';

const HASH_BLAKE2B_256 = 0xb220;

/**
 * The digest that an object of this CID has, whatever its codec: blocks of state are DAG-CBOR, codes raw.
 * @throws CidError for what is no CID, or one by another hash than blake2b-256
 */
export function objectDigest(cid: string): Uint8Array {
  const { hash, digest } = cidParts(parseCid(cid));
  if (hash !== HASH_BLAKE2B_256 || digest.length !== 32)
    throw new CidError(`not the CID of an object by blake2b-256: ${cid}`);
  return digest;
}

/** Whether `bytes` hash to this digest. */
export function hashesTo(digest: Uint8Array, bytes: Uint8Array): boolean {
  return equalBytes(blake2b256(bytes), digest);
}
