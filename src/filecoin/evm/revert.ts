/** Why an EVM contract reverted, out of what it returned. */
import { decodeCbor } from '../encoding/cbor.ts';
import { decodeArguments, firstFit, selectorOf } from './abi.ts';
import type { AbiArgument, ContractAbi } from './abi.ts';
import { othersOf, type Recovered } from './recovered.ts';
import { errorOf } from './selectors.ts';
import { hexOf } from './words.ts';

/** Meanings of Solidity's panic codes, as keys of the dictionaries. */
const PANICS: Readonly<Record<string, PanicReason>> = {
  '0': 'generic',
  '1': 'assert',
  '17': 'overflow',
  '18': 'division-by-zero',
  '33': 'bad-enum',
  '34': 'bad-storage',
  '49': 'empty-pop',
  '50': 'out-of-bounds',
  '65': 'out-of-memory',
  '81': 'bad-function',
};

export type PanicReason =
  | 'generic'
  | 'assert'
  | 'overflow'
  | 'division-by-zero'
  | 'bad-enum'
  | 'bad-storage'
  | 'empty-pop'
  | 'out-of-bounds'
  | 'out-of-memory'
  | 'bad-function'
  | 'unknown';

/** The reason that a revert's text names, as it comes back over the wire. */
export function panicReason(text: string): PanicReason {
  return Object.values(PANICS).find((reason) => reason === text) ?? 'unknown';
}

/** Solidity's number of a panic, as it is written (`0x12`); null for one that is not known. */
export function panicCode(text: string): string | null {
  const known = Object.entries(PANICS).find(([, reason]) => reason === text);
  return known === undefined ? null : `0x${Number(known[0]).toString(16).padStart(2, '0')}`;
}

export type Revert =
  /** Reverted without a word: `revert()`, `require(x)` without a reason, or an invalid instruction. */
  | { kind: 'none'; text: '' }
  /** `Error(string)`: the contract's own words, not to be trusted. */
  | { kind: 'error'; text: string }
  /** `Panic(uint256)`: text is a key. */
  | { kind: 'panic'; text: PanicReason; code: string }
  /**
   * An error of the contract's; `text` is its signature, or its selector when it is not known. `guessed`:
   * no ABI of the contract has it; `others`: what else it may be.
   */
  | {
      kind: 'custom';
      text: string;
      selector: string;
      args: AbiArgument[] | null;
      guessed?: true;
      others?: string[];
    }
  /** Something else: text is hex. */
  | { kind: 'data'; text: string };

const SHOWN_BYTES = 256;

/** Revert data: a contract returns them as a CBOR byte string; calls through eth_call give them bare. */
function unwrap(returned: Uint8Array): Uint8Array {
  try {
    const value = decodeCbor(returned);
    return value instanceof Uint8Array ? value : returned;
  } catch {
    return returned;
  }
}

/**
 * Reads why a contract reverted; `returned` is the receipt's return, or bare revert data. Errors that
 * `abi` has go before those that are known, which are those of the product where `recovered` is left
 * out. Never throws.
 */
export function decodeRevert(
  returned: Uint8Array,
  abi?: ContractAbi,
  recovered?: Recovered,
): Revert {
  const data = unwrap(returned);
  if (data.length === 0) return { kind: 'none', text: '' };
  const selector = selectorOf(data);
  if (selector === null) return { kind: 'data', text: hexOf(data, SHOWN_BYTES) };
  const own = abi?.errorOf(selector) ?? null;
  const known = own ?? errorOf(selector);
  const candidates =
    own === null && recovered !== undefined ? recovered.errorsOf(selector) : known ? [known] : [];
  const found = firstFit(candidates, ({ canonical, params }, exact) => {
    const args = decodeArguments(params, data.subarray(4), exact);
    return args && { text: canonical, args };
  });
  const first = found?.args[0]?.value;
  if (typeof first === 'string') {
    if (found?.text === 'Error(string)') return { kind: 'error', text: first };
    if (found?.text === 'Panic(uint256)')
      return { kind: 'panic', text: PANICS[first] ?? 'unknown', code: first };
  }
  if (data.length % 32 !== 4) return { kind: 'data', text: hexOf(data, SHOWN_BYTES) };
  if (found === null) return { kind: 'custom', text: selector, selector, args: null };
  if (own !== null) return { kind: 'custom', selector, ...found };
  const others = othersOf(found.text, candidates, data);
  return {
    kind: 'custom',
    selector,
    ...found,
    guessed: true,
    ...(others.length === 0 ? {} : { others }),
  };
}
