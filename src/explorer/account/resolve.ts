import { actorIdOf } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { createdBelow, type View } from '../view.ts';

/** An address, and the actor that has it. */
export interface Holding {
  address: Uint8Array;
  id: number;
  /** The others are null, too, where the index does not know the actor yet. */
  kind: number | null;
  robust: Uint8Array | null;
  delegated: Uint8Array | null;
  created_by: Uint8Array | null;
}

const holdingsAt = statement(
  (db, { addresses, below }: Places<{ addresses: readonly Uint8Array[]; below: number | null }>) =>
    db
      .selectFrom('address as a')
      .leftJoin('actor', 'actor.id', 'a.actor_id')
      .select(['a.address', 'a.actor_id as id', 'actor.kind', 'actor.robust', 'actor.delegated'])
      .select('actor.created_by')
      .where('a.address', '=', sql<Uint8Array>`any(${addresses}::bytea[])`)
      .where(sql<boolean>`(${below}::int4 is null or created_height < ${below}::int4)`)
      .compile(),
);

/** Which actors have these addresses, none of them an id; those that nobody has are left out. */
export async function holdingsOf(view: View, addresses: readonly Uint8Array[]): Promise<Holding[]> {
  if (addresses.length === 0) return [];
  if (view.pinned) return holdingsAt(view.db, { addresses, below: createdBelow(view) });
  const byHex = new Map(addresses.map((address) => [toHex(address), address]));
  const held = await view.held.rows('address', byHex.keys(), async (missing) => {
    const wanted = missing.flatMap((hex) => byHex.get(hex) ?? []);
    const rows = await holdingsAt(view.db, { addresses: wanted, below: null });
    return rows.map((row) => [toHex(row.address), row] as const);
  });
  return [...held.values()];
}

/** Which actors have these addresses; those that nobody has are left out. Keys: hex of the address. */
export async function resolveAddresses(
  view: View,
  addresses: Iterable<Uint8Array>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const wanted: Uint8Array[] = [];
  for (const address of addresses) {
    const id = actorIdOf(address);
    if (id !== null) ids.set(toHex(address), id);
    else wanted.push(address);
  }
  for (const { address, id } of await holdingsOf(view, wanted)) ids.set(toHex(address), id);
  return ids;
}
