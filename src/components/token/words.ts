/** What tokens and their items are called on pages. */
import { ethForm } from '#filecoin/forms.ts';
import { shortText } from '#format/shorten.ts';

/** A token's own words, as answers carry them: anybody's text, bounded by the index. */
export interface TokenWords {
  name: string | null;
  symbol: string | null;
}

const said = (text: string | null): string => (text ?? '').trim();
const written = (address: string): string => shortText('address', ethForm(address));

/** A token's name, or its symbol, or its Ethereum address in short. */
export function tokenName({ name, symbol }: TokenWords, address: string): string {
  return said(name) || said(symbol) || written(address);
}

/** A token's symbol, or its name, or its Ethereum address in short. */
export function tokenSymbol({ name, symbol }: TokenWords, address: string): string {
  return said(symbol) || said(name) || written(address);
}

/** Digits of an NFT's id that are shown; some are hashes. */
const ITEM_DIGITS = 8;

/** `#42`; of a long id its first digits. */
export function itemLabel(item: string): string {
  return item.length > ITEM_DIGITS + 4 ? `#${item.slice(0, ITEM_DIGITS)}…` : `#${item}`;
}
