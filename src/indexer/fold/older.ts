/** Reads what the index has beside things that are older than it, so that only unknown ones are added. */
import { sql } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { Trx } from '#store/store.ts';
import { NO_OLDER_STORAGE } from '../parts/deals/acts.ts';
import { loadOlderStorage, unknownStorage } from '../parts/deals/older.ts';
import { olderSectorKeys, type ExpiryClock } from '../parts/sectors/older.ts';
import type { Older, OpeningActor } from '../older.ts';
import { readRows } from './read.ts';
import type { StateView } from './state.ts';

/** Tables with rows of a provider under its id alone. */
export const PROVIDER_TABLES = [
  'miner',
  'miner_info',
  'miner_vesting',
  'sector_miner',
  'sector_set',
] as const;

/** Tables with a row of an actor under its id. */
const ACTOR_TABLES = ['actor', 'contract'] as const;

/** Tables with rows of a multisig or payment channel under its id. */
const WALLET_TABLES = ['multisig', 'proposal', 'channel', 'older_wallet'] as const;

/** Tables of a few rows each. */
const SUMS = ['counter', 'fevm_balance'] as const;

export const NOTHING_OLDER: Older = {
  actors: [],
  providers: [],
  sectors: [],
  wallets: [],
  addresses: [],
  contracts: [],
  storage: NO_OLDER_STORAGE,
};

/** Those that the index does not know yet; which sectors these are tells a set of their provider. */
export async function unknownOf(
  trx: Trx,
  { actors, providers, sectors, wallets, addresses, contracts, storage }: Older,
): Promise<Older> {
  const [knownActors, knownProviders] = [
    await knownIds(trx, 'actor', actors),
    await knownIds(
      trx,
      'miner',
      providers.map(({ miner }) => miner),
    ),
  ];
  return {
    actors: actors.filter(({ id }) => !knownActors.has(id)),
    providers: providers.filter(({ miner }) => !knownProviders.has(miner.id)),
    sectors,
    wallets: await untouched(trx, wallets),
    addresses,
    contracts,
    storage: await unknownStorage(trx, storage),
  };
}

/** Of what a tipset has changed since, what the beginning told would be too old: it stays untold. */
async function untouched(trx: Trx, wallets: readonly OpeningActor[]): Promise<OpeningActor[]> {
  if (wallets.length === 0) return [];
  const rows = await trx
    .selectFrom('actor')
    .select(['id', 'head'])
    .where('id', '=', sql<number>`any(${wallets.map(({ id }) => id)}::int8[])`)
    .where('deleted_height', 'is', null)
    .execute();
  const heads = new Map(rows.map(({ id, head }) => [id, toHex(head)]));
  return wallets.map((wallet) =>
    heads.get(wallet.id) === toHex(wallet.head) ? wallet : { ...wallet, wallet: null },
  );
}

async function knownIds(
  trx: Trx,
  table: 'actor' | 'miner',
  things: readonly { id: number }[],
): Promise<Set<number>> {
  if (things.length === 0) return new Set();
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where('id', '=', sql<number>`any(${things.map(({ id }) => id)}::int8[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Loads what `foldOlder` needs of unknown things, none of which has a row of its own. */
export async function loadOlder(
  trx: Trx,
  view: StateView,
  older: Older,
  clock: ExpiryClock,
): Promise<void> {
  const { actors, providers, wallets } = older;
  for (const table of SUMS) {
    view.load(table, await trx.selectFrom(table).selectAll().execute());
    view.cover(table, 'all');
  }
  for (const table of ACTOR_TABLES)
    view.cover(
      table,
      actors.map(({ id }) => [id]),
    );
  const known = wallets.map(({ id }) => [id]);
  for (const table of WALLET_TABLES) await readRows(trx, view, table, known);
  const addresses = actors.flatMap(({ robust, delegated }) =>
    [robust, delegated].filter((address) => address !== null),
  );
  await readRows(
    trx,
    view,
    'address',
    addresses.map((address) => [address]),
  );
  const miners = providers.map(({ miner }) => [miner.id]);
  for (const table of PROVIDER_TABLES) view.cover(table, miners);
  await loadOlderSectors(trx, view, older, clock);
  await loadOlderStorage(trx, view, older.storage);
}

/** Loads the rows that sectors which are older than the index come to. */
export async function loadOlderSectors(
  trx: Trx,
  view: StateView,
  older: Pick<Older, 'providers' | 'sectors'>,
  clock: ExpiryClock,
): Promise<void> {
  const { miners, partitions, sectors, expiries, days } = olderSectorKeys(older, clock);
  await readRows(trx, view, 'sector_miner', miners);
  await readRows(trx, view, 'sector_set', miners);
  await readRows(trx, view, 'sector_partition', partitions);
  await readRows(trx, view, 'sector', sectors);
  await readRows(trx, view, 'older_expiry', expiries);
  await readRows(trx, view, 'older_expiry_day', days);
}
