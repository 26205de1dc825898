/**
 * What a selector or a topic stands for where no ABI of the contract says it: a guess, by signatures
 * that are known. Several where they collide, or differ in what is indexed; the likeliest first.
 */
import { decodeArguments } from './abi.ts';
import type { ContractAbi } from './contractAbi.ts';
import { errorOf, eventsOf, functionOf } from './selectors.ts';
import type { AbiFunction, AbiSignature } from './types.ts';

/** Selectors and topics: 0x and 8 or 64 digits in lower case. */
export interface Recovered {
  functionsOf(selector: string): readonly AbiFunction[];
  errorsOf(selector: string): readonly AbiSignature[];
  eventsOf(topic0: string): readonly AbiSignature[];
}

/** Those that come with the product. */
export const SHIPPED: Recovered = {
  functionsOf(selector) {
    const known = functionOf(selector);
    return known ? [{ ...known, outputs: [] }] : [];
  },
  errorsOf(selector) {
    const known = errorOf(selector);
    return known ? [known] : [];
  },
  eventsOf,
};

/** The function of this selector by the contract's own ABI; where that has none, what it may be. */
export function functionsFor(
  selector: string,
  abi?: ContractAbi,
  recovered: Recovered = SHIPPED,
): { functions: readonly AbiFunction[]; guessed: boolean } {
  const own = abi?.functionOf(selector) ?? null;
  return own === null
    ? { functions: recovered.functionsOf(selector), guessed: true }
    : { functions: [own], guessed: false };
}

/** Of one selector that are told besides the likeliest. */
const MAX_OTHERS = 5;

/**
 * What a guess may be instead: others of the same selector that the data fit.
 * @param chosen the one that is told, in its canonical form
 * @param data with the selector before them
 */
export function othersOf(
  chosen: string,
  candidates: readonly AbiSignature[],
  data: Uint8Array,
): string[] {
  const others = new Set<string>();
  for (const { canonical, params } of candidates) {
    if (others.size === MAX_OTHERS) break;
    if (canonical !== chosen && decodeArguments(params, data.subarray(4)) !== null)
      others.add(canonical);
  }
  return [...others];
}
