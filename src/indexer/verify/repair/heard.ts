/** What the parts that hear of nothing but events hear, from the events and calls that are stored. */
import { sql } from 'kysely';
import { networkData } from '#filecoin/networks/index.ts';
import { unpackCallTree, type CallNode } from '#store/calltree.ts';
import { unpackEntries } from '#store/entries.ts';
import { tablesOf } from '#store/schema.ts';
import * as names from '#store/schema/names.ts';
import * as tokens from '#store/schema/tokens.ts';
import type { Trx } from '#store/store.ts';
import { nameEvents, rolesOf } from '../../parts/names/decode.ts';
import { NAMES, type NameFacts } from '../../parts/names/index.ts';
import { tokenEvents, type Flow } from '../../parts/tokens/decode.ts';
import { TOKENS } from '../../parts/tokens/index.ts';
import type { AnyPart, PartUnit } from '../../parts/part.ts';
import type { ActorChange, Log } from '../../types.ts';

/** A tipset's events. */
export interface Emitted {
  height: number;
  logs: readonly Log[];
  flows: readonly Flow[];
  emitters: readonly Pick<ActorChange, 'id' | 'delegated'>[];
}

export interface Listener {
  part: AnyPart;
  /** All that it keeps. */
  tables: readonly string[];
  /** Keys of its counters begin so. */
  counters: string;
  /** Null where it means nothing to the part. */
  hears(emitted: Emitted): PartUnit | null;
}

/** By the names of their parts. `genesis`: text of the CID. */
export function listeners(genesis: string): ReadonlyMap<string, Listener> {
  const services = networkData(genesis).nameServices;
  const roles = rolesOf(services);
  return new Map<string, Listener>([
    [
      TOKENS.name,
      {
        part: TOKENS,
        tables: [...tablesOf('state', tokens), ...tablesOf('fact', tokens)],
        counters: 'tokens:',
        hears({ logs, flows }) {
          const events = tokenEvents(logs, flows);
          return events.length === 0 ? null : TOKENS.bind(events);
        },
      },
    ],
    [
      NAMES.name,
      {
        part: NAMES,
        tables: [...tablesOf('state', names), ...tablesOf('fact', names)],
        counters: 'names:',
        hears({ logs, emitters }) {
          const events = nameEvents(logs, [], emitters, services, roles);
          const facts: NameFacts = { services, events };
          return events.length === 0 ? null : NAMES.bind(facts);
        },
      },
    ],
  ]);
}

/** Tipsets in memory at a time have about so many events. */
const SLICE = 10_000;

/** All tipsets that have events, the lowest first, by slices. */
export async function* emittedSlices(trx: Trx): AsyncGenerator<Emitted[]> {
  for (let after = -1; ;) {
    const { rows } = await sql<{ to: number | null }>`
      select max(height) as "to" from (
        select height from event where height > ${after} order by height limit ${SLICE}
      ) e`.execute(trx);
    const to = rows[0]?.to ?? null;
    if (to === null) return;
    yield await emittedBetween(trx, after + 1, to);
    after = to;
  }
}

async function emittedBetween(trx: Trx, from: number, to: number): Promise<Emitted[]> {
  const events = await trx
    .selectFrom('event as e')
    .innerJoin('execution as x', 'x.seq', 'e.seq')
    .innerJoin('actor as a', 'a.id', 'e.emitter_id')
    .select(['e.height', 'x.position as message', 'e.log_index', 'e.entries'])
    .select(['a.id', 'a.delegated'])
    .where('e.height', '>=', from)
    .where('e.height', '<=', to)
    .orderBy('e.height')
    .orderBy('e.position')
    .execute();
  const flows = await flowsBetween(trx, from, to);
  return [...Map.groupBy(events, ({ height }) => height)].map(([height, own]) => ({
    height,
    logs: own.map(({ message, log_index, id, entries }) => ({
      message,
      index: log_index,
      emitter: id,
      entries: unpackEntries(entries),
    })),
    flows: flows.get(height) ?? [],
    emitters: [...new Map(own.map(({ id, delegated }) => [id, { id, delegated }])).values()],
  }));
}

/** Calls that counted, of messages with events: one without calls below it is told by its own row. */
async function flowsBetween(trx: Trx, from: number, to: number): Promise<Map<number, Flow[]>> {
  const messages = await trx
    .selectFrom('execution as x')
    .leftJoin('trace as t', 't.seq', 'x.seq')
    .select(['x.height', 'x.position', 'x.from_id', 'x.to_id', 'x.value', 'x.exit_code', 't.doc'])
    .where('x.height', '>=', from)
    .where('x.height', '<=', to)
    .where('x.event_count', '>', 0)
    .orderBy('x.seq')
    .execute();
  const flows = new Map<number, Flow[]>();
  for (const { height, position, from_id, to_id, value, exit_code, doc } of messages) {
    const own = flows.get(height) ?? [];
    flows.set(height, own);
    if (doc) own.push(...flowsOf(unpackCallTree(doc), position));
    else if (exit_code === 0 && from_id !== null)
      own.push({ message: position, from: from_id, to: to_id, value: BigInt(value) });
  }
  return flows;
}

function flowsOf(call: CallNode, message: number): Flow[] {
  if (call.exit !== 0) return [];
  const { from, to, value, sub } = call;
  return [
    { message, from, to, value: BigInt(value) },
    ...sub.flatMap((below) => flowsOf(below, message)),
  ];
}
