/** What a message asked for and what came of it, as a sentence of the dictionaries with its places. */
import type { CalledToken } from '#explorer/message/payloadSchema.ts';
import type { Json } from '#format/json.ts';

/** What stands in a place of a sentence. All of it may be a stranger's choice: none is ever HTML. */
export type SlotValue =
  | { kind: 'account'; address: string }
  /** attoFIL. */
  | { kind: 'fil'; value: string }
  /** Smallest units, or an NFT where there is an `item`; `unlimited` of an allowance. */
  | {
      kind: 'token';
      units: string;
      address: string;
      words: CalledToken;
      item?: string;
      unlimited?: boolean;
    }
  /** Smallest units of a token that is not known. */
  | { kind: 'units'; units: string }
  | { kind: 'bytes'; bytes: string }
  /** A method's or a function's name. */
  | { kind: 'code'; text: string }
  /** A name of the name service. */
  | { kind: 'name'; name: string }
  | { kind: 'number'; text: string }
  /** A height, told by its date. */
  | { kind: 'epoch'; height: number }
  /** Several amounts. */
  | { kind: 'list'; places: readonly SlotValue[] };

export const PLACES = ['by', 'to', 'target', 'other', 'value', 'got', 'number', 'method'] as const;
export type PlaceName = (typeof PLACES)[number];
export type Places = Partial<Record<PlaceName, SlotValue>>;

/** `message.did.<action>` and `message.do.<action>`, with what its places hold beside `by` and `to`. */
export interface Said {
  action: string;
  places?: Places;
  /** Of things that it counts. */
  count?: number;
  outcome?: Outcome;
}

/** What came of it beyond its being executed: `message.outcome.<key>`. */
export interface Outcome {
  key: 'proposed' | 'carriedOut' | 'carriedOutFailed' | 'partly' | 'dealsPartly';
  number?: string;
  n?: number;
}

export type Fields = Readonly<Record<string, Json>>;

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const account = (address: Json | undefined): SlotValue | undefined =>
  typeof address === 'string' ? { kind: 'account', address } : undefined;
export const fil = (value: Json | undefined): SlotValue | undefined =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? { kind: 'fil', value } : undefined;
export const number = (value: Json | undefined): SlotValue | undefined =>
  typeof value === 'number' || typeof value === 'string'
    ? { kind: 'number', text: String(value) }
    : undefined;
