/**
 * What a selector or a topic stands for where no ABI of the contract says it: a guess, by signatures
 * that are known. Several where they collide, or differ in what is indexed; the likeliest first.
 */
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
