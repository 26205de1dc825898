import { NotFound } from '../errors.ts';
import { namesOf } from '../names.ts';
import { locationOf } from '../place.ts';
import type { View } from '../view.ts';
import { multiAddressesOf } from './detail.ts';
import type { Peer } from './schema.ts';

/** libp2p peer ids are written in base58, or as CIDs in base32. */
const PEER_ID = /^[1-9A-HJ-NP-Za-km-z]{8,120}$|^b[a-z2-7]{8,120}$/;
/** One peer may stand for many providers, hardly for more. */
const MAX_MINERS = 1000;

/** Whether a provider names this libp2p peer as its own. */
export async function isPeer({ db }: View, id: string): Promise<boolean> {
  if (!PEER_ID.test(id)) return false;
  const row = await db
    .selectFrom('miner_info')
    .select('id')
    .where('peer_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The providers of a libp2p peer. Throws NotFound for a peer that none names. */
export async function getPeer(view: View, id: string): Promise<Peer> {
  if (!PEER_ID.test(id)) throw new NotFound('noPeer');
  const rows = await view.db
    .selectFrom('miner_info')
    .select(['id', 'multiaddrs'])
    .where('peer_id', '=', id)
    .orderBy('id')
    .limit(MAX_MINERS)
    .execute();
  if (rows.length === 0) throw new NotFound('noPeer');
  const names = await namesOf(view, []);
  const multiAddresses = [...new Set(rows.flatMap((row) => multiAddressesOf(row.multiaddrs)))];
  return {
    id,
    miners: rows.map((row) => names.idText(row.id)),
    location: locationOf(view.places, multiAddresses, view.language),
    multiAddresses,
  };
}
