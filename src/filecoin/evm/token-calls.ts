/** What tokens answer when they are called: contracts may answer anything, or nothing. */
import { concatBytes, fromHex, toHex } from '../encoding/bytes.ts';
import { cleanText } from '../encoding/text.ts';
import { keccakOfText } from './words.ts';

const WORD = 32;

const selector = (signature: string): Uint8Array => keccakOfText(signature).subarray(0, 4);

/** Calldata of the reads without arguments. */
export const TOKEN_READS = {
  name: selector('name()'),
  symbol: selector('symbol()'),
  decimals: selector('decimals()'),
  totalSupply: selector('totalSupply()'),
} as const;

const BALANCE_OF = selector('balanceOf(address)');
const BALANCE_OF_ITEM = selector('balanceOf(address,uint256)');

/** Calldata of balanceOf for 20 bytes of holder; `item`: the id within an ERC-1155. */
export function balanceOfCall(holder: Uint8Array, item?: bigint): Uint8Array {
  const account = concatBytes(new Uint8Array(12), holder);
  if (item === undefined) return concatBytes(BALANCE_OF, account);
  return concatBytes(BALANCE_OF_ITEM, account, fromHex(item.toString(16).padStart(64, '0')));
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Marks that turn the direction of the text around them. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name or symbol: ABI text, or 32 bytes filled up with zeros as old tokens have it; cleaned, on
 * one line, at most `limit` UTF-16 units. Null for any other answer and for an empty one.
 */
export function readTokenText(answer: Uint8Array, limit: number): string | null {
  const bytes = answer.length === WORD ? trimmed(answer) : abiText(answer);
  if (bytes === null || bytes.length === 0) return null;
  // A character has at most four bytes: what lies beyond cannot be shown.
  const text = utf8.decode(bytes.subarray(0, limit * 4 + 4));
  const plain = cleanText(text.replaceAll(BIDI, '').replaceAll(/\s+/g, ' ').trim(), limit);
  return plain === '' ? null : plain;
}

function trimmed(word: Uint8Array): Uint8Array {
  const end = word.indexOf(0);
  return end < 0 ? word : word.subarray(0, end);
}

function abiText(answer: Uint8Array): Uint8Array | null {
  const offset = sizeAt(answer, 0);
  const length = offset === null ? null : sizeAt(answer, offset);
  if (offset === null || length === null) return null;
  const start = offset + WORD;
  return start + length <= answer.length ? answer.subarray(start, start + length) : null;
}

/** An offset or a length within the answer; null when it leads outside. */
function sizeAt(answer: Uint8Array, at: number): number | null {
  if (at + WORD > answer.length) return null;
  const value = BigInt(`0x${toHex(answer.subarray(at, at + WORD))}`);
  return value <= BigInt(answer.length) ? Number(value) : null;
}

/** A uint256; null when the answer does not begin with a word. */
export function readUint(answer: Uint8Array): bigint | null {
  return answer.length < WORD ? null : BigInt(`0x${toHex(answer.subarray(0, WORD))}`);
}

/** Decimals (uint8); null for anything else. */
export function readDecimals(answer: Uint8Array): number | null {
  const value = readUint(answer);
  return value === null || value > 255n ? null : Number(value);
}
