/**
 * The ABI of a contract, as its compiler wrote it: functions, events and errors by their selectors. It
 * comes with sources that strangers hand in: what is not sound in it is left out.
 */
import { toHex } from '../encoding/bytes.ts';
import { isFields } from '../encoding/json.ts';
import { AbiError, parseType, signatureOf } from './types.ts';
import type { AbiFunction, AbiParam, AbiSignature } from './types.ts';
import { keccakOfText } from './words.ts';

/** What a contract understands. Selectors and topics: 0x and 8 or 64 digits in lower case. */
export interface ContractAbi {
  /** Without `outputs` where the ABI says nothing sound of them. */
  functionOf(selector: string): AbiFunction | null;
  errorOf(selector: string): AbiSignature | null;
  /** They differ in what is indexed. */
  eventsOf(topic0: string): readonly AbiSignature[];
}

export const MAX_ENTRIES = 4096;
const MAX_PARAMS = 256;
const MAX_DEPTH = 8;
const NAME = /^[A-Za-z_$][A-Za-z0-9_$]{0,127}$/;

/** @throws AbiError */
function paramsOf(given: unknown, depth: number): AbiParam[] {
  if (!Array.isArray(given) || given.length > MAX_PARAMS || depth > MAX_DEPTH)
    throw new AbiError('not a list of parameters');
  return given.map((param: unknown): AbiParam => {
    if (!isFields(param) || typeof param['type'] !== 'string') throw new AbiError('no parameter');
    const type = parseType(param['type']);
    const name = param['name'];
    return {
      type,
      name: typeof name === 'string' && NAME.test(name) ? name : '',
      indexed: param['indexed'] === true,
      components: type.startsWith('tuple') ? paramsOf(param['components'], depth + 1) : [],
    };
  });
}

/** What is given, as parameters; null when they are not sound. */
function soundParams(given: unknown): AbiParam[] | null {
  try {
    return paramsOf(given, 0);
  } catch (error) {
    if (error instanceof AbiError) return null;
    throw error;
  }
}

export interface AbiEntry {
  type: string;
  /** 0x and 64 digits. */
  hash: string;
  signature: AbiSignature;
}

/** An entry of the ABI and its hash; null for one that has none, or is not sound. */
export function entryOf(entry: unknown): AbiEntry | null {
  if (!isFields(entry)) return null;
  const { type, name, inputs, anonymous } = entry;
  if (typeof type !== 'string' || typeof name !== 'string' || !NAME.test(name)) return null;
  if (anonymous === true) return null;
  const params = soundParams(inputs);
  if (params === null) return null;
  const signature = signatureOf(name, params);
  return { type, hash: `0x${toHex(keccakOfText(signature.canonical))}`, signature };
}

export const outputsOf = (entry: unknown): AbiParam[] =>
  (isFields(entry) ? soundParams(entry['outputs']) : null) ?? [];

const SELECTOR_LENGTH = 10;

/** @param abi parsed JSON; anything but a list is an ABI without entries */
export function readContractAbi(abi: unknown): ContractAbi {
  const functions = new Map<string, AbiFunction>();
  const errors = new Map<string, AbiSignature>();
  const events = new Map<string, AbiSignature[]>();
  for (const each of Array.isArray(abi) ? abi.slice(0, MAX_ENTRIES) : []) {
    const entry = entryOf(each);
    if (entry === null) continue;
    const { type, hash, signature } = entry;
    const selector = hash.slice(0, SELECTOR_LENGTH);
    if (type === 'function') functions.set(selector, { ...signature, outputs: outputsOf(each) });
    else if (type === 'error') errors.set(selector, signature);
    else if (type === 'event') events.set(hash, [...(events.get(hash) ?? []), signature]);
  }
  return {
    functionOf: (selector) => functions.get(selector) ?? null,
    errorOf: (selector) => errors.get(selector) ?? null,
    eventsOf: (topic0) => events.get(topic0) ?? [],
  };
}

/** What several understand together: a proxy, and what it stands for. The first ones go before. */
export function joinAbis(abis: readonly ContractAbi[]): ContractAbi {
  const first = <T>(find: (abi: ContractAbi) => T | null): T | null => {
    for (const abi of abis) {
      const found = find(abi);
      if (found !== null) return found;
    }
    return null;
  };
  return {
    functionOf: (selector) => first((abi) => abi.functionOf(selector)),
    errorOf: (selector) => first((abi) => abi.errorOf(selector)),
    eventsOf: (topic0) => abis.flatMap((abi) => abi.eventsOf(topic0)),
  };
}

/** What a facet of a diamond brings: only the functions for which the diamond asks it (0x and 8 digits). */
export function facetAbi(abi: ContractAbi, selectors: readonly string[]): ContractAbi {
  const own = new Set(selectors);
  return {
    ...abi,
    functionOf: (selector) => (own.has(selector) ? abi.functionOf(selector) : null),
  };
}

/**
 * The same of an ABI as its compiler wrote it: those functions, and events and errors, each once.
 * @param facets `abi`: parsed JSON; anything but a list brings nothing
 */
export function facetEntries(
  facets: readonly { readonly abi: unknown; readonly selectors: readonly string[] }[],
): unknown[] {
  const found = new Map<string, unknown>();
  for (const { abi, selectors } of facets) {
    const own = new Set(selectors);
    for (const each of Array.isArray(abi) ? abi.slice(0, MAX_ENTRIES) : []) {
      const entry = entryOf(each);
      if (entry === null) continue;
      if (entry.type === 'function' && !own.has(entry.hash.slice(0, SELECTOR_LENGTH))) continue;
      const name = `${entry.type} ${entry.hash}`;
      if (!found.has(name)) found.set(name, each);
    }
  }
  return [...found.values()].slice(0, MAX_ENTRIES);
}

/** What NatSpec says of members, by their signatures. */
const DOCUMENTS = ['userdoc', 'devdoc'] as const;
const GROUPS = ['methods', 'events', 'errors'] as const;

/**
 * What the sources of facets say (NatSpec) of what `facetEntries` has of them, as one source would.
 * @param facets `docs`: parsed JSON `{userdoc, devdoc}`; anything else says nothing
 */
export function facetDocs(
  facets: readonly { readonly docs: unknown; readonly selectors: readonly string[] }[],
): Readonly<Record<string, unknown>> {
  const wordsOf = (document: string, group: string): [signature: string, words: unknown][] => {
    const found = new Map<string, unknown>();
    for (const { docs, selectors } of facets) {
      const own = new Set(selectors);
      const said = fieldOf(fieldOf(docs, document), group);
      for (const [signature, words] of isFields(said) ? Object.entries(said) : []) {
        const selector = `0x${toHex(keccakOfText(signature))}`.slice(0, SELECTOR_LENGTH);
        if (group === 'methods' && !own.has(selector)) continue;
        if (!found.has(signature)) found.set(signature, words);
      }
    }
    return [...found].slice(0, MAX_ENTRIES);
  };
  const joined = (document: string) =>
    Object.fromEntries(
      GROUPS.map((group) => [group, Object.fromEntries(wordsOf(document, group))]),
    );
  return Object.fromEntries(DOCUMENTS.map((document) => [document, joined(document)]));
}

const fieldOf = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
