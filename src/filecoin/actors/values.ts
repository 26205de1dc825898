/** Values of the words of shape.ts: one CBOR value each, made ready for JSON. */
import { AddressError, formatAddress, formatEthAddress } from '../address.ts';
import type { NetworkPrefix } from '../address.ts';
import { bigintFromBytes } from '../amount.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import {
  BitfieldError,
  decodeRlePlus,
  numbersOfRuns,
  rangesOfRuns,
  sizeOfRuns,
} from '../encoding/bitfield.ts';
import { EncodingError } from '../encoding/bytes.ts';
import { CborBadText, CborCid, CborError, CborTagged } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { integerJson } from '../encoding/integers.ts';
import { CidError, cidParts, formatCid } from '../encoding/cid.ts';
import { decodeCall, selectorOf } from '../evm/abi.ts';
import type { ContractAbi } from '../evm/abi.ts';
import { functionsFor, othersOf, type Recovered } from '../evm/recovered.ts';
import { hexOf } from '../evm/words.ts';
import { formatMultiaddr } from '../encoding/multiaddr.ts';
import { cleanText } from '../encoding/text.ts';
import type { Word } from './shape.ts';

/** What JSON can say. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The value is not of the shape; never leaves this folder. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly reason: 'malformed' | 'too-big';
  constructor(reason: 'malformed' | 'too-big', message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Bytes beyond it are cut in what is shown; the raw payload has them. */
const MAX_SHOWN_BYTES = 1024;
const MAX_SHOWN_TEXT = 4096;
/** A bit field with more set bits is shown as ranges, and with at most so many of them. */
const MAX_SHOWN_BITS = 256;

/** What reading a value needs to know, and what it may still spend. */
export interface Reading {
  readonly prefix: NetworkPrefix;
  /** How many more values may come; shared by all that one payload holds. */
  readonly budget: { left: number };
  /** Of the contract that is called, where it is known. */
  readonly abi?: ContractAbi | undefined;
  /** What else is known of functions; left out, what the product brings. */
  readonly recovered?: Recovered | undefined;
}

export function malformed(message: string): ShapeError {
  return new ShapeError('malformed', message);
}

export function spend(context: Reading, values = 1): void {
  context.budget.left -= values;
  if (context.budget.left < 0) throw new ShapeError('too-big', 'too many values');
}

/** Errors of the readers of protocol values: what they refuse is not of the shape. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof AddressError ||
    error instanceof BitfieldError ||
    error instanceof CborError ||
    error instanceof CidError ||
    error instanceof EncodingError
  );
}

export function isList(value: CborValue): value is readonly CborValue[] {
  return Array.isArray(value);
}

export function bytesOf(value: CborValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw malformed('not bytes');
}

export function shownBytes(bytes: Uint8Array): string {
  return hexOf(bytes, MAX_SHOWN_BYTES);
}

/** Reads one value. @throws ShapeError and what `isRefusal` knows */
export function readWord(word: Word, value: CborValue, context: Reading): Json {
  switch (word) {
    case 'address': {
      const bytes = bytesOf(value);
      return bytes.length === 0 ? '' : formatAddress(bytes, context.prefix);
    }
    case 'amount':
      return String(bigintFromBytes(bytesOf(value)));
    case 'int':
      if (typeof value === 'bigint') return String(value);
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
      throw malformed('not an integer');
    case 'bool':
      if (typeof value === 'boolean') return value;
      throw malformed('not a bool');
    case 'text':
      return readText(value);
    case 'label':
      return value instanceof Uint8Array ? shownBytes(value) : readText(value);
    case 'bytes':
    case 'initcode':
      return shownBytes(bytesOf(value));
    case 'evmReturn':
      return value === null ? '0x' : shownBytes(bytesOf(value));
    case 'cid':
      if (value instanceof CborCid) return readCid(value);
      throw malformed('not a link');
    case 'bitfield':
      return readBitfield(bytesOf(value), context);
    case 'peer':
      return readPeer(bytesOf(value));
    case 'multiaddr':
      return formatMultiaddr(bytesOf(value));
    case 'signature':
      return readSignature(bytesOf(value));
    case 'calldata':
      return readCalldata(value === null ? new Uint8Array(0) : bytesOf(value), context);
    case 'ethAddress': {
      const bytes = bytesOf(value);
      if (bytes.length !== 20) throw malformed('not an Ethereum address');
      return formatEthAddress(bytes);
    }
    case 'any':
      return readAny(value, context);
    case 'none':
      if (value === null || (isList(value) && value.length === 0)) return null;
      throw malformed('a value where none is due');
  }
}

function readText(value: CborValue): string {
  if (typeof value === 'string') return cleanText(value, MAX_SHOWN_TEXT);
  if (value instanceof CborBadText) return shownBytes(value.bytes);
  throw malformed('not text');
}

function readCid(value: CborCid): string {
  if (value.bytes.length > 128) throw malformed('a CID of impossible length');
  cidParts(value.bytes);
  return formatCid(value.bytes);
}

/** The set bits; with many of them, their count and the ranges that they form. */
function readBitfield(bytes: Uint8Array, context: Reading): Json {
  const runs = decodeRlePlus(bytes);
  const count = sizeOfRuns(runs);
  if (count <= MAX_SHOWN_BITS) {
    spend(context, Number(count));
    return [...numbersOfRuns(runs)].map(integerJson);
  }
  const ranges: string[] = [];
  for (const { from, to } of rangesOfRuns(runs)) {
    if (ranges.length === MAX_SHOWN_BITS) {
      ranges.push('…');
      break;
    }
    ranges.push(from === to ? String(from) : `${String(from)}-${String(to)}`);
  }
  spend(context, ranges.length);
  return { Count: integerJson(count), Ranges: ranges };
}

/** A peer id is a multihash: identity of a public key (0x00) or SHA-256 (0x12) with its length. */
function readPeer(bytes: Uint8Array): string {
  const multihash = bytes.length > 2 && bytes.length <= 64 && bytes[1] === bytes.length - 2;
  if (multihash && (bytes[0] === 0x00 || bytes[0] === 0x12)) return encodeBase58(bytes);
  return shownBytes(bytes);
}

/** Signature bytes: kind (1 secp256k1, 2 BLS, 3 delegated), then the signature. */
function readSignature(bytes: Uint8Array): Json {
  const type = bytes[0];
  if (type === undefined) throw malformed('an empty signature');
  return { Type: type, Data: shownBytes(bytes.subarray(1)) };
}

function readCalldata(data: Uint8Array, { abi, recovered }: Reading): Json {
  const { functions, guessed } = functionsFor(selectorOf(data) ?? '', abi, recovered);
  const evm = decodeCall(data, functions);
  const input = shownBytes(data);
  if (evm === null) return { Input: input };
  const call = { ...evm, args: evm.args.map((a) => ({ ...a })) };
  if (!guessed) return { Input: input, evm: call };
  const others = othersOf(evm.signature, functions, data);
  return {
    Input: input,
    evm: { ...call, guessed, ...(others.length === 0 ? {} : { others }) },
  };
}

function readAny(value: CborValue, context: Reading): Json {
  spend(context);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string' || value instanceof CborBadText) return readText(value);
  if (value instanceof Uint8Array) return shownBytes(value);
  if (value instanceof CborCid) return readCid(value);
  if (value instanceof CborTagged) return readAny(value.value, context);
  if (isList(value)) return value.map((item) => readAny(item, context));
  const out: Record<string, Json> = {};
  for (const [key, item] of value) {
    const name = readAny(key, context);
    const text = typeof name === 'string' ? name : JSON.stringify(name);
    Object.defineProperty(out, text, {
      value: readAny(item, context),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return out;
}
