import { actorIdOf } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import { createdBelow, type View } from '../view.ts';

/** Which actors have these addresses; those that nobody has are left out. Keys: hex of the address. */
export async function resolveAddresses(
  view: View,
  addresses: Iterable<Uint8Array>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const wanted = new Map<string, Uint8Array>();
  for (const address of addresses) {
    const id = actorIdOf(address);
    if (id !== null) ids.set(toHex(address), id);
    else wanted.set(toHex(address), address);
  }
  if (wanted.size === 0) return ids;
  const rows = await view.db
    .selectFrom('address')
    .select(['address', 'actor_id'])
    .where('address', '=', sql<Uint8Array>`any(${[...wanted.values()]}::bytea[])`)
    .$if(view.pinned, (query) =>
      query.innerJoin('actor', 'id', 'actor_id').where('created_height', '<', createdBelow(view)),
    )
    .execute();
  for (const row of rows) ids.set(toHex(row.address), row.actor_id);
  return ids;
}
