/**
 * The database's tables, a file per subject: schema/. Whatever a file there exports is a table of that name.
 *
 * Units and encodings, the same everywhere:
 * - CIDs of blocks and messages are their 32-byte blake2b-256 digests (the prefix 0171a0e40220 is
 *   constant), as are state roots; a tipset key is its block digests joined, in tipset order.
 *   Code CIDs are whole CID bytes.
 * - Addresses are their byte form (protocol byte + payload).
 * - Actors are their numeric ids.
 * - Amounts (numeric) are attoFIL and arrive as decimal strings.
 * - bigint columns arrive as numbers (all of them stay below 2^53).
 * - `timestamp` is Unix time in seconds.
 * - A method's `method_id` is `methodId(name)` of filecoin/actors: a stable hash of its display
 *   name, so that no key depends on the order of insertion.
 * - Ordinals (`ordinal`, `seq`, `ord`, `position`, `log_index`) begin at 0: a counter of n has 0 … n−1.
 */
import * as accounts from './schema/accounts.ts';
import * as chain from './schema/chain.ts';
import * as contracts from './schema/contracts.ts';
import * as deals from './schema/deals.ts';
import * as mempool from './schema/mempool.ts';
import * as miners from './schema/miners.ts';
import * as names from './schema/names.ts';
import * as network from './schema/network.ts';
import * as progress from './schema/progress.ts';
import * as sectors from './schema/sectors.ts';
import * as sources from './schema/sources.ts';
import * as tags from './schema/tags.ts';
import * as tokens from './schema/tokens.ts';
import * as wallets from './schema/wallets.ts';
import type { Insertable, Selectable } from 'kysely';
import type { ColumnsOf, Kind, Table } from './table.ts';

const DECLARED = {
  ...progress,
  ...chain,
  ...accounts,
  ...mempool,
  ...miners,
  ...sectors,
  ...deals,
  ...network,
  ...tokens,
  ...contracts,
  ...names,
  ...wallets,
  ...tags,
  ...sources,
};

export type Declared = typeof DECLARED;
export type Database = { [T in keyof Declared]: ColumnsOf<Declared[T]> };
export type TableName = keyof Database;
/** The tables of a kind. */
export type TableOf<K extends Kind> = {
  [T in TableName]: Declared[T]['kind'] extends K ? T : never;
}[TableName];

/** A row as it is read, and as it is written. */
export type RowOf<T extends TableName> = Selectable<Database[T]>;
export type NewRow<T extends TableName> = Insertable<Database[T]>;

export const TABLES: Readonly<Record<TableName, Table>> = DECLARED;

/** The names of a kind's tables, of all or of one subject's. */
export const tablesOf = <K extends Kind, T extends TableName>(
  kind: K,
  among: Readonly<Record<T, Table>>,
): (TableOf<K> & T)[] =>
  (Object.keys(among) as (TableOf<K> & T)[]).filter((table) => among[table].kind === kind);
