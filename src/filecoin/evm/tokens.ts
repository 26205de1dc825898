/**
 * Tokens by their behaviour: logs of ERC-20, ERC-721, ERC-1155 and wrapped native tokens, read by
 * their shape alone. Whoever emits them may lie; whether they add up is the reader's business.
 */
import { toHex } from '../encoding/bytes.ts';
import { cleanText } from '../encoding/text.ts';
import { decodeArguments, parseSignature } from './abi.ts';
import { keccakOfText } from './words.ts';

/** Values of a `standard` column. */
export const UNKNOWN_STANDARD = 0;
export const ERC20 = 1;
export const ERC721 = 2;
export const ERC1155 = 3;
export type TokenStandard = typeof ERC20 | typeof ERC721 | typeof ERC1155;

const STANDARD_NAMES = ['Unknown', 'ERC20', 'ERC721', 'ERC1155'] as const;
export type TokenType = (typeof STANDARD_NAMES)[number];

/** `ERC20`, `ERC721`, `ERC1155`, or `Unknown` while a contract has not shown which. */
export function tokenType(standard: number): TokenType {
  return STANDARD_NAMES[standard] ?? 'Unknown';
}

/** Value of a `standard` column by its name; null for what is none. */
export function tokenStandard(name: string): TokenStandard | null {
  const standard = STANDARD_NAMES.findIndex((known) => known === name);
  return standard === ERC20 || standard === ERC721 || standard === ERC1155 ? standard : null;
}

export interface TokenItem {
  /** Token id; null for an ERC-20. */
  id: bigint | null;
  value: bigint;
}

/** Addresses are 20 bytes; the zero address mints and burns. */
export type TokenLog =
  | {
      kind: 'transfer';
      standard: TokenStandard;
      from: Uint8Array;
      to: Uint8Array;
      items: readonly TokenItem[];
      /** False when there is more in it than the standard has. */
      sound: boolean;
    }
  | { kind: 'approval'; standard: TokenStandard }
  | { kind: 'uri'; id: bigint; uri: string }
  /** FIL wrapped or unwrapped, if as much of it moved. */
  | { kind: 'deposit' | 'withdrawal'; holder: Uint8Array; value: bigint }
  /** A token's event, but of no standard's shape. */
  | { kind: 'malformed' };

export interface RawLog {
  topics: readonly Uint8Array[];
  data: Uint8Array;
}

const MAX_URI = 2048;
const MALFORMED: TokenLog = { kind: 'malformed' };

const BATCH_EVENT = 'TransferBatch(address,address,address,uint256[],uint256[])';
const BATCH = parseSignature('f(uint256[] ids, uint256[] values)').params;
const URI = parseSignature('f(string value)').params;

const READERS: ReadonlyMap<string, (log: RawLog) => TokenLog | null> = new Map([
  [topicOf('Transfer(address,address,uint256)'), transfer],
  [topicOf('Approval(address,address,uint256)'), approval],
  [topicOf('TransferSingle(address,address,address,uint256,uint256)'), transferSingle],
  [topicOf(BATCH_EVENT), transferBatch],
  [topicOf('URI(string,uint256)'), uri],
  [topicOf('Deposit(address,uint256)'), wrapping('deposit')],
  [topicOf('Withdrawal(address,uint256)'), wrapping('withdrawal')],
]);

function topicOf(signature: string): string {
  return toHex(keccakOfText(signature));
}

/** What a log says of a token; null when it is no token's event, or has topics of other than 32 bytes. */
export function readTokenLog(log: RawLog): TokenLog | null {
  const topic = log.topics.every(({ length }) => length === 32) ? log.topics[0] : undefined;
  return topic ? (READERS.get(toHex(topic))?.(log) ?? null) : null;
}

const TRANSFERS: ReadonlySet<string> = new Set([
  topicOf('Transfer(address,address,uint256)'),
  topicOf('TransferSingle(address,address,address,uint256,uint256)'),
]);
const TRANSFERS_OF_MANY = topicOf(BATCH_EVENT);

/** How many transfers a log may tell of at most, without reading them: lists may overlap. */
export function mostTransfers({ topics: [topic], data }: RawLog): number {
  const name = topic ? toHex(topic) : '';
  if (name === TRANSFERS_OF_MANY) return Math.floor(data.length / 32);
  return TRANSFERS.has(name) ? 1 : 0;
}

function transfer({ topics: [, from, to, id], data }: RawLog): TokenLog {
  const ends = endsOf(from, to);
  if (!ends) return MALFORMED;
  if (id)
    return {
      kind: 'transfer',
      standard: ERC721,
      ...ends,
      items: [{ id: uintOf(id), value: 1n }],
      sound: data.length === 0,
    };
  if (data.length < 32) return MALFORMED;
  const items = [{ id: null, value: uintOf(data.subarray(0, 32)) }];
  return { kind: 'transfer', standard: ERC20, ...ends, items, sound: data.length === 32 };
}

function approval({ topics, data }: RawLog): TokenLog {
  if (topics.length === 3 && data.length === 32) return { kind: 'approval', standard: ERC20 };
  if (topics.length === 4 && data.length === 0) return { kind: 'approval', standard: ERC721 };
  return MALFORMED;
}

function transferSingle({ topics: [, operator, from, to], data }: RawLog): TokenLog {
  const ends = endsOf(from, to);
  if (!operator || !ends || data.length < 64) return MALFORMED;
  const id = uintOf(data.subarray(0, 32));
  const items = [{ id, value: uintOf(data.subarray(32, 64)) }];
  return { kind: 'transfer', standard: ERC1155, ...ends, items, sound: data.length === 64 };
}

function transferBatch({ topics: [, operator, from, to], data }: RawLog): TokenLog {
  const ends = endsOf(from, to);
  const lists = decodeArguments(BATCH, data)?.map(({ value }) => value);
  const [ids, values] = lists ?? [];
  if (!operator || !ends || !Array.isArray(ids) || !Array.isArray(values)) return MALFORMED;
  if (ids.length !== values.length) return MALFORMED;
  const items = ids.map((id, at) => ({
    id: BigInt(String(id)),
    value: BigInt(String(values[at])),
  }));
  return { kind: 'transfer', standard: ERC1155, ...ends, items, sound: true };
}

function uri({ topics: [, id], data }: RawLog): TokenLog {
  const [text] = decodeArguments(URI, data) ?? [];
  if (!id || typeof text?.value !== 'string') return MALFORMED;
  return { kind: 'uri', id: uintOf(id), uri: cleanText(text.value, MAX_URI) };
}

function wrapping(kind: 'deposit' | 'withdrawal') {
  // Others may call their events so: what is not of the shape says nothing of a token.
  return ({ topics, data }: RawLog): TokenLog | null => {
    const holder = addressOf(topics[1]);
    if (topics.length !== 2 || data.length !== 32 || !holder) return null;
    return { kind, holder, value: uintOf(data) };
  };
}

function endsOf(
  from: Uint8Array | undefined,
  to: Uint8Array | undefined,
): { from: Uint8Array; to: Uint8Array } | null {
  const [sender, receiver] = [addressOf(from), addressOf(to)];
  return sender && receiver ? { from: sender, to: receiver } : null;
}

/** The 20 bytes of an address in a word; null when the word is none. */
function addressOf(word: Uint8Array | undefined): Uint8Array | null {
  if (!word || word.subarray(0, 12).some((byte) => byte !== 0)) return null;
  return word.slice(12);
}

function uintOf(word: Uint8Array): bigint {
  return BigInt(`0x${toHex(word)}`);
}

export function isZeroAddress(address: Uint8Array): boolean {
  return address.every((byte) => byte === 0);
}
