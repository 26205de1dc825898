/** A contract: its code, who made it, what it stands for. */
import { addressFromEth, ethBytesOf, formatEthAddress } from '#filecoin/address.ts';
import { to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { PROXY_KINDS, PROXY_SLOT_NAMES } from '#filecoin/evm/proxies.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { actorOf, CONTRACT, findAccount, type ActorRow } from '../account/find.ts';
import { NotFound } from '../errors.ts';
import { namesOf } from '../names.ts';
import { timeOf, type View } from '../view.ts';
import { actorWish, wishPart } from '../wishes.ts';
import { behindBeacons, givenWhenAsked, proxiesOf } from './beacons.ts';
import { DIAMOND, diamondOf } from './facets.ts';
import type { ContractDetail, Proxy } from './schema.ts';
import { sourceNames, sourceOf } from './source.ts';

type ContractRow = RowOf<'contract'>;

const MAX_UPGRADES = 100;
/** The window of all calls ever. */
const EVER = 0;

/** Throws NotFound for an account that is no contract. */
export async function getContract(view: View, text: string): Promise<ContractDetail> {
  const { actor } = await findAccount(view, text);
  const row = actor && (await contractRow(view, actor.id));
  if (!actor || !row) throw new NotFound('noContract');
  if (!row.code_hash && row.created_height === null)
    await wishPart(view, ['actors', 'contracts'], actorWish(actor.id));
  const [names, initCode, byteCode, use, created, proxy] = await Promise.all([
    namesOf(view, [row.creator_id]),
    codeOf(view, row.init_hash),
    codeOf(view, row.code_hash),
    usageOf(view, actor.id),
    createdBy(view, actor.id),
    proxyOf(view, row, actor),
  ]);
  const source = await sourceOf(view, row, initCode);
  return {
    ...source,
    initCode,
    proxyImpl: proxy && proxy.kind !== 'source' ? proxy.implementation : null,
    byteCode,
    codeHash: row.code_hash && to0x(row.code_hash),
    creator: row.creator_id === null ? null : names.shown(row.creator_id),
    creatorId: names.idTextOrNull(row.creator_id),
    creatorTag: names.tag(row.creator_id),
    creatorFnsName: names.fnsName(row.creator_id),
    createHeight: row.created_height,
    createTimestamp: row.created_height === null ? null : timeOf(view.network, row.created_height),
    createMessage: row.created_by && cidOf(row.created_by),
    destroyHeight: row.destroyed_height,
    destroyTimestamp:
      row.destroyed_height === null ? null : timeOf(view.network, row.destroyed_height),
    destroyMessage: row.destroyed_by && cidOf(row.destroyed_by),
    invokeCount: use?.calls ?? 0,
    userCount: use?.users ?? 0,
    totalFee: use?.fees ?? '0',
    createdContracts: created,
    proxy,
  };
}

/** Contracts that one made. */
async function createdBy({ db }: View, id: number): Promise<number> {
  const row = await db
    .selectFrom('contract_creator')
    .select('contracts')
    .where('creator_id', '=', id)
    .executeTakeFirst();
  return row?.contracts ?? 0;
}

const contractsBy = statement((db, { id }: Places<{ id: number }>) =>
  db.selectFrom('contract').selectAll().where('actor_id', '=', id).compile(),
);

async function contractRow({ db }: View, id: number): Promise<ContractRow | null> {
  const [row] = await contractsBy(db, { id });
  return row ?? null;
}

async function codeOf({ db }: View, hash: Uint8Array | null): Promise<string | null> {
  if (!hash) return null;
  const row = await db
    .selectFrom('contract_code')
    .select('code')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ? to0x(row.code) : null;
}

function usageOf({ db }: View, id: number) {
  return db
    .selectFrom('contract_window')
    .select(['calls', 'users', 'fees'])
    .where('contract_id', '=', id)
    .where('hours', '=', EVER)
    .executeTakeFirst();
}

const eth = (bytes: Uint8Array | null): string | null => bytes && formatEthAddress(bytes);

async function proxyOf(
  view: View,
  row: ContractRow,
  { delegated }: ActorRow,
): Promise<Proxy | null> {
  const diamond = row.proxy_kind === DIAMOND ? await diamondOf(view, row.actor_id) : null;
  // One whose code looks like a diamond's, but that told no facets, is none.
  const known =
    row.proxy_kind === null || (row.proxy_kind === DIAMOND && diamond === null)
      ? undefined
      : PROXY_KINDS[row.proxy_kind];
  const self = delegated && ethBytesOf(delegated);
  const given = known === undefined && self ? await givenWhenAsked(view, self) : null;
  const kind = given === null ? known : 'source';
  if (kind === undefined) return null;
  const [askedBy, upgrades] = await Promise.all([
    kind === 'source' && self ? proxiesOf(view, self) : null,
    view.db
      .selectFrom('contract_upgrade')
      .selectAll()
      .where('contract_id', '=', row.actor_id)
      .orderBy('ord', 'desc')
      .limit(MAX_UPGRADES)
      .execute(),
  ]);
  // What nobody asks any more is no beacon by its answer alone.
  if (given !== null && askedBy?.count === 0) return null;
  const implementation =
    kind === 'beacon' && row.beacon
      ? await behindBeacon(view, row.beacon)
      : (given ?? row.implementation);
  return {
    kind,
    implementation: eth(implementation),
    implementationName: implementation && (await verifiedName(view, implementation)),
    facets: diamond?.facets ?? [],
    facetsAbi: diamond?.abi ?? null,
    facetsDocs: diamond?.docs ?? null,
    beacon: eth(row.beacon),
    askedBy,
    admin: eth(row.admin),
    upgradeCount: row.upgrades,
    upgrades: upgrades.map((upgrade) => ({
      height: upgrade.height,
      timestamp: timeOf(view.network, upgrade.height),
      message: upgrade.cid && cidOf(upgrade.cid),
      kind: PROXY_SLOT_NAMES[upgrade.kind] ?? 'implementation',
      address: formatEthAddress(upgrade.address),
    })),
  };
}

async function behindBeacon(view: View, beacon: Uint8Array): Promise<Uint8Array | null> {
  return (await behindBeacons(view, [beacon])).get(toHex(beacon)) ?? null;
}

/** The name of the verified source at an Ethereum address. */
async function verifiedName(view: View, address: Uint8Array): Promise<string | null> {
  const actor = await actorOf(view, addressFromEth(address));
  return actor ? ((await sourceNames(view, [actor.id])).get(actor.id) ?? null) : null;
}

/** What an account's own page says of it as a contract. */
export interface AccountContract {
  contractUserCount?: number;
  contractName?: string;
  contractVerified?: boolean;
  creator?: string;
  creatorId?: string;
  createMessage?: string;
  deleteHeight?: number;
  deleteTimestamp?: number;
  status?: 'deleted';
}

/** Empty for an account that is no contract. */
export async function accountContract(view: View, actor: ActorRow): Promise<AccountContract> {
  const row = actor.kind === CONTRACT ? await contractRow(view, actor.id) : null;
  if (!row) return {};
  const [use, names, sources] = await Promise.all([
    usageOf(view, actor.id),
    namesOf(view, [row.creator_id]),
    sourceNames(view, [actor.id]),
  ]);
  const contractName = sources.get(actor.id);
  return {
    contractUserCount: use?.users ?? 0,
    contractVerified: contractName !== undefined,
    ...(contractName === undefined ? {} : { contractName }),
    ...(row.creator_id === null
      ? {}
      : { creator: names.shown(row.creator_id), creatorId: names.idText(row.creator_id) }),
    ...(row.created_by ? { createMessage: cidOf(row.created_by) } : {}),
    ...(row.destroyed_height === null
      ? {}
      : {
          status: 'deleted' as const,
          deleteHeight: row.destroyed_height,
          deleteTimestamp: timeOf(view.network, row.destroyed_height),
        }),
  };
}
