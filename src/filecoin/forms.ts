import { AddressError, ethAddressOf, formatAddress, parseAddress } from './address.ts';
import { LRUCache } from 'lru-cache';

/** Longer texts are no address. */
const LONGEST = 200;

/**
 * The form of a text, each made once as long as it is met: it takes hashes, and a page names the same
 * accounts again and again. What is no address has none of its own.
 */
function kept(make: (address: Uint8Array) => string | null): (text: string) => string {
  const forms = new LRUCache<string, string>({ max: 5_000 });
  return (text) => {
    const known = forms.get(text);
    if (known !== undefined) return known;
    const form = formOf(text, make);
    if (text.length <= LONGEST) forms.set(text, form);
    return form;
  };
}

function formOf(text: string, make: (address: Uint8Array) => string | null): string {
  try {
    return make(parseAddress(text)) ?? text;
  } catch (error) {
    if (error instanceof AddressError) return text;
    throw error;
  }
}

const ownForms = kept((address) => formatAddress(address));
const ethForms = kept(ethAddressOf);

/** An Ethereum address as the chain writes that account (f4… or f0…); anything else as it is. */
export function ownForm(text: string): string {
  return text.startsWith('0x') ? ownForms(text) : text;
}

/** An account of the EVM as Ethereum writes it (0x…, EIP-55), which is how pages name it; anything else as it is. */
export function ethForm(text: string): string {
  return /^(?:0x|[ft]410f)/.test(text) ? ethForms(text) : text;
}

/** The null address as Ethereum writes it. */
export const NULL_ETH = `0x${'0'.repeat(40)}`;

/** Whether an address is the null address, in either of its spellings: tokens are minted from it and burned to it. */
export function isNull(address: string): boolean {
  return /^(?:0x0{40}|[ft]410fa{32}onc6iji)$/.test(address);
}
