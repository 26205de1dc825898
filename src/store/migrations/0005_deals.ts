import { sql, type Kysely } from 'kysely';

/** The lists of a table: of all, of a client, of a provider. Not unique: an undo puts rows back one by one. */
const lists = (table: string): string[] => [
  `create index ${table}_ord on ${table} (ord)`,
  `create index ${table}_client on ${table} (client_id, client_ord)`,
  `create index ${table}_provider on ${table} (provider_id, provider_ord)`,
];

/** Market deals, direct onboarding and data cap. What each column means: ../schema/deals.ts. */
const STATEMENTS: readonly string[] = [
  `create table deal (
    id bigint primary key, ord integer, client_ord integer, provider_ord integer,
    client_id bigint not null, provider_id bigint not null, piece_cid bytea not null,
    piece_size bigint not null, verified boolean not null, label bytea not null,
    label_text boolean not null, start_epoch bigint not null, end_epoch bigint not null,
    price numeric not null, provider_collateral numeric not null,
    client_collateral numeric not null, status smallint not null, height integer,
    position integer not null, cid bytea, activated_height integer, sector bigint,
    ended_height integer
  )`,
  ...lists('deal'),
  `create table piece (
    provider_id bigint not null, sector bigint not null, idx integer not null,
    ord integer not null, provider_ord integer not null, client_id bigint, client_ord integer,
    piece_cid bytea not null, piece_size bigint not null, allocation_id bigint, deal_id bigint,
    height integer not null, position integer not null, cid bytea, ended_height integer,
    primary key (provider_id, sector, idx)
  )`,
  ...lists('piece'),
  `create table storage_count (
    actor_id bigint primary key, client_deals integer not null, provider_deals integer not null,
    client_pieces integer not null, provider_pieces integer not null,
    client_allocations integer not null, provider_allocations integer not null,
    client_claims integer not null, provider_claims integer not null
  )`,
  `create table verifier (
    actor_id bigint primary key, ord integer not null, allowance numeric, granted numeric not null,
    height integer not null, position integer not null, removed_height integer,
    changes integer not null
  )`,
  `create index verifier_ord on verifier (ord)`,
  `create table verifier_change (
    actor_id bigint not null, ord integer not null, height integer not null,
    position integer not null, kind smallint not null, allowance numeric, amount numeric,
    client_id bigint, cid bytea,
    primary key (actor_id, ord)
  )`,
  `create index verifier_change_height on verifier_change using brin (height)`,
  `create table data_cap (
    actor_id bigint primary key, ord integer, balance numeric, granted numeric not null,
    allocated numeric not null, returned numeric not null, removed numeric not null,
    height integer not null, position integer not null, changes integer not null
  )`,
  `create index data_cap_ord on data_cap (ord)`,
  `create table data_cap_change (
    actor_id bigint not null, ord integer not null, height integer not null,
    position integer not null, kind smallint not null, amount numeric not null, balance numeric,
    other_id bigint, cid bytea,
    primary key (actor_id, ord)
  )`,
  `create index data_cap_change_height on data_cap_change using brin (height)`,
  `create table allocation (
    id bigint primary key, ord integer not null, client_ord integer not null,
    provider_ord integer not null, client_id bigint not null, provider_id bigint not null,
    piece_cid bytea not null, size bigint not null, term_min bigint not null,
    term_max bigint not null, expiration bigint not null, status smallint not null,
    height integer not null, position integer not null, cid bytea, ended_height integer
  )`,
  ...lists('allocation'),
  `create table claim (
    id bigint primary key, ord integer not null, client_ord integer not null,
    provider_ord integer not null, client_id bigint not null, provider_id bigint not null,
    piece_cid bytea not null, size bigint not null, term_min bigint, term_max bigint,
    term_start bigint not null, sector bigint not null, extensions integer not null,
    height integer not null, position integer not null, cid bytea, removed_height integer
  )`,
  ...lists('claim'),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
