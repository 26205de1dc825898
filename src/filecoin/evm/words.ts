/** Bytes of the EVM as text. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatEthAddress } from '../address.ts';
import { toHex } from '../encoding/bytes.ts';

const utf8 = new TextEncoder();

/** Hex with 0x; longer than `limit` bytes it is cut and says so: `0x0102… (15285 bytes)`. */
export function hexOf(bytes: Uint8Array, limit: number): string {
  if (bytes.length <= limit) return `0x${toHex(bytes)}`;
  return `0x${toHex(bytes.subarray(0, limit))}… (${String(bytes.length)} bytes)`;
}

/** The address in the last 20 bytes of a word, in mixed case. */
export function addressFromWord(word: Uint8Array): string {
  return formatEthAddress(word.subarray(12, 32));
}

/** keccak-256 of a text. */
export function keccakOfText(text: string): Uint8Array {
  return keccak_256(utf8.encode(text));
}
