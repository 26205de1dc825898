/**
 * Code that is verified with another's: contracts that a verified one creates, whose init code stands
 * in its own (init code, or deployed code where only that is known), and contracts that were created by the same init code.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { CreationMatch } from './creation.ts';
import type { DeployedMatch } from './deployed.ts';
import type { Compilation, CompiledContract } from './output.ts';

/** Shorter code is no contract's: it would be found anywhere. */
const MIN_CODE = 32;

/** Key of init code without constructor arguments: its keccak-256 as hex. */
export function initCodeKey(code: Uint8Array): string {
  return toHex(keccak_256(code));
}

/** A contract whose init code stands in the code of a verified one. */
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

/**
 * The contracts that the verified one brings along, each init code once.
 * @param chain the code that it was matched by
 */
export function childrenOf(
  { contracts }: Compilation,
  match: CreationMatch | DeployedMatch,
  chain: Uint8Array,
): readonly Child[] {
  const { contract: parent } = match;
  const own = match.by === 'creation' ? parent.creation : parent.deployed;
  const children = new Map<string, Child>();
  for (const contract of contracts) {
    const { length } = contract.creation.bytes;
    if (contract === parent || length < MIN_CODE || length >= own.bytes.length) continue;
    for (const at of placesOf(own.hex, contract.creation.hex)) {
      const code = chain.slice(at, at + length);
      const key = initCodeKey(code);
      if (!children.has(key)) children.set(key, { contract, initCode: code, key });
    }
  }
  return [...children.values()];
}
