/**
 * Code that is verified with another's: contracts that a verified one creates, whose init code stands
 * in its own, and contracts that were created by the same init code.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { trailersFromEnd } from '../code/trailer.ts';
import type { CreationMatch } from './creation.ts';
import type { Compilation, CompiledContract } from './output.ts';

/** Shorter code is no contract's: it would be found anywhere. */
const MIN_CODE = 32;
/** Most ends of code that are looked at in one init code. */
const MAX_ENDS = 16;

/** Key of init code without constructor arguments: its keccak-256 as hex. */
export function initCodeKey(code: Uint8Array): string {
  return toHex(keccak_256(code));
}

/** A contract whose init code stands in that of a verified one. */
export interface Child {
  readonly contract: CompiledContract;
  /** As it stands there, its libraries linked, without constructor arguments. */
  readonly initCode: Uint8Array;
  readonly key: string;
}

function* placesOf(hex: string, part: string): Generator<number> {
  for (let at = hex.indexOf(part); at >= 0; at = hex.indexOf(part, at + 1))
    if (at % 2 === 0) yield at / 2;
}

/** The contracts that the verified one brings along, each init code once. */
export function childrenOf(
  { contracts }: Compilation,
  { contract: parent, codeLength }: CreationMatch,
  initCode: Uint8Array,
): readonly Child[] {
  const children = new Map<string, Child>();
  for (const contract of contracts) {
    const { length } = contract.creation.bytes;
    if (contract === parent || length < MIN_CODE || length >= codeLength) continue;
    for (const at of placesOf(parent.creation.hex, contract.creation.hex)) {
      const code = initCode.slice(at, at + length);
      const key = initCodeKey(code);
      if (!children.has(key)) children.set(key, { contract, initCode: code, key });
    }
  }
  return [...children.values()];
}

/** An end that the code within an init code may have, and the key up to there. */
export interface InitCodeEnd {
  readonly length: number;
  readonly key: string;
}

/**
 * Where the code of an init code may end and its constructor's arguments begin: behind each of its
 * trailers, at the `lengths` that are known of verified init codes, and at its own end. A verified
 * contract with one of these keys has the same init code.
 */
export function initCodeEnds(
  initCode: Uint8Array,
  lengths: Iterable<number> = [],
): readonly InitCodeEnd[] {
  const ends = new Set([initCode.length]);
  for (const { end } of trailersFromEnd(initCode)) {
    if (ends.size >= MAX_ENDS) break;
    ends.add(end);
  }
  for (const length of lengths) if (length > 0 && length < initCode.length) ends.add(length);
  return [...ends].map((length) => ({ length, key: initCodeKey(initCode.subarray(0, length)) }));
}
