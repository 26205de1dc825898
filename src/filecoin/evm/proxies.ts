/**
 * Proxies: contracts that run another contract's code on their own state. EIP-1967 names the storage
 * slots and events of those that can be upgraded, EIP-1167 the code of those that cannot.
 */
import { fromHex, toHex } from '../encoding/bytes.ts';
import { keccakOfText } from './words.ts';

/** Slots of EIP-1967 by their values in the database (`contract_upgrade.kind`): append only. */
export const PROXY_SLOT_NAMES = ['implementation', 'beacon', 'admin'] as const;
export type ProxySlot = (typeof PROXY_SLOT_NAMES)[number];

/** EIP-1967: keccak-256 of `eip1967.proxy.<what>`, minus one. */
export const PROXY_SLOTS: Readonly<Record<ProxySlot, Uint8Array>> = {
  implementation: fromHex('360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'),
  beacon: fromHex('a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'),
  admin: fromHex('b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'),
};

export function proxySlotIndex(slot: ProxySlot): number {
  return PROXY_SLOT_NAMES.indexOf(slot);
}

/**
 * Kinds of proxies by their values in the database (`contract.proxy_kind`): append only. `beacon`: one
 * that asks a beacon; `source`: a beacon itself; EIP-2535: perhaps a diamond.
 */
export const PROXY_KINDS = ['EIP-1967', 'beacon', 'EIP-1167', 'source', 'EIP-2535'] as const;
export type ProxyKind = (typeof PROXY_KINDS)[number];

export function proxyKindIndex(kind: ProxyKind): number {
  return PROXY_KINDS.indexOf(kind);
}

/** What an event of EIP-1967 says of the contract that emitted it. `address`: 20 bytes. */
export interface ProxyChange {
  slot: ProxySlot;
  address: Uint8Array;
}

/** Calldata by which a beacon is asked what it gives. */
export const IMPLEMENTATION_CALL = keccakOfText('implementation()').slice(0, 4);

const UPGRADED = toHex(keccakOfText('Upgraded(address)'));
const BEACON_UPGRADED = toHex(keccakOfText('BeaconUpgraded(address)'));
const ADMIN_CHANGED = toHex(keccakOfText('AdminChanged(address,address)'));

/** Null for any other log. A beacon emits `Upgraded` too: only its code tells the two apart. */
export function proxyChange(topics: readonly Uint8Array[], data: Uint8Array): ProxyChange | null {
  const [first, second] = topics;
  if (!first) return null;
  const event = toHex(first);
  if (event === ADMIN_CHANGED)
    return topics.length === 1 && data.length === 64 ? change('admin', data.subarray(32)) : null;
  if (event !== UPGRADED && event !== BEACON_UPGRADED) return null;
  if (!second || topics.length !== 2) return null;
  return change(event === UPGRADED ? 'implementation' : 'beacon', second);
}

function change(slot: ProxySlot, word: Uint8Array): ProxyChange | null {
  const address = addressInWord(word);
  return address && { slot, address };
}

/** The address in a word of 32 bytes; null when there is none, or something else. */
export function addressInWord(word: Uint8Array): Uint8Array | null {
  if (word.length !== 32) return null;
  if (word.subarray(0, 12).some((byte) => byte !== 0)) return null;
  return word.some((byte) => byte !== 0) ? word.slice(12) : null;
}

/**
 * Whether code names a slot of EIP-1967, as code that reads or writes it does: the slot, or the hash
 * from which code that was not optimised takes one away.
 */
export function namesSlot(code: Uint8Array, slot: ProxySlot): boolean {
  const hex = toHex(code);
  const hash = toHex(keccakOfText(`eip1967.proxy.${slot}`));
  return hex.includes(toHex(PROXY_SLOTS[slot])) || hex.includes(hash);
}

/**
 * Whether code may ask a beacon what it stands for: one that is fixed when it is made need not name the
 * slot again (OpenZeppelin's from version 5 on).
 */
export function mayAskBeacon(code: Uint8Array): boolean {
  return toHex(code).includes(`63${toHex(IMPLEMENTATION_CALL)}`);
}

/**
 * Runtime code of minimal proxies around the 20 bytes of their target. What stands behind it never
 * runs: clones keep their arguments there.
 */
const MINIMAL: readonly RegExp[] = [
  // EIP-1167's own, and the shorter ones in use
  /^363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/,
  /^3d3d3d3d363d3d37363d73([0-9a-f]{40})5af43d3d93803e602a57fd5bf3/,
  /^363d3d373d3d363d73([0-9a-f]{40})5af43d3d93803e602a57fd5bf3/,
  // The same with PUSH0: ERC-7511's, and Solady's
  /^365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/,
  /^5f5f365f5f37365f73([0-9a-f]{40})5af43d5f5f3e6029573d5ffd5b3d5ff3/,
  // Vyper's
  /^366000600037611000600036600073([0-9a-f]{40})5af4602c57600080fd5b6110006000f3/,
];

/** EIP-1167 around an address that begins with zeros: its length, the rest of it, the jump's place. */
const SHORT =
  /^363d3d373d3d3d363d(6[0-9a-f]|7[0-3])([0-9a-f]{2,38})5af43d82803e903d91602([0-9a-f])57fd5bf3/;

/** Longest of these codes, in bytes. */
const MAX_MINIMAL = 64;

/** What a minimal proxy delegates to, 20 bytes; null for any other runtime code. */
export function minimalProxyTarget(code: Uint8Array): Uint8Array | null {
  const hex = toHex(code.subarray(0, MAX_MINIMAL));
  for (const pattern of MINIMAL) {
    const target = pattern.exec(hex)?.[1];
    if (target !== undefined) return fromHex(target);
  }
  return shortTarget(hex);
}

function shortTarget(hex: string): Uint8Array | null {
  const [, push = '', digits = '', jump = ''] = SHORT.exec(hex) ?? [];
  const length = Number.parseInt(push, 16) - 0x5f;
  if (digits.length !== 2 * length || Number.parseInt(`2${jump}`, 16) !== 0x2b - (20 - length))
    return null;
  return fromHex(digits.padStart(40, '0'));
}
