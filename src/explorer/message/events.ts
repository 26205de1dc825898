import { decodeEvent } from '#filecoin/actors/events.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { unpackEntries } from '#store/entries.ts';
import type { ContractAbi } from '#filecoin/evm/abi.ts';
import { abisOf } from '../contract/abis.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import { findMessage } from './find.ts';
import { hexOf } from './rows.ts';
import type { MessageEvent, MessageEvents } from './eventSchema.ts';

type EventBody = Omit<MessageEvent, 'address' | 'addressId'>;

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
  const names = await namesOf(
    view,
    rows.map((row) => uint64(row.emitter_id)),
  );
  const abis = await abisOf(
    view,
    rows.map((row) => uint64(row.emitter_id)),
  );
  return rows.map((row) => ({
    address: names.shown(uint64(row.emitter_id)),
    addressId: names.idText(uint64(row.emitter_id)),
    ...eventBody(view, row.log_index, row.entries, abis(uint64(row.emitter_id))),
  }));
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
