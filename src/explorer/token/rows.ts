/** Tokens as answers show them, and the one that a path names. */
import { formatEthAddress } from '#filecoin/address.ts';
import { tokenType, type TokenType } from '#filecoin/evm/tokens.ts';
import { ofAnyLength } from '#store/plans.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { actorOf } from '../account/find.ts';
import { NotFound } from '../errors.ts';
import { parseAddressInput } from '../input.ts';
import type { Names } from '../naming.ts';
import { asOf } from '../past.ts';
import type { View } from '../view.ts';
import type { TokenFlag, TokenListItem } from './schema.ts';

export interface TokenRow extends RowOf<'token'> {
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  total_supply: string | null;
  checked: number | null;
  denied: number | null;
  deleted_height: number | null;
  /** Where the contract destroyed itself. */
  destroyed_height: number | null;
}

const tokensBy = statement((db, { ids }: Places<{ ids: readonly number[] }>) =>
  db
    .selectFrom('token as t')
    .leftJoin('token_metadata as m', 'm.address', 't.address')
    .leftJoin('actor as a', 'a.id', 't.actor_id')
    .leftJoin('contract as c', 'c.actor_id', 't.actor_id')
    .selectAll('t')
    .select([
      'm.name',
      'm.symbol',
      'm.decimals',
      'm.total_supply',
      'm.checked',
      'm.denied',
      'a.deleted_height',
      'c.destroyed_height',
    ])
    .where('t.actor_id', '=', sql<number>`any(${ofAnyLength(ids)})`)
    .compile(),
);

/** The tokens of these contracts, in their order; those that are none are left out. */
export async function tokenRows({ db, held }: View, ids: Iterable<number>): Promise<TokenRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await held.rows('token', wanted, async (missing) =>
    (await tokensBy(db, { ids: missing })).map((row) => [row.actor_id, row] as const),
  );
  return wanted.flatMap((id) => rows.get(id) ?? []);
}

/** The token at an address in any form. Throws BadInput, NotFound for what is no token. */
export async function findToken(view: View, text: string): Promise<TokenRow> {
  const actor = await actorOf(view, parseAddressInput(text));
  const [row] = actor ? await tokenRows(view, [actor.id]) : [];
  if (!row) throw new NotFound('noToken');
  return row;
}

/** A token as it was at the head that is answered for. Throws NotFound when it was none yet. */
export async function tokenThen(view: View, present: TokenRow): Promise<TokenRow> {
  const figures = asOf(await view.changed('token'), String(present.actor_id), present);
  if (!figures) throw new NotFound('noToken');
  return { ...present, ...figures };
}

/** What a token is called, in every answer that names one. */
export interface TokenWords {
  name: string | null;
  symbol: string | null;
  decimals: number | null;
}

export function wordsOf(row: TokenWords | undefined): TokenWords {
  const { name = null, symbol = null, decimals = null } = row ?? {};
  return { name, symbol, decimals };
}

export function typeOf({ standard }: TokenRow): TokenType {
  return tokenType(standard);
}

/** Minted minus burned; of a token older than the index what the contract itself says. */
export function supplyOf(row: TokenRow): string | null {
  if (row.partial) return row.total_supply;
  return (BigInt(row.minted) - BigInt(row.burned)).toString();
}

/** A token's line in a list; its page shows more. `height`: of the head that it is shown at. */
export function tokenItem(row: TokenRow, names: Names, height: number): TokenListItem {
  const tag = names.tag(row.actor_id);
  return {
    address: names.shown(row.actor_id),
    id: names.idText(row.actor_id),
    ethAddress: formatEthAddress(row.address),
    ...(tag ? { tag } : {}),
    type: typeOf(row),
    ...wordsOf(row),
    totalSupply: supplyOf(row),
    transferCount: row.transfer_count,
    holderCount: row.partial ? null : row.holder_count,
    flags: flagsOf(row),
    status:
      Math.min(row.deleted_height ?? height, row.destroyed_height ?? height) < height
        ? 'destroyed'
        : 'active',
  };
}

function flagsOf(row: TokenRow): TokenFlag[] {
  const denied = (row.denied ?? 0) > 0;
  const { malformed, mixed, negative, partial } = row;
  const set = { malformed, mixed, negative, denied, partial } satisfies Record<TokenFlag, boolean>;
  return (Object.keys(set) as TokenFlag[]).filter((flag) => set[flag]);
}
