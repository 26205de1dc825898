import { formatAddress, isAddress, parseAddress } from '#filecoin/address.ts';

/** An Ethereum address as the chain writes that account (f4… or f0…); anything else as it is. */
export function ownForm(text: string): string {
  return text.startsWith('0x') && isAddress(text) ? formatAddress(parseAddress(text)) : text;
}
