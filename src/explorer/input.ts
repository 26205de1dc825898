/** Numbers and identifiers as text from an address bar. */
import { AddressError, parseAddress } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { CHAIN_CID_PREFIX, CidError, isChainCid, parseCid } from '#filecoin/encoding/cid.ts';
import { readPasted, type Pasted } from '#filecoin/lookup/pasted.ts';
import { withoutMarks } from '#format/typed.ts';
import { BadInput } from './errors.ts';

/** Longest identifier that is looked at. The longest real one is an f4 address of 115 characters. */
const MAX_IDENTIFIER = 200;

/** A whole number from 0 on; null when the text is none. Beyond 2^53 it is 2^53 − 1. */
export function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null;
}

/** Digest of a block's or message's CID in any of its texts; null when the text is no CID of that kind. */
export function tryDigest(text: string): Uint8Array | null {
  const bytes = tryCid(text);
  return bytes !== null && isChainCid(bytes) ? bytes.subarray(CHAIN_CID_PREFIX.length) : null;
}

export function parseDigest(text: string): Uint8Array {
  const digest = tryDigest(text);
  if (digest === null) throw new BadInput('badCid');
  return digest;
}

/** Bytes of a CID of any kind, e.g. a piece's; null when the text is none. */
export function tryCid(text: string): Uint8Array | null {
  if (text.length > MAX_IDENTIFIER) return null;
  try {
    return parseCid(text);
  } catch (error) {
    if (error instanceof CidError) return null;
    throw error;
  }
}

/** 32 bytes of an Ethereum hash (`0x` and 64 digits); null when the text is none. */
export function tryHash(text: string): Uint8Array | null {
  return /^0x[0-9a-f]{64}$/i.test(text) ? fromHex(text) : null;
}

/** An address in any form; id and hex forms in capitals are understood too. */
export function tryAddress(text: string): Uint8Array | AddressError {
  if (text.length > MAX_IDENTIFIER) return new AddressError('length');
  const plain = /^[FT][0-4][0-9A-Z]*$/.test(text) ? text.toLowerCase() : text;
  try {
    return parseAddress(plain);
  } catch (error) {
    if (error instanceof AddressError) return error;
    throw error;
  }
}

export function parseAddressInput(text: string): Uint8Array {
  const address = tryAddress(text);
  if (address instanceof AddressError) throw new BadInput('badAddress', { reason: address.reason });
  return address;
}

/** What was typed or pasted into the search box; refused when it is longer than any identifier. */
export function parseSearch(input: string): Pasted {
  const pasted = readPasted(withoutMarks(input));
  if (pasted.text.length > MAX_IDENTIFIER) throw new BadInput('badSearch', { max: MAX_IDENTIFIER });
  return pasted;
}
