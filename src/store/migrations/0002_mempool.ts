import { sql, type Kysely } from 'kysely';

/**
 * The message pool of the node, and what became of its messages. What each column means:
 * ../schema.ts. Nothing here is a fact of the chain.
 */
const STATEMENTS = [
  `create table mempool (
    cid bytea primary key, arrival bigint not null unique, first_seen bigint not null,
    version smallint not null, from_addr bytea not null, to_addr bytea not null, nonce bigint not null,
    value numeric not null, gas_limit bigint not null, gas_fee_cap numeric not null,
    gas_premium numeric not null, method numeric not null, params bytea, signature_type smallint not null,
    size integer not null, eth_hash bytea, method_name text not null, selector bytea,
    departure bigint, departed_at bigint, departed_height integer, fate smallint, replaced_by bytea
  )`,
  `create index mempool_pending on mempool (arrival) where departure is null`,
  `create index mempool_method on mempool (method_name, arrival) where departure is null`,
  `create index mempool_receiver on mempool (to_addr) where departure is null`,
  `create index mempool_sender on mempool (from_addr, nonce)`,
  `create index mempool_departed on mempool (departure) where departure is not null`,
  `create index mempool_unsettled on mempool (departure) where departure is not null and fate is null`,
  `create index mempool_replaced_by on mempool (replaced_by) where replaced_by is not null`,
  `create index mempool_eth_hash on mempool (eth_hash) where eth_hash is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
