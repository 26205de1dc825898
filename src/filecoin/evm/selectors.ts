/**
 * Known functions, events and errors of EVM contracts by selector. The signatures stand as text
 * under signatures/; their hashes are computed when they are first asked for.
 */
import { toHex } from '../encoding/bytes.ts';
import * as contracts from './signatures/contracts.ts';
import * as defi from './signatures/defi.ts';
import * as demo from './signatures/demo.ts';
import * as names from './signatures/names.ts';
import * as standards from './signatures/standards.ts';
import * as tokens from './signatures/tokens.ts';
import { parseSignature } from './types.ts';
import type { AbiSignature } from './types.ts';
import { keccakOfText } from './words.ts';

const GROUPS = [tokens, contracts, defi, names, standards, demo];

const SELECTOR = /^0x[0-9a-f]{8}$/;
const TOPIC = /^0x[0-9a-f]{64}$/;

interface Hashed {
  hash: Uint8Array;
  signature: AbiSignature;
}

function hashed(text: string): Hashed {
  const signature = parseSignature(text);
  return { hash: keccakOfText(signature.canonical), signature };
}

/** Selector (0x, 8 digits) → signature; where two texts have one selector, the first holds. */
function bySelector(texts: readonly string[]): ReadonlyMap<string, AbiSignature> {
  const table = new Map<string, AbiSignature>();
  for (const text of texts) {
    const { hash, signature } = hashed(text);
    const selector = `0x${toHex(hash.subarray(0, 4))}`;
    if (!table.has(selector)) table.set(selector, signature);
  }
  return table;
}

/** Topic (0x, 64 digits) → signatures, which differ in what is indexed. */
function byTopic(texts: readonly string[]): ReadonlyMap<string, readonly AbiSignature[]> {
  const table = new Map<string, AbiSignature[]>();
  for (const text of texts) {
    const { hash, signature } = hashed(text);
    const topic = `0x${toHex(hash)}`;
    const known = table.get(topic);
    if (known) known.push(signature);
    else table.set(topic, [signature]);
  }
  return table;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const functionTable = /* @__PURE__ */ lazy(() =>
  bySelector(GROUPS.flatMap(({ functions }) => functions)),
);
const eventTable = /* @__PURE__ */ lazy(() => byTopic(GROUPS.flatMap(({ events }) => events)));
const errorTable = /* @__PURE__ */ lazy(() =>
  bySelector([
    'Error(string reason)',
    'Panic(uint256 code)',
    // Each by its name, so that a script that asks for errors alone carries nothing else.
    ...tokens.errors,
    ...contracts.errors,
    ...defi.errors,
    ...names.errors,
    ...standards.errors,
    ...demo.errors,
  ]),
);

/** The function with this selector (0x and 8 hex digits, any case), or null. */
export function functionOf(selector: string): AbiSignature | null {
  const key = selector.toLowerCase();
  return SELECTOR.test(key) ? (functionTable().get(key) ?? null) : null;
}

/** The error with this selector (0x and 8 hex digits, any case), or null. */
export function errorOf(selector: string): AbiSignature | null {
  const key = selector.toLowerCase();
  return SELECTOR.test(key) ? (errorTable().get(key) ?? null) : null;
}

/** The events with this first topic (0x and 64 hex digits, any case); they differ in what is indexed. */
export function eventsOf(topic0: string): readonly AbiSignature[] {
  const key = topic0.toLowerCase();
  return TOPIC.test(key) ? (eventTable().get(key) ?? []) : [];
}

/** Name and types of a known function, e.g. `transfer(address,uint256)`; null when it is not known. */
export function selectorSignature(selector: string): string | null {
  return functionOf(selector)?.canonical ?? null;
}

/** Name and types of a known event, e.g. `Transfer(address,address,uint256)`; null when it is not known. */
export function eventSignature(topic0: string): string | null {
  return eventsOf(topic0)[0]?.canonical ?? null;
}
