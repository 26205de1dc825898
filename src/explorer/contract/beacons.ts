/** What proxies through a beacon stand for, and which contracts are beacons. */
import { addressFromEth } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { proxyKindIndex } from '#filecoin/evm/proxies.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { resolveAddresses } from '../account/resolve.ts';
import type { View } from '../view.ts';
import type { Proxy } from './schema.ts';

/** `contract.proxy_kind` of what asks a beacon what it stands for. */
export const BY_BEACON = proxyKindIndex('beacon');

/** By the beacons' 20 bytes as hex: what their events told last, else what they answered when asked. */
export async function behindBeacons(
  view: View,
  beacons: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (beacons.length === 0) return new Map();
  const ids = await resolveAddresses(view, beacons.map(addressFromEth));
  const [known, asked] = await Promise.all([
    view.db
      .selectFrom('contract')
      .select(['actor_id', 'implementation'])
      .where('actor_id', '=', sql<number>`any(${[...ids.values()]}::int8[])`)
      .execute(),
    view.db
      .selectFrom('contract_beacon')
      .select(['beacon', 'implementation'])
      .where('beacon', '=', sql<Uint8Array>`any(${beacons}::bytea[])`)
      .execute(),
  ]);
  const told = new Map(known.map(({ actor_id: id, implementation }) => [id, implementation]));
  const answered = new Map(asked.map((row) => [toHex(row.beacon), row.implementation]));
  return new Map(
    beacons.flatMap((beacon) => {
      const id = ids.get(toHex(addressFromEth(beacon)));
      const implementation = (id !== undefined && told.get(id)) || answered.get(toHex(beacon));
      return implementation ? [[toHex(beacon), implementation] as const] : [];
    }),
  );
}

/** Proxies of a beacon that are counted: one may have any number. */
export const MOST_PROXIES = 1000;

const answersBy = statement((db, { beacon }: Places<{ beacon: Uint8Array }>) =>
  db.selectFrom('contract_beacon').select('implementation').where('beacon', '=', beacon).compile(),
);

/**
 * What a contract of which no event has told answers to the proxies that ask it, 20 bytes; null where it
 * answers none, or nobody asks it. `beacon`: its 20 bytes.
 */
export async function givenWhenAsked(view: View, beacon: Uint8Array): Promise<Uint8Array | null> {
  const [row] = await answersBy(view.db, { beacon });
  return row?.implementation ?? null;
}

const proxiesBy = statement(
  (db, { beacon, limit }: Places<{ beacon: Uint8Array; limit: number }>) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('contract')
          .select(sql`1`.as('one'))
          // The index of those that ask one has this condition.
          .where('proxy_kind', '=', sql.lit(BY_BEACON))
          .where('beacon', '=', beacon)
          .limit(limit)
          .as('asking'),
      )
      .select((eb) => eb.fn.countAll<number>().as('proxies'))
      .compile(),
);

/** Proxies that ask a beacon (20 bytes), as far as they are counted. */
export async function proxiesOf(view: View, beacon: Uint8Array): Promise<Proxy['askedBy']> {
  const [row] = await proxiesBy(view.db, { beacon, limit: MOST_PROXIES + 1 });
  const found = row?.proxies ?? 0;
  return { count: Math.min(found, MOST_PROXIES), more: found > MOST_PROXIES };
}
