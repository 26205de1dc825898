/** What is wrong with a value as it is typed, and the units by which integers may be typed. */
import {
  DraftError,
  filecoinAddressesIn,
  readDraft,
  type Draft,
  type DraftProblem,
} from '#contracts/abi/draft.ts';
import { canonicalType } from '#contracts/abi/canonical.ts';
import type { AbiParam } from '#filecoin/evm/abi.ts';
import type { Words } from './words.ts';

/** Null for a value of the type; an empty field is told when it `lacks` only, and so is an account that is looked up. */
export function problemOf(param: AbiParam, draft: Draft, lacks: boolean): DraftProblem | null {
  try {
    readDraft(param, draft);
    return null;
  } catch (error) {
    if (!(error instanceof DraftError)) throw error;
    if (error.problem === 'missing' && !lacks) return null;
    const awaited =
      error.problem === 'notEthAddress' && filecoinAddressesIn(param, draft).length > 0;
    return awaited ? null : error.problem;
  }
}

export function problemWords(words: Words, problem: DraftProblem, param: AbiParam): string {
  return words(`interact.wrong.${problem}`, { type: canonicalType(param) });
}

/** Units of integers: a name of its own where the network has one, else a power of ten. */
export const UNITS = [0, 6, 8, 9, 18] as const;

export function unitName(decimals: number, currency: string): string {
  if (decimals === 0) return '×1';
  if (decimals === 9) return `nano${currency} ×10⁹`;
  if (decimals === 18) return `${currency} ×10¹⁸`;
  return decimals === 6 ? '×10⁶' : '×10⁸';
}

/** Integers so short hold no amount of a token. */
const AMOUNT_BITS = 64;

export function holdsAmount(type: string): boolean {
  const [integer, bits] = /^u?int(\d*)$/.exec(type) ?? [];
  return integer !== undefined && (bits === '' || Number(bits) >= AMOUNT_BITS);
}

/** What a field holds before anything is typed: a tuple and a short fixed list have a field for each. */
export function emptyDraft(param: AbiParam): Draft {
  const array = /^(.*)\[(\d*)\]$/.exec(param.type);
  if (array !== null) {
    const [, type = '', length = ''] = array;
    if (length === '') return [];
    const element = { ...param, type };
    return Number(length) <= FIELDS
      ? Array.from({ length: Number(length) }, () => emptyDraft(element))
      : '';
  }
  return param.type === 'tuple' ? param.components.map(emptyDraft) : '';
}

/** Fields for the elements of a fixed list; longer ones are typed as one text. */
const FIELDS = 12;

/** A draft as one text that reads as the same. */
export function draftText(draft: Draft): string {
  return typeof draft === 'string' ? draft : JSON.stringify(draft);
}

/** Fields of what was typed as one text, as far as it is a list; null for another text. */
export function draftFields(text: string): readonly Draft[] | null {
  try {
    const list: unknown = JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, quoted));
    return Array.isArray(list) ? list.map(fieldOf) : null;
  } catch {
    return null;
  }
}

const quoted = (token: string): string => (token.startsWith('"') ? token : `"${token}"`);

function fieldOf(value: unknown): Draft {
  return Array.isArray(value) ? value.map(fieldOf) : String(value);
}
