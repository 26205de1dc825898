/** Names older actors by robust addresses that are told later than they. */
import { records } from '#store/records.ts';
import type { Trx } from '#store/store.ts';
import { sql } from 'kysely';
import type { UndoImage } from '../fold/state.ts';
import type { Older } from '../older.ts';
import { changeImages } from './images.ts';

/** They hold on every branch: the rows that the undo log would put back get them as well. */
export async function nameActors(trx: Trx, addresses: Older['addresses']): Promise<void> {
  if (addresses.length === 0) return;
  const rows = records(
    'address',
    addresses.map(([actor_id, address]) => ({ actor_id, address })),
  );
  await sql`insert into address (address, actor_id)
    select address, actor_id from ${rows} on conflict do nothing`.execute(trx);
  const { rows: named } = await sql<{ id: number }>`update actor set robust = r.address
    from ${rows} r where actor.id = r.actor_id and actor.robust is null
    returning actor.id`.execute(trx);
  if (named.length === 0) return;
  const ids = new Set(named.map(({ id }) => id));
  const robust = new Map(addresses.filter(([id]) => ids.has(id)));
  await changeImages(trx, 'actor', (images) => {
    const lacks = ({ row }: UndoImage): boolean =>
      row !== null && 'robust' in row && row.robust === null && robust.has(row.id);
    if (!images.some(lacks)) return null;
    return images.map((image) =>
      lacks(image) && image.row && 'robust' in image.row
        ? ({ ...image, row: { ...image.row, robust: robust.get(image.row.id) } } as UndoImage)
        : image,
    );
  });
}
