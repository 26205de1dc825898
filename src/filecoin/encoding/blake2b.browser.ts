/** BLAKE2b where little is hashed and little may be loaded. */
import { blake2b as hash } from '@noble/hashes/blake2.js';

/** BLAKE2b of `input` without key, `size` bytes long. */
export function blake2b(input: Uint8Array, size: 4 | 20 | 32): Uint8Array {
  return hash(input, { dkLen: size });
}
