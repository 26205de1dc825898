/** Where providers are, by the addresses that they announce. */
import { sql } from 'kysely';
import { locationOf, type Continent, type Location } from '../place.ts';
import type { View } from '../view.ts';
import { multiAddressesOf } from './detail.ts';

/** Those of the providers whose place is known. */
export async function locationsOf(
  view: View,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Location>> {
  if (ids.length === 0) return new Map();
  const rows = await view.db
    .selectFrom('miner_info')
    .select(['id', 'multiaddrs'])
    .where('id', '=', sql<number>`any(${[...ids]}::int8[])`)
    .execute();
  return new Map(
    rows.flatMap(({ id, multiaddrs }) => {
      const location = locationOf(view.places, multiAddressesOf(multiaddrs), view.language);
      return location ? [[id, location] as const] : [];
    }),
  );
}

/** Those known to be on a continent; all of them when none is asked for. */
export async function inContinent<T extends { id: number }>(
  view: View,
  miners: readonly T[],
  continent: Continent | null,
): Promise<readonly T[]> {
  if (continent === null) return miners;
  const locations = await locationsOf(
    view,
    miners.map(({ id }) => id),
  );
  return miners.filter(({ id }) => locations.get(id)?.continentCode === continent);
}
