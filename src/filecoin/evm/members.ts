/** Functions, events and errors of verified ABIs, one by one, as they are kept for other contracts. */
import { fromHex } from '../encoding/bytes.ts';
import { entryOf, MAX_ENTRIES, outputsOf, type AbiEntry } from './contractAbi.ts';
import { AbiError, parseSignature } from './types.ts';
import type { AbiFunction, AbiParam } from './types.ts';

/** Longest signature, and longest entry of an ABI, that is kept for guesses, characters. */
const MAX_SIGNATURE = 500;
const MAX_ITEM = 4000;

/** The form of an error: it may have the name and types of a function. */
export const ERROR_FORM = 'error';

export interface AbiMember {
  /** Selector (4 bytes) of a function or an error, topic (32) of an event. */
  hash: Uint8Array;
  /** `transfer(address,uint256)`. */
  signature: string;
  /** What tells apart those of one signature: `error`, or which params of an event are indexed (`0,1`). */
  form: string;
  /** The entry of the ABI, JSON; null where it is too long. */
  item: string | null;
}

type ItemParam = { type: string; name?: string; indexed?: true; components?: ItemParam[] };

const itemParam = ({ type, name, indexed, components }: AbiParam): ItemParam => ({
  type,
  ...(name === '' ? {} : { name }),
  ...(indexed ? { indexed } : {}),
  ...(components.length === 0 ? {} : { components: components.map(itemParam) }),
});

function itemOf({ type, signature: { name, params } }: AbiEntry, outputs: readonly AbiParam[]) {
  const returned = outputs.length === 0 ? {} : { outputs: outputs.map(itemParam) };
  const item = JSON.stringify({ type, name, inputs: params.map(itemParam), ...returned });
  return item.length > MAX_ITEM ? null : item;
}

function formOf({ type, signature: { params } }: AbiEntry): string {
  if (type === 'error') return ERROR_FORM;
  if (type === 'function') return '';
  return params.flatMap(({ indexed }, at) => (indexed ? [at] : [])).join();
}

/** @param abi parsed JSON; anything but a list has none */
export function membersOf(abi: unknown): AbiMember[] {
  return (Array.isArray(abi) ? abi.slice(0, MAX_ENTRIES) : []).flatMap((each: unknown) => {
    const entry = entryOf(each);
    if (entry === null || !['function', 'event', 'error'].includes(entry.type)) return [];
    const { canonical: signature } = entry.signature;
    if (signature.length > MAX_SIGNATURE) return [];
    const whole = fromHex(entry.hash);
    const hash = entry.type === 'event' ? whole : whole.slice(0, 4);
    const outputs = entry.type === 'function' ? outputsOf(each) : [];
    return [{ hash, signature, form: formOf(entry), item: itemOf(entry, outputs) }];
  });
}

/** Functions and events alone, without their names. */
export function signaturesOf(abi: unknown): Pick<AbiMember, 'hash' | 'signature'>[] {
  return membersOf(abi)
    .filter(({ form }) => form !== ERROR_FORM)
    .map(({ hash, signature }) => ({ hash, signature }));
}

/** What was kept, as it is read by; null for what is not sound. */
export function readMember({ signature, form, item }: Omit<AbiMember, 'hash'>): AbiFunction | null {
  if (item !== null) {
    const given: unknown = JSON.parse(item);
    const entry = entryOf(given);
    return entry && { ...entry.signature, outputs: outputsOf(given) };
  }
  try {
    const { params, ...rest } = parseSignature(signature);
    const indexed = new Set(form === ERROR_FORM || form === '' ? [] : form.split(','));
    return {
      ...rest,
      params: params.map((param, at) => ({ ...param, indexed: indexed.has(String(at)) })),
      outputs: [],
    };
  } catch (error) {
    if (error instanceof AbiError) return null;
    throw error;
  }
}
