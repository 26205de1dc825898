import { ethAddressOf, formatAddress, isAddress, parseAddress } from '#filecoin/address.ts';

/** An Ethereum address as the chain writes that account (f4… or f0…); anything else as it is. */
export function ownForm(text: string): string {
  return text.startsWith('0x') && isAddress(text) ? formatAddress(parseAddress(text)) : text;
}

/** An account of the EVM as Ethereum writes it (0x…, EIP-55), which is how pages name it; anything else as it is. */
export function ethForm(text: string): string {
  if (!/^(?:0x|[ft]410f)/.test(text) || !isAddress(text)) return text;
  return ethAddressOf(parseAddress(text)) ?? text;
}

/** The null address as Ethereum writes it. */
export const NULL_ETH = `0x${'0'.repeat(40)}`;

/** Whether an address is the null address, in either of its spellings: tokens are minted from it and burned to it. */
export function isNull(address: string): boolean {
  return /^(?:0x0{40}|[ft]410fa{32}onc6iji)$/.test(address);
}
