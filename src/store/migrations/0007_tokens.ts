import { sql, type Kysely } from 'kysely';

/** Tokens and NFTs: contracts found by their behaviour, transfers, balances, holders. What each column means: ../schema/tokens.ts. */
const STATEMENTS: readonly string[] = [
  `create table token (
    actor_id bigint primary key, address bytea not null, standard smallint not null,
    wrapped boolean not null, malformed boolean not null, mixed boolean not null,
    negative boolean not null, partial boolean not null, transfer_count integer not null,
    holder_count integer not null, item_count integer not null, minted numeric not null,
    burned numeric not null, height integer not null
  )`,
  `create index token_erc20 on token (transfer_count desc, actor_id) where standard = 1`,
  `create index token_nft on token (transfer_count desc, actor_id) where standard > 1`,
  // Not unique: an undo puts rows back one by one.
  `create index token_address on token (address)`,
  `create index token_height on token (height)`,
  `create table token_holder (
    token_id bigint not null, holder bytea not null, amount numeric not null,
    transfer_count integer not null,
    primary key (token_id, holder)
  )`,
  `create index token_holder_rank on token_holder (token_id, amount desc, holder) where amount > 0`,
  `create index token_holder_account on token_holder (holder, token_id) where amount > 0`,
  `create table token_account (
    holder bytea primary key, transfer_count integer not null, erc20_count integer not null,
    erc721_count integer not null, erc1155_count integer not null, nft_count integer not null
  )`,
  `create table nft (
    token_id bigint not null, item numeric not null, ord integer not null, supply numeric not null,
    uri text, height integer not null, position integer not null,
    primary key (token_id, item)
  )`,
  `create index nft_list on nft (token_id, ord)`,
  `create table nft_holder (
    token_id bigint not null, item numeric not null, holder bytea not null, amount numeric not null,
    primary key (token_id, item, holder)
  )`,
  `create index nft_holder_account on nft_holder (holder, token_id, item)`,
  `create table token_transfer (
    token_id bigint not null, ord integer not null, height integer not null,
    position integer not null, timestamp bigint not null, seq bigint not null, cid bytea not null,
    log_index integer not null, standard smallint not null, from_addr bytea not null,
    to_addr bytea not null, item numeric, value numeric not null,
    primary key (token_id, ord)
  )`,
  `create index token_transfer_message on token_transfer (seq, position)`,
  `create index token_transfer_height on token_transfer using brin (height)`,
  `create table account_token_transfer (
    holder bytea not null, ord integer not null, standard smallint not null,
    standard_ord integer not null, token_id bigint not null, token_place integer not null,
    token_ord integer not null, height integer not null, position integer not null,
    primary key (holder, ord)
  )`,
  `create unique index account_token_transfer_standard
    on account_token_transfer (holder, standard, standard_ord)`,
  `create unique index account_token_transfer_token
    on account_token_transfer (holder, token_id, token_place)`,
  `create index account_token_transfer_height on account_token_transfer using brin (height)`,
  `create table token_metadata (
    address bytea primary key, name text collate "C", symbol text collate "C", decimals smallint, total_supply numeric,
    asked_height integer not null, complete boolean not null, checked integer, denied integer
  )`,
  `create index token_metadata_name on token_metadata (lower(name)) where name is not null`,
  `create index token_metadata_symbol on token_metadata (lower(symbol)) where symbol is not null`,
  `create index token_metadata_oldest on token_metadata (complete, asked_height)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
