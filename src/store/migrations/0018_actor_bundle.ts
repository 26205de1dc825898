import { sql, type Kysely } from 'kysely';

/**
 * Codes of the actors by upgrade: ../schema/network.ts. Network versions stood at the tipset below the
 * one that carried the upgrade out, or at both, or where a height was none of an upgrade.
 */
const STATEMENTS: readonly string[] = [
  `create table actor_bundle (
    kind smallint not null, height integer not null, code bytea not null, primary key (kind, height)
  )`,
  `create index actor_bundle_height on actor_bundle (height)`,
  `delete from network_version v where version = (
    select version from network_version b where b.height < v.height order by b.height desc limit 1
  )`,
  // Through negative heights: a row may move to where the next one still is.
  `update network_version v
    set height = -(select min(t.height) from tipset t where t.height > v.height)
    where height > (select min(height) from network_version)
      and exists (select from tipset t where t.height > v.height)`,
  `update network_version set height = -height where height < 0`,
];

export async function up<DB>(db: Kysely<DB>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
