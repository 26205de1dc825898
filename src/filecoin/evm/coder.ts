/**
 * Decoding of ABI-encoded values (Solidity's contract ABI). What it reads comes from strangers:
 * offsets and lengths are checked, the number of values and the length of texts are bounded, dirty
 * padding is an error (the data then is not of this signature).
 */
import { addressFromWord, hexOf } from './words.ts';
import { cleanText } from '../encoding/text.ts';
import { AbiError } from './types.ts';
import type { AbiParam } from './types.ts';

/** A decoded value, ready for JSON: integers as decimal text, bytes as 0x hex, tuples by field names. */
export type AbiValue =
  boolean | string | readonly AbiValue[] | { readonly [name: string]: AbiValue };

/** Most values that one call or log may hold. */
const MAX_VALUES = 4096;
/** Text is cut at so many characters, bytes are at so many bytes. */
const MAX_SHOWN = 1024;
const MAX_DEPTH = 16;
const WORD = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface Budget {
  /** Values that may still come. */
  left: number;
  /** Bytes that texts may still have. Together they are longer than the data only where they overlap. */
  bytes: number;
  /** Where the next dynamic value lies when an encoder wrote the data; null where it may lie anywhere. */
  next: number | null;
}

const ARRAY = /^(.*)\[([0-9]*)\]$/;

/** The element type of an array type and its fixed length (null when dynamic); null for other types. */
function arrayOf(param: AbiParam): { element: AbiParam; length: number | null } | null {
  const match = ARRAY.exec(param.type);
  const type = match?.[1];
  const length = match?.[2];
  if (type === undefined || length === undefined) return null;
  return {
    element: { ...param, type, name: '' },
    length: length === '' ? null : Number(length),
  };
}

function isDynamic(param: AbiParam): boolean {
  if (param.type === 'bytes' || param.type === 'string') return true;
  const array = arrayOf(param);
  if (array) return array.length === null || isDynamic(array.element);
  return param.type === 'tuple' && param.components.some(isDynamic);
}

/** Bytes that a value takes in its tuple's head. */
function headSize(param: AbiParam): number {
  if (isDynamic(param)) return WORD;
  const array = arrayOf(param);
  if (array) return (array.length ?? 0) * headSize(array.element);
  return param.type === 'tuple' ? headsSize(param.components) : WORD;
}

function headsSize(params: readonly AbiParam[]): number {
  return params.reduce((size, param) => size + headSize(param), 0);
}

function wordAt(data: Uint8Array, at: number): Uint8Array {
  if (at < 0 || at + WORD > data.length) throw new AbiError('ABI data is cut off');
  return data.subarray(at, at + WORD);
}

/** An offset or a length: far below 2^53 in any data that exists. */
function sizeAt(data: Uint8Array, at: number): number {
  const word = wordAt(data, at);
  let size = 0;
  for (let i = 0; i < WORD; i++) {
    size = size * 256 + (word[i] ?? 0);
    if (size > data.length) throw new AbiError('ABI offset out of range');
  }
  return size;
}

function decodeTuple(
  params: readonly AbiParam[],
  data: Uint8Array,
  base: number,
  depth: number,
  budget: Budget,
): AbiValue[] {
  if (depth > MAX_DEPTH) throw new AbiError('ABI data nested too deeply');
  let head = base;
  return params.map((param) => {
    const dynamic = isDynamic(param);
    const at = dynamic ? base + sizeAt(data, head) : head;
    if (dynamic && budget.next !== null && at !== budget.next)
      throw new AbiError('not as an encoder writes it');
    const value = decodeValue(param, data, at, depth, budget);
    head += headSize(param);
    return value;
  });
}

function decodeValue(
  param: AbiParam,
  data: Uint8Array,
  at: number,
  depth: number,
  budget: Budget,
): AbiValue {
  if (--budget.left < 0) throw new AbiError('too many ABI values');
  const array = arrayOf(param);
  if (array) {
    const length = array.length ?? sizeAt(data, at);
    const start = array.length === null ? at + WORD : at;
    if (length > budget.left) throw new AbiError('too many ABI values');
    if (budget.next !== null && isDynamic(param))
      budget.next = start + length * headSize(array.element);
    const elements = Array.from({ length }, () => array.element);
    return decodeTuple(elements, data, start, depth + 1, budget);
  }
  if (param.type === 'tuple') {
    if (budget.next !== null && isDynamic(param)) budget.next = at + headsSize(param.components);
    const values = decodeTuple(param.components, data, at, depth + 1, budget);
    return named(param.components, values);
  }
  if (param.type === 'bytes' || param.type === 'string') {
    const length = sizeAt(data, at);
    if (at + WORD + length > data.length) throw new AbiError('ABI data is cut off');
    if ((budget.bytes -= length) < 0) throw new AbiError('ABI texts overlap');
    const bytes = data.subarray(at + WORD, at + WORD + length);
    if (budget.next !== null) {
      budget.next = at + WORD + Math.ceil(length / WORD) * WORD;
      if (data.subarray(at + WORD + length, budget.next).some((byte) => byte !== 0))
        throw new AbiError('dirty padding');
    }
    return param.type === 'bytes' ? hexOf(bytes, MAX_SHOWN) : textOf(bytes);
  }
  return decodeWord(param.type, wordAt(data, at));
}

/** The fields by name when all have one of their own, else as a list. */
function named(params: readonly AbiParam[], values: readonly AbiValue[]): AbiValue {
  const names = params.map(({ name }) => name);
  if (names.includes('') || new Set(names).size < names.length) return values;
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
}

function textOf(bytes: Uint8Array): string {
  try {
    return cleanText(utf8.decode(bytes), MAX_SHOWN);
  } catch {
    return hexOf(bytes, MAX_SHOWN);
  }
}

function uintOf(word: Uint8Array): bigint {
  return BigInt(`0x${hexOf(word, WORD).slice(2)}`);
}

/** The value of a type that takes one word. @throws AbiError for padding that is not clean */
export function decodeWord(type: string, word: Uint8Array): AbiValue {
  if (type === 'address') {
    if (word.subarray(0, 12).some((byte) => byte !== 0)) throw new AbiError('not an address');
    return addressFromWord(word);
  }
  if (type === 'bool') {
    const value = uintOf(word);
    if (value > 1n) throw new AbiError('not a bool');
    return value === 1n;
  }
  const integer = /^(u?)int([0-9]+)$/.exec(type);
  if (integer) {
    const bits = Number(integer[2]);
    const value = uintOf(word);
    const held = integer[1] === 'u' ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
    if (BigInt.asUintN(256, held) !== value) throw new AbiError(`not a ${type}`);
    return String(held);
  }
  const size = type === 'function' ? 24 : Number(/^bytes([0-9]+)$/.exec(type)?.[1] ?? NaN);
  if (!(size >= 1 && size <= WORD)) throw new AbiError(`unknown type ${type}`);
  if (word.subarray(size).some((byte) => byte !== 0)) throw new AbiError(`not a ${type}`);
  return hexOf(word.subarray(0, size), WORD);
}

/**
 * Values of a list of params. Bytes behind them are allowed, as contracts allow them.
 * @param exact only data that are what an encoder makes of these values, to the last byte
 * @throws AbiError
 */
export function decodeParamList(
  params: readonly AbiParam[],
  data: Uint8Array,
  exact = false,
): AbiValue[] {
  const next = exact ? headsSize(params) : null;
  const budget: Budget = { left: MAX_VALUES, bytes: data.length, next };
  const values = decodeTuple(params, data, 0, 0, budget);
  if (exact && budget.next !== data.length) throw new AbiError('bytes behind the values');
  return values;
}

/** Whether an event stores the hash of an indexed value instead of the value. */
export function isHashedWhenIndexed(param: AbiParam): boolean {
  return (
    param.type === 'string' ||
    param.type === 'bytes' ||
    param.type.startsWith('tuple') ||
    arrayOf(param) !== null
  );
}
