/** Values as people type them, and what they are as values of an ABI's types. */
import {
  AddressError,
  ethAddressOf,
  isAddress,
  parseAddress,
  PROTOCOL_DELEGATED,
} from '#filecoin/address.ts';
import type { AbiParam } from '#filecoin/evm/abi.ts';

/** What was typed: a text, or one for each element of a list and each field of a tuple. */
export type Draft = string | readonly Draft[];

/** A value as encoders take it. */
export type AbiInput = string | bigint | boolean | readonly AbiInput[];

/**
 * Why it is no value of the type: `notEthAddress` is an address by which the EVM knows nobody (an f1,
 * f2 or f3 one), `count` a list of another length than the type says, `list` no JSON list.
 */
export type DraftProblem =
  | 'missing'
  | 'integer'
  | 'range'
  | 'bool'
  | 'address'
  | 'notEthAddress'
  | 'hex'
  | 'length'
  | 'list'
  | 'count'
  | 'type'
  | 'tooLong';

export class DraftError extends Error {
  override readonly name = 'DraftError';
  readonly problem: DraftProblem;
  /** Places of the elements and fields on the way to what is wrong. */
  readonly path: readonly number[];

  constructor(problem: DraftProblem, path: readonly number[]) {
    super(problem);
    this.problem = problem;
    this.path = path;
  }
}

/** Characters of one text: calldata longer than this no message holds. */
const MAX_TEXT = 256 * 1024;
const MAX_ITEMS = 4_096;
const MAX_DEPTH = 16;

const ARRAY = /^(.*)\[(\d*)\]$/;
const INTEGER = /^(u?)int(\d*)$/;
const BYTES = /^bytes(\d*)$/;
const DIGITS = /^-?(?:\d+|0x[0-9a-f]+)$/i;
const HEX = /^0x(?:[0-9a-f]{2})*$/i;
const TRUE: ReadonlySet<string> = new Set(['true', '1', 'yes']);
const FALSE: ReadonlySet<string> = new Set(['false', '0', 'no']);

/** The element of an array type, and its fixed length (null: any); null for other types. */
export function elementOf(param: AbiParam): { element: AbiParam; length: number | null } | null {
  const [, type, length] = ARRAY.exec(param.type) ?? [];
  if (type === undefined) return null;
  return { element: { ...param, type, name: '' }, length: length ? Number(length) : null };
}

/** What the EVM calls accounts whose Filecoin addresses were typed (`filecoinAddressesIn`), 0x. */
export type KnownAddresses = ReadonlyMap<string, string>;
const NOBODY: KnownAddresses = new Map();

/** The value that was typed for a parameter. @throws DraftError */
export function readDraft(
  param: AbiParam,
  draft: Draft,
  path: readonly number[] = [],
  known: KnownAddresses = NOBODY,
): AbiInput {
  if (path.length > MAX_DEPTH) throw new DraftError('type', path);
  if (typeof draft === 'string' && draft.length > MAX_TEXT) throw new DraftError('tooLong', path);
  const array = elementOf(param);
  if (array !== null) {
    const items = itemsOf(draft, path);
    if (array.length !== null && items.length !== array.length) throw new DraftError('count', path);
    return items.map((item, at) => readDraft(array.element, item, [...path, at], known));
  }
  if (param.type === 'tuple') {
    const items = itemsOf(draft, path);
    if (items.length !== param.components.length) throw new DraftError('count', path);
    return param.components.map((field, at) =>
      readDraft(field, items[at] ?? '', [...path, at], known),
    );
  }
  if (typeof draft !== 'string') throw new DraftError('list', path);
  return readText(param.type, draft, path, known);
}

/** Elements that were typed one by one, or all of them as a JSON list. */
function itemsOf(draft: Draft, path: readonly number[]): readonly Draft[] {
  const items = typeof draft === 'string' ? listOf(draft, path) : draft;
  if (items.length > MAX_ITEMS) throw new DraftError('tooLong', path);
  return items;
}

const JSON_TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Numbers of the list stay the digits that they are: JSON's own would be rounded. */
function listOf(text: string, path: readonly number[]): readonly Draft[] {
  if (text.trim() === '') throw new DraftError('missing', path);
  let value: unknown;
  try {
    value = JSON.parse(
      text.replace(JSON_TOKENS, (token) => (token.startsWith('"') ? token : `"${token}"`)),
    );
  } catch {
    throw new DraftError('list', path);
  }
  if (!Array.isArray(value)) throw new DraftError('list', path);
  return value.map((item, at) => draftOf(item, [...path, at]));
}

function draftOf(value: unknown, path: readonly number[]): Draft {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && path.length <= MAX_DEPTH)
    return value.map((item, at) => draftOf(item, [...path, at]));
  throw new DraftError('list', path);
}

function readText(
  type: string,
  text: string,
  path: readonly number[],
  known: KnownAddresses,
): AbiInput {
  // A text is what it is, spaces and all; an empty one too.
  if (type === 'string') return text;
  const typed = text.trim();
  if (typed === '') throw new DraftError('missing', path);
  const [integer, unsigned, bits] = INTEGER.exec(type) ?? [];
  if (integer !== undefined)
    return readInteger(typed, unsigned === 'u', bits ? Number(bits) : 256, path);
  const [bytes, size] = BYTES.exec(type) ?? [];
  if (bytes !== undefined || type === 'function') {
    if (!HEX.test(typed)) throw new DraftError('hex', path);
    const wanted = type === 'function' ? 24 : size ? Number(size) : null;
    if (wanted !== null && typed.length !== 2 + 2 * wanted) throw new DraftError('length', path);
    return typed.toLowerCase();
  }
  if (type === 'bool') {
    const word = typed.toLowerCase();
    if (TRUE.has(word)) return true;
    if (FALSE.has(word)) return false;
    throw new DraftError('bool', path);
  }
  if (type === 'address') return known.get(typed) ?? readAddress(typed, path);
  throw new DraftError('type', path);
}

function readInteger(
  text: string,
  unsigned: boolean,
  bits: number,
  path: readonly number[],
): bigint {
  const plain = text.replaceAll('_', '');
  if (!DIGITS.test(plain)) throw new DraftError('integer', path);
  const negative = plain.startsWith('-');
  const value = BigInt(negative ? plain.slice(1) : plain) * (negative ? -1n : 1n);
  const [least, most] = unsigned
    ? [0n, 2n ** BigInt(bits) - 1n]
    : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
  if (value < least || value > most) throw new DraftError('range', path);
  return value;
}

/** Filecoin's own texts too, where the EVM has an address for them. */
function readAddress(text: string, path: readonly number[]): string {
  let address: Uint8Array;
  try {
    address = parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) throw new DraftError('address', path);
    throw error;
  }
  const eth = ethAddressOf(address);
  if (eth === null) throw new DraftError('notEthAddress', path);
  return eth;
}

const FILECOIN_TEXT = /\b[ft][0-4][0-9a-z]{1,115}\b/g;
/** Addresses of one call that are looked up. */
const MAX_LOOKED_UP = 50;

/**
 * Filecoin addresses in what was typed for a parameter, of which only the chain knows what the EVM
 * calls the account: all but f410 ones. An id alone may be that of an account with an address of its
 * own (0x), and tokens sent to the masked id would be lost to it.
 */
export function filecoinAddressesIn(param: AbiParam, draft: Draft): readonly string[] {
  if (!asksForAddress(param)) return [];
  const texts = typeof draft === 'string' ? [draft] : textsIn(draft);
  const found = texts.flatMap((text) => text.slice(0, MAX_TEXT).match(FILECOIN_TEXT) ?? []);
  return [...new Set(found)]
    .filter((text) => isAddress(text) && !isOfEthereum(parseAddress(text)))
    .slice(0, MAX_LOOKED_UP);
}

const isOfEthereum = (address: Uint8Array): boolean =>
  address[0] === PROTOCOL_DELEGATED && ethAddressOf(address) !== null;

const asksForAddress = ({ type, components }: AbiParam): boolean =>
  type.startsWith('address') || components.some(asksForAddress);

const textsIn = (draft: Draft): readonly string[] =>
  typeof draft === 'string' ? [draft] : draft.flatMap(textsIn);

const DECIMAL = /^(\d*)(?:\.(\d*))?$/;

/**
 * The integer of an amount in a unit of so many decimals: `1.5` with 18 is 1500000000000000000. Null
 * where it is no amount, or finer than the unit's parts.
 */
export function scaled(text: string, decimals: number): bigint | null {
  const [whole, integer = '', fraction = ''] = DECIMAL.exec(text.trim().replaceAll('_', '')) ?? [];
  if (whole === undefined || integer + fraction === '') return null;
  const parts = fraction.replace(/0+$/, '');
  if (parts.length > decimals) return null;
  return BigInt(integer + parts.padEnd(decimals, '0'));
}
