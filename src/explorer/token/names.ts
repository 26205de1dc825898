/** Names that NFTs of a name service stand for: the token id is the hash of the label. */
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import { nameText } from '../name/find.ts';
import type { View } from '../view.ts';

export interface NftPlace {
  token_id: number;
  /** Null for an ERC-20. */
  item: string | null;
}

/** What an NFT is called, as a member of its row. */
export type NftNames = (nft: NftPlace) => { fnsName?: string };

/** Looks up the names of NFTs; only those of the network's own name services have any. */
export async function nftNames(view: View, nfts: Iterable<NftPlace>): Promise<NftNames> {
  const wanted = [...nfts].flatMap(({ token_id, item }) =>
    item === null ? [] : [{ token_id, hash: hashOf(item) }],
  );
  const services = wanted.length === 0 ? [] : await servicesOf(view);
  const asked = wanted.flatMap(({ token_id, hash }) => {
    const service = services.find((known) => known.tokenId === token_id)?.service;
    return service === undefined ? [] : [sql`(${service}::int8, ${hash}::bytea)`];
  });
  if (asked.length === 0) return () => ({});
  const { rows } = await sql<{ service: number; label_hash: Uint8Array; label: string | null }>`
    select service, label_hash, label from name
    where (service, label_hash) in (${sql.join(asked)})`.execute(view.db);
  const names = new Map(
    rows.map((row) => [
      `${row.service}/${toHex(row.label_hash)}`,
      nameText(view, row.service, row.label),
    ]),
  );
  return ({ token_id, item }) => {
    const service = services.find((known) => known.tokenId === token_id)?.service;
    const name = item === null ? null : names.get(`${service}/${toHex(hashOf(item))}`);
    return name == null ? {} : { fnsName: name };
  };
}

/** The registrars of the network's name services, as tokens. */
async function servicesOf({ db, network }: View): Promise<{ service: number; tokenId: number }[]> {
  const registrars = network.data.nameServices.map(({ registrar }) => fromHex(registrar));
  if (registrars.length === 0) return [];
  const tokens = await db
    .selectFrom('token')
    .select(['actor_id', 'address'])
    .where('address', 'in', registrars)
    .execute();
  return tokens.map(({ actor_id, address }) => ({
    service: registrars.findIndex((registrar) => toHex(registrar) === toHex(address)),
    tokenId: actor_id,
  }));
}

function hashOf(item: string): Uint8Array {
  return fromHex(BigInt(item).toString(16).padStart(64, '0'));
}
