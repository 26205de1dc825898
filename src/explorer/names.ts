/** Accounts of an answer: every id is looked up once. */
import { actorIdOf } from '#filecoin/address.ts';
import { kindAt } from '#filecoin/actors/kinds.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { holdingsOf } from './account/resolve.ts';
import { reverseNames } from './name/reverse.ts';
import { Names, type Name } from './naming.ts';
import type { View } from './view.ts';

const actorsBy = statement((db, { ids }: Places<{ ids: readonly number[] }>) =>
  db
    .selectFrom('actor')
    .select(['id', 'kind', 'robust', 'delegated', 'created_by'])
    .where('id', '=', sql<number>`any(${ids}::int8[])`)
    .compile(),
);

async function actorsOf(
  { db, held }: View,
  ids: Iterable<Uint64 | null | undefined>,
): Promise<ReadonlyMap<number, Name>> {
  const wanted = [...ids].filter((id) => typeof id === 'number');
  return held.rows('name', wanted, async (missing) => {
    const rows = await actorsBy(db, { ids: missing });
    return rows.map((row) => [row.id, { ...row, kind: kindAt(row.kind) }] as const);
  });
}

async function named(view: View, rows: ReadonlyMap<number, Name>): Promise<Names> {
  return new Names(rows, await reverseOf(view, rows), view);
}

function reverseOf(
  view: View,
  rows: ReadonlyMap<number, Name>,
): Promise<ReadonlyMap<number, string>> {
  // At an earlier head they may have called themselves otherwise.
  if (view.pinned) return reverseNames(view, rows.values());
  return view.held.rows('reverse name', rows.keys(), (missing) =>
    reverseNames(
      view,
      missing.flatMap((id) => rows.get(id) ?? []),
    ),
  );
}

/** Looks up accounts by id, and what they call themselves. An id beyond 2^53 is nobody’s. */
export async function namesOf(
  view: View,
  ids: Iterable<Uint64 | null | undefined>,
): Promise<Names> {
  return named(view, await actorsOf(view, ids));
}

/** Actors that a message made, and what they are. */
export interface Created {
  ids: readonly number[];
  names: Names;
}

/** Those of these actors that a message created, the first `most` of them. */
export async function createdAmong(
  view: View,
  ids: Iterable<number>,
  cid: Uint8Array,
  most: number,
): Promise<Created> {
  const rows = [...(await actorsOf(view, ids))]
    .filter(([, { created_by: by }]) => by !== null && equalBytes(by, cid))
    .sort(([a], [b]) => a - b)
    .slice(0, most);
  const names = new Names(new Map(rows), new Map(), view);
  return { ids: rows.map(([id]) => id), names };
}

/** Accounts by their addresses. */
export interface NamesAt {
  names: Names;
  /** Which actors have the addresses, by the hex of these; those that nobody has are left out. */
  ids: ReadonlyMap<string, number>;
}

/** The same of accounts by their addresses, and of others by id. */
export async function namesAt(
  view: View,
  addresses: Iterable<Uint8Array>,
  others: Iterable<Uint64 | null | undefined> = [],
): Promise<NamesAt> {
  const { ids, rows } = await actorsAt(view, addresses, others);
  return { ids, names: await named(view, rows) };
}

/** Of accounts at addresses only what they are: their names lack what they call themselves. */
export async function kindsAt(view: View, addresses: Iterable<Uint8Array>): Promise<NamesAt> {
  const { ids, rows } = await actorsAt(view, addresses, []);
  return { ids, names: new Names(rows, new Map(), view) };
}

async function actorsAt(
  view: View,
  addresses: Iterable<Uint8Array>,
  others: Iterable<Uint64 | null | undefined>,
): Promise<{ ids: NamesAt['ids']; rows: ReadonlyMap<number, Name> }> {
  const ids = new Map<string, number>();
  const written = new Map<string, Uint8Array>();
  for (const address of addresses) {
    const id = actorIdOf(address);
    if (id === null) written.set(toHex(address), address);
    else ids.set(toHex(address), id);
  }
  const [holdings, rows] = await Promise.all([
    holdingsOf(view, [...written.values()]),
    actorsOf(view, [...ids.values(), ...others]),
  ]);
  for (const { address, id } of holdings) ids.set(toHex(address), id);
  const known = new Map(holdings.map(({ id, address: _address, ...row }) => [id, row]));
  const found = await view.held.rows('name', known.keys(), async (missing) =>
    missing.flatMap((id) => {
      const row = known.get(id);
      if (row === undefined || row.kind === null) return [];
      return [[id, { ...row, id, kind: kindAt(row.kind) }] as const];
    }),
  );
  return { ids, rows: new Map([...rows, ...found]) };
}
