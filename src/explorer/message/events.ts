import { decodeEvent } from '#filecoin/actors/events.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { unpackEntries } from '#store/entries.ts';
import type { ContractAbi } from '#filecoin/evm/abi.ts';
import { abisOf } from '../contract/abis.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import { calledTokens } from './calledTokens.ts';
import { findMessage } from './find.ts';
import { hexOf } from './rows.ts';
import type { MessageEvent, MessageEvents } from './eventSchema.ts';

type EventBody = Omit<MessageEvent, 'address' | 'addressId' | 'token'>;

/** Most events of one message that are answered. */
const MAX_EVENTS = 2000;
/** Flags of an entry: its key or its value is indexed. */
const INDEXED = 3;

/** Events of a message in the order in which they were emitted. */
export async function messageEvents(view: View, id: string): Promise<MessageEvents> {
  const { execution } = await findMessage(view, id);
  if (!execution || execution.event_count === 0) return [];
  const rows = await view.db
    .selectFrom('event')
    .select(['log_index', 'emitter_id', 'entries'])
    .where('seq', '=', execution.seq)
    .orderBy('log_index')
    .limit(MAX_EVENTS)
    .execute();
  const emitters = rows.map((row) => uint64(row.emitter_id));
  const names = await namesOf(view, emitters);
  const abis = await abisOf(view, emitters);
  const tokens = await calledTokens(view, emitters);
  return rows.map(({ emitter_id, log_index, entries }) => {
    const emitter = uint64(emitter_id);
    const body = eventBody(view, log_index, entries, abis(emitter));
    return {
      address: names.shown(emitter),
      addressId: names.idText(emitter),
      ...body,
      // What else a token tells may be kept by readers for a year, and its words may come later.
      ...(body.topics.length === 0 ? {} : tokens(emitter)),
    };
  });
}

/** What an event says. `abi`: of who emitted it, where that is a verified contract. */
export function eventBody(
  view: View,
  logIndex: number,
  packed: Uint8Array,
  abi?: ContractAbi,
): EventBody {
  const entries = unpackEntries(packed);
  const event = decodeEvent(entries, view.network.prefix, abi);
  const common = { name: event.name, removed: false, logIndex };
  if (event.kind === 'evm')
    return {
      ...common,
      data: hexOf(entries.find((entry) => entry.key === 'd')?.value ?? null),
      topics: event.topics,
      decoded: event.log?.args ?? null,
      entries: null,
    };
  // A built-in actor's event begins with its type, which is its name.
  const named = event.kind === 'actor' ? entries.slice(1) : entries;
  const shown = event.fields.map((field, i) => ({
    key: field.name,
    value: field.value,
    indexed: (Number(named[i]?.flags ?? 0) & INDEXED) !== 0,
  }));
  return { ...common, data: '', topics: [], decoded: null, entries: shown };
}
