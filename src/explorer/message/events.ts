import { decodeEvent, evmLogOf } from '#filecoin/actors/events.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { uint64, type Uint64 } from '#filecoin/encoding/uint64.ts';
import { unpackEntries, type EventEntry } from '#store/entries.ts';
import { abisOf, type Abis } from '../contract/abis.ts';
import { KnownSignatures } from '../contract/signatures.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import { calledTokens } from './calledTokens.ts';
import type { FoundMessage } from './find.ts';
import { hexOf } from './rows.ts';
import type { MessageEvent, MessageEvents } from './eventSchema.ts';

type EventBody = Omit<MessageEvent, 'address' | 'addressId'>;

/** Most events of one message that are answered. */
const MAX_EVENTS = 2000;
/** Flags of an entry: its key or its value is indexed. */
const INDEXED = 3;

/** Events of a message in the order in which they were emitted. */
export async function messageEvents(
  view: View,
  { execution }: FoundMessage,
): Promise<MessageEvents> {
  if (!execution || execution.event_count === 0) return [];
  const rows = await view.db
    .selectFrom('event')
    .select(['log_index', 'emitter_id', 'entries'])
    .where('seq', '=', execution.seq)
    .orderBy('log_index')
    .limit(MAX_EVENTS)
    .execute();
  const emitters = rows.map((row) => uint64(row.emitter_id));
  const [names, told] = await Promise.all([namesOf(view, emitters), eventBodies(view, rows)]);
  return told.map(({ row, body }) => {
    const emitter = uint64(row.emitter_id);
    return { address: names.shown(emitter), addressId: names.idText(emitter), ...body };
  });
}

/** An event in the index. */
interface EventRow {
  log_index: number;
  emitter_id: string;
  entries: Uint8Array;
}

interface ReadEvent {
  emitter: Uint64;
  logIndex: number;
  entries: readonly EventEntry[];
}

/** What events say, and of which tokens they are: all looked up at once. */
export async function eventBodies<Row extends EventRow>(
  view: View,
  rows: readonly Row[],
): Promise<{ row: Row; body: EventBody }[]> {
  const events = rows.map((row) => ({
    row,
    emitter: uint64(row.emitter_id),
    logIndex: row.log_index,
    entries: unpackEntries(row.entries),
  }));
  const logs = events.flatMap(({ emitter, entries }) => {
    const topic0 = evmLogOf(entries)?.topics[0];
    return topic0 ? [{ emitter, topic0: to0x(topic0) }] : [];
  });
  const emitters = logs.map(({ emitter }) => emitter);
  const abis = await abisOf(view, emitters);
  const recovered = new KnownSignatures();
  for (const { emitter, topic0 } of logs)
    if ((abis(emitter)?.eventsOf(topic0) ?? []).length === 0) recovered.eventsOf(topic0);
  await recovered.load(view);
  // What else a token tells may be kept by readers for a year, and its words may come later.
  const told = events.map((event) => {
    const said = eventBody(view, event, abis, recovered);
    return { row: event.row, said, id: event.emitter, signature: said.name };
  });
  const logged = told.filter(({ said }) => said.topics.length > 0);
  const tokens = await calledTokens(view, logged);
  return told.map(({ row, said, ...of }) => ({
    row,
    body: { ...said, ...(said.topics.length === 0 ? {} : tokens(of)) },
  }));
}

function eventBody(
  view: View,
  { emitter, logIndex, entries }: ReadEvent,
  abis: Abis,
  recovered: KnownSignatures,
): EventBody {
  const event = decodeEvent(entries, view.network.prefix, abis(emitter), recovered);
  const common = { name: event.name, removed: false, logIndex };
  if (event.kind === 'evm')
    return {
      ...common,
      data: hexOf(entries.find((entry) => entry.key === 'd')?.value ?? null),
      topics: event.topics,
      decoded: event.log?.args ?? null,
      ...(event.guessed ? { guessed: true } : {}),
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
