/**
 * Makes parts of the index anew from all events that it has: of what hears of nothing else, all that
 * it keeps follows from them, whatever was missing before.
 */
import { sql } from 'kysely';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { Trx } from '#store/store.ts';
import { OTHER_TABLES } from '#store/undo.ts';
import { emptyFacts } from '../../fold/tables.ts';
import { readRows } from '../../fold/read.ts';
import { StateView, type UndoImage } from '../../fold/state.ts';
import { packUndo, unpackUndo } from '../../fold/undo.ts';
import type { PartUnit, ChainUnit } from '../../parts/part.ts';
import type { StateTable } from '../../types.ts';
import { appendFacts, appendRows } from '../../write/facts.ts';
import { writeView } from '../../write/state.ts';
import type { RepairContext } from './context.ts';
import { emittedSlices, listeners, type Emitted, type Listener } from './heard.ts';

/** Names of the parts that can be made anew so. */
export const REFOLDED: ReadonlySet<string> = new Set(listeners('').keys());

/** What a part hears of a tipset, with what it reads of the tipset itself. */
interface Heard {
  height: number;
  part: PartUnit;
  listener: Listener;
  unit: ChainUnit;
  seqs: number[];
}

export async function refold(
  { store }: RepairContext,
  trx: Trx,
  names: ReadonlySet<string>,
): Promise<void> {
  const { genesis } = await trx.selectFrom('network').select('genesis').executeTakeFirstOrThrow();
  const chosen = [...listeners(cidOf(genesis))]
    .filter(([name]) => names.has(name))
    .map(([, listener]) => listener);
  const log = await forget(trx, chosen);
  for await (const slice of emittedSlices(trx)) {
    const heard = await heardOf(trx, slice, chosen);
    if (heard.length === 0) continue;
    const view = await load(trx, slice, heard);
    const facts = emptyFacts();
    for (const { height, part, unit, seqs } of heard) {
      view.begin();
      part.fold({ view, rows: facts, unit, seqs });
      log.get(height)?.push(...view.end());
    }
    await appendFacts(store, trx, facts);
    await writeView(store, trx, view);
  }
  const docs = [...log].flatMap(([height, images]) =>
    packUndo(images).map(({ part, doc }) => ({ height, part, doc })),
  );
  await appendRows(store, trx, 'undo', docs);
}

/** Deletes all that the parts keep. Answers the other images of the documents that theirs stood in, by height. */
async function forget(trx: Trx, chosen: readonly Listener[]): Promise<Map<number, UndoImage[]>> {
  const tables = new Set(chosen.flatMap((listener) => listener.tables));
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
  const isOwn = (key: string): boolean => chosen.some(({ counters }) => key.startsWith(counters));
  for (const { counters } of chosen)
    await sql`delete from counter where starts_with(key, ${counters})`.execute(trx);
  const docs = await trx
    .deleteFrom('undo')
    .where('part', 'in', [...tables, 'counter', OTHER_TABLES])
    .returningAll()
    .execute();
  const log = new Map<number, UndoImage[]>();
  for (const { height, doc } of docs) {
    const images = unpackUndo(doc).filter(
      ({ table, key }) => !tables.has(table) && !(table === 'counter' && isOwn(key)),
    );
    log.set(height, [...(log.get(height) ?? []), ...images]);
  }
  return log;
}

async function heardOf(
  trx: Trx,
  slice: readonly Emitted[],
  chosen: readonly Listener[],
): Promise<Heard[]> {
  const found = slice.flatMap((emitted) =>
    chosen.flatMap((listener) => {
      const part = listener.hears(emitted);
      return part ? [{ height: emitted.height, part, listener }] : [];
    }),
  );
  if (found.length === 0) return [];
  const heights = [...new Set(found.map(({ height }) => height))];
  const tipsets = await trx
    .selectFrom('tipset')
    .select(['height', 'timestamp'])
    .where('height', 'in', heights)
    .execute();
  const timestamps = new Map(tipsets.map((row) => [row.height, row.timestamp]));
  const messages = Map.groupBy(
    await trx
      .selectFrom('execution')
      .select(['height', 'seq', 'cid'])
      .where('height', 'in', heights)
      .orderBy('seq')
      .execute(),
    ({ height }) => height,
  );
  return found.map((each) => {
    const { height } = each;
    const executions = messages.get(height) ?? [];
    const tipset = { height, timestamp: timestamps.get(height) ?? 0 };
    return {
      ...each,
      // All that parts which hear of events read of a unit.
      unit: { tipset, executed: { executions } } as unknown as ChainUnit,
      seqs: executions.map(({ seq }) => seq),
    };
  });
}

/** The state rows that these will read or change. */
async function load(
  trx: Trx,
  slice: readonly Emitted[],
  heard: readonly Heard[],
): Promise<StateView> {
  const view = new StateView();
  view.load('counter', await trx.selectFrom('counter').selectAll().execute());
  view.cover('counter', 'all');
  const emitters = new Set(slice.flatMap((emitted) => emitted.emitters.map(({ id }) => id)));
  await readRows(
    trx,
    view,
    'actor',
    [...emitters].map((id) => [id]),
  );
  const touches = heard.flatMap(({ part, unit }) => part.touches(unit));
  for (const [table, own] of Map.groupBy(touches, (touch) => touch.table))
    await readRows(
      trx,
      view,
      table satisfies StateTable,
      own.map(({ key }) => key),
    );
  for (const [{ part }, own] of Map.groupBy(heard, ({ listener }) => listener))
    await part.load(trx, view, own);
  return view;
}
