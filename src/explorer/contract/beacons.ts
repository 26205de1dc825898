/** What proxies through a beacon stand for. */
import { addressFromEth } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import { resolveAddresses } from '../account/resolve.ts';
import type { View } from '../view.ts';

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
