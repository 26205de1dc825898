import { kindAt, type ActorKind } from '#filecoin/actors/kinds.ts';
import { formatId, idAddress, type NetworkPrefix } from '#filecoin/address.ts';
import { allSaid, knownAccounts } from '../known.ts';
import { findMiner } from '../miner/find.ts';
import type { View } from '../view.ts';

/** A storage provider whose owner wants to name it. */
export interface Claimant {
  id: number;
  /** f0… */
  address: string;
  prefix: NetworkPrefix;
  /** Head of the index. */
  height: number;
  /** Name of the folder of what is said of the network. */
  slug: string;
  /** Quality-adjusted, bytes. */
  power: bigint;
  ownerId: number;
  ownerKind: ActorKind | null;
  /** The owner's key: its f1, f3 or f410 address; null for an actor without one, or that is not known. */
  ownerKey: Uint8Array | null;
  /** What editors call others: accounts, merchants and projects. What other owners signed is no part of it. */
  taken: readonly string[];
}

/** Kinds that sign by the key in their address. A contract has an f410 address too, and no key. */
const SIGNERS: ReadonlySet<ActorKind> = new Set(['account', 'ethaccount', 'placeholder']);

/** Throws BadInput, NotFound for what is no provider, Unavailable for one not taken over yet. */
export async function claimantOf(view: View, text: string): Promise<Claimant> {
  const { id, adjusted_power: power } = await findMiner(view, text);
  const { owner_id: ownerId } = await view.db
    .selectFrom('miner_info')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const owner = await view.db
    .selectFrom('actor')
    .select(['kind', 'robust', 'delegated'])
    .where('id', '=', ownerId)
    .executeTakeFirst();
  const ownerKind = owner ? kindAt(owner.kind) : null;
  const key = owner?.delegated ?? owner?.robust ?? null;
  const ownerKey = ownerKind !== null && SIGNERS.has(ownerKind) ? key : null;
  const { network, head } = view;
  return {
    id,
    address: formatId(id, network.prefix),
    prefix: network.prefix,
    height: head.height,
    slug: network.data.slug,
    power: BigInt(power),
    ownerId,
    ownerKind,
    ownerKey,
    taken: takenNames(view, id),
  };
}

/** An owner may sign the name that editors gave its provider. */
function takenNames({ content }: View, id: number): readonly string[] {
  return [
    ...knownAccounts(content).namesBut(idAddress(id)),
    ...content.merchants
      .filter(({ miners }) => !miners.some((miner) => miner.slice(2) === String(id)))
      .flatMap(({ name }) => allSaid(name)),
    ...content.ecosystem.flatMap(({ name }) => allSaid(name)),
  ];
}
