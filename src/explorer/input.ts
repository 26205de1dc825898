/** What callers give: numbers, page sizes, identifiers, all as text from an address bar. */
import { AddressError, parseAddress } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { CHAIN_CID_PREFIX, CidError, isChainCid, parseCid } from '#filecoin/encoding/cid.ts';
import { integer, isInt64, type Integer } from '#filecoin/encoding/integers.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { readPasted, type Pasted } from '#filecoin/lookup/pasted.ts';
import { BadInput } from './errors.ts';

/** A number as it stands in a query string, or as a number. */
export type NumberInput = string | number | undefined;

/**
 * What part of a list is wanted. `pageSize` defaults to 20 and is at most 100; `page` counts from
 * 0; `before` (a `next` of an earlier answer) takes the place of `page`; `head` pins the list to a
 * head of the last 900 tipsets (`X-Head` of an earlier answer).
 */
export interface PageInput {
  pageSize?: NumberInput;
  page?: NumberInput;
  before?: string | undefined;
  head?: string | undefined;
}

export interface MessagePageInput extends PageInput {
  /** Display name of a method; empty or absent for all. */
  method?: string | undefined;
}

export interface TransferPageInput extends PageInput {
  type?: string | undefined;
}

/** `limit` is 20 unless given, at most 100; `offset` counts from 0. */
export interface OffsetInput {
  limit?: NumberInput;
  offset?: NumberInput;
}

export interface OffsetPageInput extends OffsetInput {
  before?: string | undefined;
  head?: string | undefined;
}

export interface SampleInput {
  /** 24h (default), 1d, 7d, 30d or 1y. */
  duration?: string | undefined;
  /** How many samples; default 48, at most 400. */
  samples?: NumberInput;
}

const DEFAULT_SIZE = 20;
const MAX_SIZE = 100;
const DEFAULT_SAMPLES = 48;
const MAX_SAMPLES = 400;
/** Longest identifier that is looked at. The longest real one is an f4 address of 115 characters. */
const MAX_IDENTIFIER = 200;

/** A whole number from 0 on; null when the text is none. Beyond 2^53 it is 2^53 − 1. */
export function wholeNumber(input: NumberInput): number | null {
  if (typeof input === 'number')
    return Number.isInteger(input) && input >= 0 ? Math.min(input, Number.MAX_SAFE_INTEGER) : null;
  if (input === undefined || !/^\d+$/.test(input)) return null;
  return Math.min(Number(input), Number.MAX_SAFE_INTEGER);
}

function isAbsent(input: NumberInput): boolean {
  return input === undefined || input === '';
}

/** At most `max`; what is below 1 or no number is refused. */
export function parseSize(input: NumberInput, max = MAX_SIZE): number {
  return sizeOf('pageSize', input, max);
}

export function parseLimit(input: NumberInput): number {
  return sizeOf('limit', input, MAX_SIZE);
}

function sizeOf(name: string, input: NumberInput, max: number): number {
  if (isAbsent(input)) return DEFAULT_SIZE;
  const size = wholeNumber(input);
  if (size === null || size < 1) throw new BadInput('badPageSize', { name });
  return Math.min(size, max);
}

export function parsePage(input: NumberInput): number {
  return skipOf('page', input);
}

export function parseOffset(input: NumberInput): number {
  return skipOf('offset', input);
}

function skipOf(name: string, input: NumberInput): number {
  if (isAbsent(input)) return 0;
  const skip = wholeNumber(input);
  if (skip === null) throw new BadInput('badPage', { name });
  return skip;
}

export function parseCount(input: NumberInput, fallback: number): number {
  if (isAbsent(input)) return fallback;
  const count = wholeNumber(input);
  if (count === null || count < 1) throw new BadInput('badCount', { max: MAX_SIZE });
  return Math.min(count, MAX_SIZE);
}

export function parseHeight(input: NumberInput): number {
  const height = wholeNumber(input);
  if (height === null) throw new BadInput('badHeight');
  return height;
}

/** Number of the sector that a list is narrowed to; null when none is asked for. @throws BadInput */
export function parseSector(input: NumberInput): Integer | null {
  if (input === undefined || input === '') return null;
  const sector = /^\d{1,19}$/.test(String(input)) ? integer(String(input)) : null;
  if (sector === null || !isInt64(sector)) throw new BadInput('badSector');
  return sector;
}

/** Number of a deal, an allocation or a claim. */
export function parseId(input: NumberInput): number {
  const id = wholeNumber(input);
  if (id === null) throw new BadInput('badId');
  return id;
}

const DURATIONS: Readonly<Record<string, number>> = {
  '24h': 1,
  '1d': 1,
  '7d': 7,
  '30d': 30,
  '1y': 365,
};

/** Epochs of a duration; 24 hours when none is given. */
export function parseDuration(input: string | undefined): number {
  if (input === undefined || input === '') return EPOCHS_PER_DAY;
  const days = Object.hasOwn(DURATIONS, input) ? DURATIONS[input] : undefined;
  if (days === undefined) throw new BadInput('badDuration', { known: '24h, 7d, 30d, 1y' });
  return days * EPOCHS_PER_DAY;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
  '': false,
};

/** Whether something is asked for; not, when it is absent. */
export function parseFlag(name: string, input = ''): boolean {
  const flag = Object.hasOwn(FLAGS, input) ? FLAGS[input] : undefined;
  if (flag === undefined) throw new BadInput('badFlag', { name });
  return flag;
}

/** Windows that the index keeps of contracts, in days. */
const WINDOWS: ReadonlySet<number> = new Set([1, 7, 30, 365]);

/** Days of a window; null when none are given. */
export function parseDays(input: NumberInput): number | null {
  if (isAbsent(input)) return null;
  const days = wholeNumber(input);
  if (days === null || !WINDOWS.has(days))
    throw new BadInput('badDays', { known: [...WINDOWS].join(', ') });
  return days;
}

export function parseSamples(input: NumberInput): number {
  if (isAbsent(input)) return DEFAULT_SAMPLES;
  const samples = wholeNumber(input);
  if (samples === null || samples < 1) throw new BadInput('badSamples', { max: MAX_SAMPLES });
  return Math.min(samples, MAX_SAMPLES);
}

/** Digest of a block's or message's CID in any of its texts; null when the text is no CID of that kind. */
export function tryDigest(text: string): Uint8Array | null {
  if (text.length > MAX_IDENTIFIER) return null;
  try {
    const bytes = parseCid(text);
    return isChainCid(bytes) ? bytes.subarray(CHAIN_CID_PREFIX.length) : null;
  } catch (error) {
    if (error instanceof CidError) return null;
    throw error;
  }
}

export function parseDigest(text: string): Uint8Array {
  const digest = tryDigest(text);
  if (digest === null) throw new BadInput('badCid');
  return digest;
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
  const pasted = readPasted(input);
  if (pasted.text.length > MAX_IDENTIFIER) throw new BadInput('badSearch', { max: MAX_IDENTIFIER });
  return pasted;
}
