import { sql, type Kysely } from 'kysely';

/**
 * How far each kind of thing is taken over that an index found which begins after the genesis. Actors
 * came in the order of their ids, they come in the order of the state tree now: who had not finished
 * begins again, what is known already is passed over. What expires of sectors that are older than the
 * index stands apart from what tipsets change, as it is so on every branch.
 */
const SUMS = `sectors integer not null, raw_power numeric not null, quality_adj_power numeric not null,
  pledge numeric not null, unknown_power integer not null, unknown_pledge integer not null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table opening rename to opening_before`,
    `create table opening (
      subject text primary key, after text, taken bigint not null, done boolean not null, refused text
    )`,
    `insert into opening select 'actors', null, coalesce(listed, 0), true, null
      from opening_before where done`,
    `drop table opening_before`,
    `create table older_expiry (
      miner_id bigint not null, day integer not null, ${SUMS}, numbers bytea not null,
      primary key (miner_id, day)
    )`,
    `create table older_expiry_day (day integer primary key, ${SUMS})`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
