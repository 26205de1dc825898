/** Diamonds (EIP-2535): contracts that run the code of many others, their facets, each for some selectors. */
import { fromHex, to0x, toHex } from '../encoding/bytes.ts';
import { decodeArguments } from './abi.ts';
import type { AbiValue } from './abi.ts';
import { parseSignature } from './types.ts';
import { keccakOfText } from './words.ts';

/** Calldata by which a diamond is asked for its facets. */
export const FACETS_CALL = keccakOfText('facets()').slice(0, 4);

/**
 * Where the reference implementations keep what a diamond is made of. Without its last byte: to that
 * compilers add the place of the field that is read.
 */
const STORAGE = toHex(keccakOfText('diamond.standard.diamond.storage').slice(0, 31));

/** Whether code may be a diamond's: it names that storage, or compares a selector with `facets()`. */
export function mayBeDiamond(code: Uint8Array): boolean {
  const hex = toHex(code);
  return hex.includes(STORAGE) || hex.includes(`63${toHex(FACETS_CALL)}`);
}

export interface Facet {
  /** 0x and 40 digits in lower case. */
  readonly address: string;
  /** 0x and 8 digits each. */
  readonly selectors: readonly string[];
}

/** Most that a diamond is believed: larger answers are none. How many values they hold the decoder bounds. */
const MAX_FACETS = 200;
const MAX_ANSWER = 256 * 1024;

const SHAPE = parseSignature('f((address facet, bytes4[] selectors)[] facets)').params;

function facetOf(value: AbiValue): Facet | null {
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const { facet, selectors } = value as Readonly<Record<string, AbiValue>>;
  if (typeof facet !== 'string' || !Array.isArray(selectors)) return null;
  return { address: to0x(fromHex(facet)), selectors: selectors.map(String) };
}

/** The facets that a diamond tells; null when the answer is of another shape, too large, or tells none. */
export function facetsOf(answer: Uint8Array): readonly Facet[] | null {
  if (answer.length > MAX_ANSWER) return null;
  const list = decodeArguments(SHAPE, answer)?.[0]?.value;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_FACETS) return null;
  const facets = (list as readonly AbiValue[]).map(facetOf);
  return facets.every((facet) => facet !== null) ? facets : null;
}
