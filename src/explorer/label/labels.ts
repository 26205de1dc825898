/** How the accounts of a page are called, beyond what its rows say: all of them in one statement. */
import { AddressError, actorIdOf, parseAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { statement, type Places } from '#store/statement.ts';
import type { Trx } from '#store/store.ts';
import { sql } from 'kysely';
import { Names } from '../naming.ts';
import type { Calling } from '../view.ts';
import type { Tag } from '../wire.ts';

/** So many accounts of a page are looked up. */
export const MAX_LABELS = 500;

/**
 * What a contract calls itself: anybody can choose such a name, so it is no tag. `token`: by its
 * functions `name` and `symbol`; `code`: in its verified source.
 */
export interface OwnName {
  kind: 'token' | 'code';
  /** Bounded; either may be empty, never both. */
  name: string;
  symbol: string;
}

export interface Label {
  tag: Tag | null;
  own: OwnName | null;
}

interface Row {
  address: Uint8Array;
  id: number;
  name: string | null;
  symbol: string | null;
  source: string | null;
}

interface Asked {
  text: string;
  address: Uint8Array;
  id: number | null;
}

function askedOf(texts: readonly string[]): Asked[] {
  return texts.slice(0, MAX_LABELS).flatMap((text) => {
    const address = addressOf(text);
    return address === null ? [] : [{ text, address, id: actorIdOf(address) }];
  });
}

/** What the asked addresses are, and rows by those (hex) that name no actor by its id. */
interface Found {
  asked: Asked[];
  rows: ReadonlyMap<string, Row>;
}

/** Under what names rows are held, and what was made of them. */
const HELD = 'label';
const namedIn = ({ language }: Calling): string => `label ${language}`;

const wantedOf = (asked: readonly Asked[]): Map<string, Uint8Array> =>
  new Map(asked.flatMap(({ address, id }) => (id === null ? [[toHex(address), address]] : [])));

/** The asked addresses that have an actor, with what it calls itself where it is a contract. */
export async function contractsOf(db: Trx, texts: readonly string[]): Promise<Found> {
  const asked = askedOf(texts);
  const wanted = [...wantedOf(asked).values()];
  const rows = wanted.length === 0 ? [] : await rowsAt(db, { wanted });
  return { asked, rows: new Map(rows.map((row) => [toHex(row.address), row])) };
}

/** Labels by the texts that were given, in any form of an address; what is not called anything is left out. */
export function labelsOf(view: Calling, found: Found): ReadonlyMap<string, Label> {
  view.held.keep(HELD, wantedOf(found.asked).keys(), found.rows);
  return namedBy(view, found);
}

/** The same without the database, where all rows are held. */
export function knownLabels(
  calling: Calling,
  texts: readonly string[],
): ReadonlyMap<string, Label> | undefined {
  // Pages name the same accounts again and again, and reading an address takes longer than all else.
  const few = texts.slice(0, MAX_LABELS);
  const labels = calling.held.known<string, Label>(namedIn(calling), few);
  if (labels !== undefined) return labels;
  const asked = askedOf(few);
  const rows = calling.held.known<string, Row>(HELD, wantedOf(asked).keys());
  if (rows === undefined) return undefined;
  const named = namedBy(calling, { asked, rows });
  calling.held.keep(namedIn(calling), few, named);
  return named;
}

function namedBy(calling: Calling, { asked, rows }: Found): ReadonlyMap<string, Label> {
  const names = new Names(new Map(), new Map(), calling);
  return new Map(
    asked.flatMap(({ text, address, id }) => {
      const row = rows.get(toHex(address));
      const tag = names.tag(id ?? row?.id ?? null, address);
      const own = row === undefined ? null : ownName(row);
      return tag === null && own === null ? [] : [[text, { tag, own }] as const];
    }),
  );
}

function addressOf(text: string): Uint8Array | null {
  try {
    // Of an answer's own address nobody has to check the case of its letters.
    return parseAddress(text.startsWith('0x') ? text.toLowerCase() : text);
  } catch (error) {
    if (error instanceof AddressError) return null;
    throw error;
  }
}

const rowsAt = statement((db, { wanted }: Places<{ wanted: readonly Uint8Array[] }>) =>
  db
    .selectFrom('address as d')
    .leftJoin('token as t', 't.actor_id', 'd.actor_id')
    .leftJoin('token_metadata as m', 'm.address', 't.address')
    .leftJoin('contract as c', 'c.actor_id', 'd.actor_id')
    .leftJoin('contract_source as s', (join) =>
      join.on((eb) => eb('s.hash', '=', eb.fn.coalesce('c.init_hash', 'c.code_hash'))),
    )
    .leftJoin('verified_code as v', 'v.key', 's.key')
    .select(['d.address', 'd.actor_id as id', 'm.name', 'm.symbol', 'v.name as source'])
    .where('d.address', '=', sql<Uint8Array>`any(${wanted}::bytea[])`)
    .compile(),
);

function ownName({ name, symbol, source }: Row): OwnName | null {
  const token = { kind: 'token', name: name?.trim() ?? '', symbol: symbol?.trim() ?? '' } as const;
  if (token.name !== '' || token.symbol !== '') return token;
  return source === null ? null : { kind: 'code', name: source, symbol: '' };
}
