import { actorIdOf } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { createdBelow, type View } from '../view.ts';

const actorsAt = statement((db, { addresses }: Places<{ addresses: readonly Uint8Array[] }>) =>
  db
    .selectFrom('address')
    .select(['address', 'actor_id'])
    .where('address', '=', sql<Uint8Array>`any(${addresses}::bytea[])`)
    .compile(),
);

/** The same of those that were created below a height. */
const earlierAt = statement(
  (db, { addresses, below }: Places<{ addresses: readonly Uint8Array[]; below: number }>) =>
    db
      .selectFrom('address')
      .select(['address', 'actor_id'])
      .where('address', '=', sql<Uint8Array>`any(${addresses}::bytea[])`)
      .innerJoin('actor', 'id', 'actor_id')
      .where('created_height', '<', below)
      .compile(),
);

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
  const asked = [...wanted.values()];
  const rows = view.pinned
    ? await earlierAt(view.db, { addresses: asked, below: createdBelow(view) })
    : await actorsAt(view.db, { addresses: asked });
  for (const row of rows) ids.set(toHex(row.address), row.actor_id);
  return ids;
}
