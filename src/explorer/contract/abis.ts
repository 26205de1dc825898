/** What verified contracts understand: their calls, events and errors are read by it first. */
import { facetAbi, joinAbis, readContractAbi, type ContractAbi } from '#filecoin/evm/abi.ts';
import { actorIdOf, addressFromEth, idAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { BY_BEACON, behindBeacons } from './beacons.ts';
import { actorsOfFacets, DIAMOND, facetsByDiamond } from './facets.ts';
import { createdBelow, type View } from '../view.ts';

/** ABIs that are kept parsed: those that were needed last. */
const KEPT = 256;
/** So many contracts of an answer are looked up; the others are read by the signatures that are known. */
const MAX_CONTRACTS = 500;

/** By the verified code's key, and when it was verified: a full match takes a partial one's place. */
const parsed = new LRUCache<string, ContractAbi>({ max: KEPT });

interface Row {
  actor_id: number;
  proxy_kind: number | null;
  implementation: Uint8Array | null;
  beacon: Uint8Array | null;
  key: Uint8Array | null;
  verified_at: number | null;
}

/** The ABI of an actor; undefined where it is no verified contract, nor stands for one. */
export type Abis = (id: Uint64 | null) => ContractAbi | undefined;

/** Of those of these actors that are verified contracts, or proxies of one. */
export async function abisOf(view: View, ids: Iterable<Uint64 | null>): Promise<Abis> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'number').slice(0, MAX_CONTRACTS);
  const rows = (await rowsOf(view, wanted)).filter(
    ({ key, proxy_kind: kind }) => key !== null || kind !== null,
  );
  if (rows.length === 0) return () => undefined;
  const [behind, facets] = await Promise.all([
    implementationsOf(view, rows),
    facetsOfRows(view, rows),
  ]);
  const abis = await abisByKey(view, [
    ...rows,
    ...behind.values(),
    ...[...facets.values()].flat().map(({ row }) => row),
  ]);
  const joined = new Map(
    rows.flatMap((row) => {
      const own = [row, behind.get(row.actor_id)].flatMap((each) => abiOf(abis, each) ?? []);
      for (const { row: facet, selectors } of facets.get(row.actor_id) ?? []) {
        const abi = abiOf(abis, facet);
        if (abi !== null) own.push(facetAbi(abi, selectors));
      }
      return own.length === 0 ? [] : [[row.actor_id, joinAbis(own)] as const];
    }),
  );
  return (id) => (typeof id === 'number' ? joined.get(id) : undefined);
}

const contractsBy = statement((db, { ids }: Places<{ ids: readonly number[] }>) =>
  db
    .selectFrom('contract as c')
    .leftJoin('contract_source as s', (join) =>
      join.on((eb) => eb('s.hash', '=', eb.fn.coalesce('c.init_hash', 'c.code_hash'))),
    )
    .select(['c.actor_id', 'c.proxy_kind', 'c.implementation', 'c.beacon'])
    .select(['s.key', 's.verified_at'])
    .where('c.actor_id', '=', sql<number>`any(${ids}::int8[])`)
    .compile(),
);

/** The same by their addresses, of those that were created below a height. */
const contractsByAddress = statement(
  (db, { addresses, below }: Places<{ addresses: readonly Uint8Array[]; below: number | null }>) =>
    db
      .selectFrom('address as a')
      .innerJoin('contract as c', 'c.actor_id', 'a.actor_id')
      .leftJoin('actor as n', 'n.id', 'a.actor_id')
      .leftJoin('contract_source as s', (join) =>
        join.on((eb) => eb('s.hash', '=', eb.fn.coalesce('c.init_hash', 'c.code_hash'))),
      )
      .select(['a.address', 'c.actor_id', 'c.proxy_kind', 'c.implementation', 'c.beacon'])
      .select(['s.key', 's.verified_at'])
      .where('a.address', '=', sql<Uint8Array>`any(${addresses}::bytea[])`)
      .where(sql<boolean>`(${below}::int4 is null or n.created_height < ${below}::int4)`)
      .compile(),
);

/** Contracts with their verified code, if there is one. */
async function rowsOf({ db, held }: View, ids: readonly number[]): Promise<Row[]> {
  const rows = await held.rows('contract', ids, async (missing) => {
    const read = await contractsBy(db, { ids: missing });
    return read.map((row) => [row.actor_id, row] as const);
  });
  return [...rows.values()];
}

/** What proxies stand for, by their own ids; those that nobody knows are left out. */
async function implementationsOf(
  view: View,
  proxies: readonly Row[],
): Promise<ReadonlyMap<number, Row>> {
  const addresses = new Map<number, Uint8Array>();
  const beacons = new Map<number, Uint8Array>();
  for (const { actor_id: id, proxy_kind: kind, implementation, beacon } of proxies)
    if (kind === BY_BEACON && beacon) beacons.set(id, beacon);
    else if (kind !== null && implementation) addresses.set(id, addressFromEth(implementation));
  const given = await behindBeacons(view, [...beacons.values()]);
  for (const [id, beacon] of beacons) {
    const implementation = given.get(toHex(beacon));
    if (implementation) addresses.set(id, addressFromEth(implementation));
  }
  return contractsAt(view, addresses);
}

/** Contracts of the facets of diamonds, by the diamonds' ids, with the selectors that each answers to. */
async function facetsOfRows(
  view: View,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, readonly { row: Row; selectors: readonly string[] }[]>> {
  const diamonds = rows.filter(({ proxy_kind: kind }) => kind === DIAMOND);
  const facets = await facetsByDiamond(
    view,
    diamonds.map(({ actor_id: id }) => id),
  );
  if (facets.size === 0) return new Map();
  const actors = await actorsOfFacets(view, [...facets.values()].flat());
  const contracts = await rowsOf(view, [...new Set(actors.values())]);
  const byId = new Map(contracts.map((row) => [row.actor_id, row]));
  return new Map(
    [...facets].map(([id, list]) => [
      id,
      list.flatMap(({ address, selectors }) => {
        const row = byId.get(actors.get(address) ?? -1);
        return row ? [{ row, selectors }] : [];
      }),
    ]),
  );
}

/** By the hex of their addresses. */
async function rowsAt(
  view: View,
  addresses: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Row>> {
  const byHex = new Map(addresses.map((address) => [toHex(address), address]));
  const read = async (hexes: readonly string[]) => {
    const wanted = hexes.flatMap((hex) => byHex.get(hex) ?? []);
    const below = view.pinned ? createdBelow(view) : null;
    const rows = await contractsByAddress(view.db, { addresses: wanted, below });
    return rows.map((row): [string, Row] => [toHex(row.address), row]);
  };
  if (!view.pinned) return view.held.rows('contract at', byHex.keys(), read);
  return new Map(byHex.size === 0 ? [] : await read([...byHex.keys()]));
}

async function contractsAt(
  view: View,
  addresses: ReadonlyMap<number, Uint8Array>,
): Promise<ReadonlyMap<number, Row>> {
  const written = [...addresses.values()].filter((address) => actorIdOf(address) === null);
  const ids = [...addresses.values()].flatMap((address) => actorIdOf(address) ?? []);
  const [known, rows] = await Promise.all([rowsAt(view, written), rowsOf(view, [...new Set(ids)])]);
  const byAddress = new Map<string, Row>(known);
  for (const row of rows) byAddress.set(toHex(idAddress(row.actor_id)), row);
  return new Map(
    [...addresses].flatMap(([id, address]) => {
      const row = byAddress.get(toHex(address));
      return row ? [[id, row] as const] : [];
    }),
  );
}

const nameOf = ({ key, verified_at: at }: Row): string | null =>
  key === null ? null : `${toHex(key)} ${at ?? ''}`;

function abiOf(abis: ReadonlyMap<string, ContractAbi>, row: Row | undefined): ContractAbi | null {
  const name = row === undefined ? null : nameOf(row);
  return name === null ? null : (abis.get(name) ?? null);
}

async function abisByKey({ db }: View, rows: readonly Row[]): Promise<Map<string, ContractAbi>> {
  const found = new Map<string, ContractAbi>();
  const missing = new Map<string, { name: string; key: Uint8Array }>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === null || row.key === null) continue;
    const known = parsed.get(name);
    if (known) found.set(name, known);
    else missing.set(toHex(row.key), { name, key: row.key });
  }
  const keys = [...missing.values()].map(({ key }) => key);
  const read =
    keys.length === 0
      ? []
      : await db
          .selectFrom('verified_code')
          .select(['key', 'abi'])
          .where('key', 'in', keys)
          .execute();
  for (const { key, abi } of read) {
    const name = missing.get(toHex(key))?.name;
    if (name !== undefined) found.set(name, readContractAbi(JSON.parse(abi)));
  }
  for (const [name, abi] of found) parsed.set(name, abi);
  return found;
}
