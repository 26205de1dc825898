import { sql, type Kysely } from 'kysely';

/**
 * Hours of the network's figures. What each column means: ../schema/network.ts. An index that is older
 * makes those of its past beside its work (indexer/parts/network/hours.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table series_hour (
      series text not null, height integer not null, low numeric, low_at integer, high numeric,
      high_at integer, sum numeric not null, tipsets integer not null, primary key (series, height)
    )`.execute(db);
  await sql`create index series_hour_height on series_hour using brin (height)`.execute(db);
}
