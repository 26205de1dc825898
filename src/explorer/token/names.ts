/** Names that NFTs of a name service stand for: the token id is the hash of the label. */
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { nameKey, nameRows, nameText } from '../name/find.ts';
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
  const names = new Map<string, string | null>();
  for (const { service, tokenId } of services) {
    const own = wanted.filter(({ token_id }) => token_id === tokenId);
    const rows = await nameRows(
      view,
      service,
      own.map(({ hash }) => hash),
    );
    for (const { label_hash, label } of rows)
      names.set(nameKey(service, label_hash), nameText(view, service, label));
  }
  return ({ token_id, item }) => {
    const service = services.find((known) => known.tokenId === token_id)?.service;
    if (service === undefined || item === null) return {};
    const name = names.get(nameKey(service, hashOf(item)));
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
