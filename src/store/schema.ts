/**
 * The database's tables as Kysely sees them. DDL: migrations/. A file per subject: schema/.
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
import type { AccountsTables } from './schema/accounts.ts';
import type { ChainTables } from './schema/chain.ts';
import type { ContractsTables } from './schema/contracts.ts';
import type { DealsTables } from './schema/deals.ts';
import type { MempoolTables } from './schema/mempool.ts';
import type { MinersTables } from './schema/miners.ts';
import type { NamesTables } from './schema/names.ts';
import type { NetworkTables } from './schema/network.ts';
import type { ProgressTables } from './schema/progress.ts';
import type { SectorsTables } from './schema/sectors.ts';
import type { SourcesTables } from './schema/sources.ts';
import type { TagsTables } from './schema/tags.ts';
import type { TokensTables } from './schema/tokens.ts';
import type { WalletsTables } from './schema/wallets.ts';

export type * from './schema/values.ts';
export type * from './schema/progress.ts';
export type * from './schema/chain.ts';
export type * from './schema/accounts.ts';
export type * from './schema/mempool.ts';
export type * from './schema/miners.ts';
export type * from './schema/sectors.ts';
export type * from './schema/deals.ts';
export type * from './schema/network.ts';
export type * from './schema/tokens.ts';
export type * from './schema/contracts.ts';
export type * from './schema/names.ts';
export type * from './schema/wallets.ts';
export type * from './schema/tags.ts';
export type * from './schema/sources.ts';

export type Database = ProgressTables &
  ChainTables &
  AccountsTables &
  MempoolTables &
  MinersTables &
  SectorsTables &
  DealsTables &
  NetworkTables &
  TokensTables &
  ContractsTables &
  NamesTables &
  WalletsTables &
  TagsTables &
  SourcesTables;
