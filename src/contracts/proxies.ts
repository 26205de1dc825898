/**
 * What has to be asked to know whose code a contract runs: storage slots that its code names, a
 * beacon's implementation, and the facets of a diamond (EIP-2535).
 */
import { fromHex, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { decodeArguments } from '#filecoin/evm/abi.ts';
import type { AbiValue } from '#filecoin/evm/abi.ts';
import {
  addressInWord,
  minimalProxyTarget,
  namesSlot,
  PROXY_SLOTS,
} from '#filecoin/evm/proxies.ts';
import { parseSignature } from '#filecoin/evm/types.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';

/** Slots of implementations before EIP-1967: EIP-1822's, and that of ZeppelinOS. */
const OLDER_SLOTS = ['PROXIABLE', 'org.zeppelinos.proxy.implementation'].map(keccakOfText);

/** Where a Safe's proxy keeps its target: it reads slot 0 and masks an address. */
const SAFE_PROXY = /^608060405273f{40}60005416/;

export type ProxyHint =
  /** The code itself names what it runs. */
  | { readonly kind: 'minimal'; readonly implementation: Uint8Array }
  /** This slot has the implementation's address. */
  | { readonly kind: 'slot'; readonly slot: Uint8Array }
  /** This slot has the address of a beacon, which tells the implementation. */
  | { readonly kind: 'beacon'; readonly slot: Uint8Array };

/** What deployed code shows of being a proxy, in the order in which it should be asked. */
export function proxyHints(code: Uint8Array): readonly ProxyHint[] {
  const implementation = minimalProxyTarget(code);
  if (implementation) return [{ kind: 'minimal', implementation }];
  const hints: ProxyHint[] = [];
  if (namesSlot(code, 'implementation'))
    hints.push({ kind: 'slot', slot: PROXY_SLOTS.implementation });
  if (namesSlot(code, 'beacon')) hints.push({ kind: 'beacon', slot: PROXY_SLOTS.beacon });
  const hex = toHex(code);
  for (const slot of OLDER_SLOTS) if (hex.includes(toHex(slot))) hints.push({ kind: 'slot', slot });
  if (SAFE_PROXY.test(hex)) hints.push({ kind: 'slot', slot: new Uint8Array(32) });
  return hints;
}

const selector = (signature: string): Uint8Array => keccakOfText(signature).slice(0, 4);

/** Calldata by which a beacon is asked for its implementation. */
export const BEACON_CALL = selector('implementation()');

/** A beacon's answer, 20 bytes; null when it is no address. */
export function beaconImplementation(answer: Uint8Array): Uint8Array | null {
  return answer.length === 32 ? addressInWord(answer) : null;
}

/** Calldata by which a diamond is asked for its facets. */
export const FACETS_CALL = selector('facets()');

export interface Facet {
  /** 20 bytes. */
  readonly address: Uint8Array;
  /** 0x and 8 digits each. */
  readonly selectors: readonly string[];
}

const FACETS = parseSignature('f((address facet, bytes4[] selectors)[] facets)').params;
const facetOf = (value: AbiValue): Facet | null => {
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const { facet, selectors } = value as Readonly<Record<string, AbiValue>>;
  if (typeof facet !== 'string' || !Array.isArray(selectors)) return null;
  return { address: fromHex(facet), selectors: selectors.map(String) };
};

/** The facets that a diamond tells; null when the answer is none, or tells no facet. */
export function facetsOf(answer: Uint8Array): readonly Facet[] | null {
  const list = decodeArguments(FACETS, answer)?.[0]?.value;
  if (!Array.isArray(list) || list.length === 0) return null;
  const facets = (list as readonly AbiValue[]).map(facetOf);
  return facets.every((facet) => facet !== null) ? facets : null;
}

/** Which facet answers to a selector (0x and 8 digits), as 0x and 40 digits; null when none does. */
export function facetFor(facets: readonly Facet[], wanted: string): string | null {
  const found = facets.find(({ selectors }) => selectors.includes(wanted.toLowerCase()));
  return found ? to0x(found.address) : null;
}
