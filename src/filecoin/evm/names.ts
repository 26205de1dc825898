/**
 * Names of services of ENS's kind (EIP-137, EIP-181): a name's node is the hash of its labels from
 * the right, a token of the registrar is the hash of its label, and an address has a node under
 * `addr.reverse`.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, toHex } from '../encoding/bytes.ts';
import { keccakOfText } from './words.ts';

/** What a resolver keeps of a name, by its values in the database (`name_record.kind`). */
export const RECORD = { address: 0, text: 1, contenthash: 2, name: 3 } as const;

/** Longest name that is looked at, UTF-16 units. */
const MAX_NAME = 255;

/** Hash of one label as it stands. */
export function labelHash(label: string): Uint8Array {
  return keccakOfText(label);
}

/** Node of a label's hash below a node. */
export function subnode(parent: Uint8Array, label: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(parent, label));
}

/** Node of a name, its labels taken as they stand; of the empty name the root. */
export function namehash(name: string): Uint8Array {
  if (name === '') return new Uint8Array(32);
  return name
    .split('.')
    .reduceRight<Uint8Array>((node, label) => subnode(node, labelHash(label)), new Uint8Array(32));
}

const REVERSE = namehash('addr.reverse');

/** Node under which an Ethereum address (20 bytes) says what it is called. */
export function reverseNode(address: Uint8Array): Uint8Array {
  return subnode(REVERSE, labelHash(toHex(address)));
}

/**
 * A name as it is looked up: composed, in lower case. Null for what is no name: empty labels, blanks,
 * control and invisible characters, or too long.
 */
export function normalizeName(text: string): string | null {
  const name = text.trim().normalize('NFC').toLowerCase();
  if (name.length === 0 || name.length > MAX_NAME || !name.isWellFormed()) return null;
  if (/[\s\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Zs}<>"'`&/\\]/u.test(name.replaceAll('\u200d', '')))
    return null;
  return name.split('.').includes('') ? null : name;
}
