/** Puts a tipset's events in their place, and in those of their emitters' lists. */
import { sql } from 'kysely';
import { integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { Store, Trx } from '#store/store.ts';
import { knownId } from '../../decode/ids.ts';
import type { ExecutedFacts } from '../../types.ts';
import type { UndoImage } from '../../fold/state.ts';
import { appendRows } from '../../write/facts.ts';
import { eventsDue } from '../due.ts';
import { compareRows } from '../rows.ts';
import { changeImages } from '../../write/images.ts';

/** Answers whether there was anything to be mended. */
export async function mendEvents(
  store: Store,
  trx: Trx,
  tipset: { height: number; firstSeq: number },
  executed: ExecutedFacts,
): Promise<boolean> {
  const { height, firstSeq } = tipset;
  const stored = await trx.selectFrom('event').selectAll().where('height', '=', height).execute();
  const due = eventsDue(executed).map(({ message, ...event }) => ({
    ...event,
    height,
    seq: firstSeq + message,
  }));
  if (compareRows('event', ['position'], due, stored).length === 0) return false;
  await trx.deleteFrom('event').where('height', '=', height).execute();
  await appendRows(store, trx, 'event', due);
  const emitters = new Set(
    [...stored, ...due].flatMap((event) => knownId(integer(event.emitter_id)) ?? []),
  );
  const known = await trx
    .selectFrom('actor')
    .select('id')
    .where('id', 'in', [...emitters])
    .execute();
  for (const { id } of known) await relist(store, trx, height, id, due);
  return true;
}

/** An emitter's list: what this tipset brought to it, and the places of what came after. */
async function relist(
  store: Store,
  trx: Trx,
  height: number,
  actor_id: number,
  due: readonly { emitter_id: Uint64; position: number }[],
): Promise<void> {
  const { rows } = await sql<{ before: number; own: number }>`
    select count(*) filter (where height < ${height})::float8 as before,
      count(*) filter (where height = ${height})::float8 as own
    from account_event where actor_id = ${actor_id}`.execute(trx);
  const { before = 0, own = 0 } = rows[0] ?? {};
  const listed = due.filter((event) => event.emitter_id === actor_id);
  const shift = listed.length - own;
  await sql`delete from account_event
    where actor_id = ${actor_id} and height = ${height}`.execute(trx);
  // By way of places that nobody has: the key is checked row by row.
  await sql`update account_event set ord = -1 - ord
    where actor_id = ${actor_id} and height > ${height}`.execute(trx);
  await sql`update account_event set ord = -1 - ord + ${shift}
    where actor_id = ${actor_id} and height > ${height}`.execute(trx);
  await appendRows(
    store,
    trx,
    'account_event',
    listed.map(({ position }, at) => ({ actor_id, ord: before + at, height, position })),
  );
  const heights = await trx
    .selectFrom('account_event')
    .select('height')
    .where('actor_id', '=', actor_id)
    .orderBy('ord')
    .execute();
  await trx
    .updateTable('actor')
    .set({ event_count: heights.length })
    .where('id', '=', actor_id)
    .execute();
  await changeImages(trx, 'actor', (images, at) => {
    const event_count = heights.filter((event) => event.height < at).length;
    const isOwn = ({ row }: UndoImage): boolean =>
      row !== null && 'event_count' in row && row.id === actor_id;
    return images.some(isOwn)
      ? images.map((image) =>
          isOwn(image) ? ({ ...image, row: { ...image.row, event_count } } as UndoImage) : image,
        )
      : null;
  });
}
