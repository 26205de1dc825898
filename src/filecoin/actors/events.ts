/**
 * Events that actors emit: built-in actors' (FIP-0083: a `$type` and named CBOR values) and EVM
 * contracts' logs (`t1` … `t4` topics, `d` data, raw bytes).
 */
import type { NetworkPrefix } from '../address.ts';
import { to0x } from '../encoding/bytes.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { decodeCbor } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { decodeLog } from '../evm/abi.ts';
import type { ContractAbi, DecodedLog } from '../evm/abi.ts';
import { SHIPPED, type Recovered } from '../evm/recovered.ts';
import { hexOf } from '../evm/words.ts';
import { interpret, isMalformed, newBudget } from './interpret.ts';
import type { Json } from './interpret.ts';
import type { Shape } from './shape.ts';

/** One entry of an event as `ChainGetEvents` gives it, its value out of base64. */
export interface EventEntry {
  key: string;
  /** 0x51 CBOR, 0x55 raw. */
  codec: Uint64;
  value: Uint8Array;
}

/** A named value of a built-in event; a key may come several times (the pieces of a sector). */
export interface EventField {
  name: string;
  value: Json;
}

export type DecodedEvent =
  /** A built-in actor's: `name` is its `$type`, e.g. `sector-activated`. */
  | { kind: 'actor'; name: string; fields: EventField[] }
  /**
   * An EVM log; `log` is null when its event is not known or it is not of its types. `guessed`: what is
   * told of it is not of the contract's own ABI.
   */
  | {
      kind: 'evm';
      name: string | null;
      topics: string[];
      data: string;
      log: DecodedLog | null;
      guessed: boolean;
    }
  /** Neither: what it holds, as far as it can be read. */
  | { kind: 'other'; name: null; fields: EventField[] };

const CODEC_CBOR = 0x51;
const TYPE_KEY = '$type';
const DATA_KEY = 'd';
const TOPIC_KEYS: readonly string[] = ['t1', 't2', 't3', 't4'];

const MAX_ENTRIES = 4096;
const MAX_SHOWN_BYTES = 4096;
const MAX_NAME = 64;

/** Values that are not what their CBOR says at first sight; the others are shown as they are. */
const FIELD_SHAPES: Readonly<Record<string, Shape>> = { balance: 'amount', amount: 'amount' };

export interface EvmLog {
  topics: Uint8Array[];
  data: Uint8Array;
}

/** Topics in order and data, when these entries are an EVM log. */
export function evmLogOf(entries: readonly EventEntry[]): EvmLog | null {
  const topics: Uint8Array[] = [];
  let data: Uint8Array | null = null;
  for (const { key, value } of entries) {
    if (key === DATA_KEY && data === null) data = value;
    else if (key === TOPIC_KEYS[topics.length] && value.length === 32) topics.push(value);
    else return null;
  }
  return entries.length === 0 ? null : { topics, data: data ?? new Uint8Array(0) };
}

function read(shape: Shape, entry: EventEntry, prefix: NetworkPrefix): Json {
  try {
    const value: CborValue = entry.codec === CODEC_CBOR ? decodeCbor(entry.value) : entry.value;
    return interpret(shape, value, {
      prefix,
      readCall: () => ({}),
      nesting: 0,
      budget: newBudget(),
    });
  } catch (error) {
    if (!isMalformed(error)) throw error;
    return hexOf(entry.value, MAX_SHOWN_BYTES);
  }
}

/** The `$type` of a built-in actor's event; null for other events. */
function typeOf(entries: readonly EventEntry[]): string | null {
  const first = entries[0];
  if (first?.key !== TYPE_KEY || first.codec !== CODEC_CBOR) return null;
  const name = read('text', first, 'f');
  return typeof name === 'string' && name.length <= MAX_NAME ? name : null;
}

/**
 * Decodes an event. Never throws for what an actor emitted.
 * @param abi of the contract that emitted it: its events go before those that are known
 * @param recovered what is known of events; left out, what the product brings
 */
export function decodeEvent(
  entries: readonly EventEntry[],
  prefix: NetworkPrefix = 'f',
  abi?: ContractAbi,
  recovered: Recovered = SHIPPED,
): DecodedEvent {
  const log = evmLogOf(entries);
  if (log) {
    const topics = log.topics.map(to0x);
    const [topic0 = ''] = topics;
    const own = abi?.eventsOf(topic0) ?? [];
    const others = recovered.eventsOf(topic0);
    const read = decodeLog(log.topics, log.data, own);
    const guess = read ? null : decodeLog(log.topics, log.data, others);
    const name = own[0]?.canonical ?? guess?.signature ?? others[0]?.canonical ?? null;
    return {
      kind: 'evm',
      name,
      topics,
      data: hexOf(log.data, MAX_SHOWN_BYTES),
      log: read ?? guess,
      guessed: guess !== null || (own.length === 0 && name !== null),
    };
  }
  const name = typeOf(entries);
  const fields = entries.slice(name === null ? 0 : 1, MAX_ENTRIES).map((entry): EventField => ({
    name: entry.key.slice(0, MAX_NAME),
    value: read(FIELD_SHAPES[entry.key] ?? 'any', entry, prefix),
  }));
  return name === null ? { kind: 'other', name, fields } : { kind: 'actor', name, fields };
}
