import { sql, type Kysely } from 'kysely';

/** Lists that reorder, as they were. What each column means: ../schema/snapshots.ts. */
const STATEMENTS: readonly string[] = [
  `create table list_snapshot (
    head text not null, list text not null, height integer not null, size integer not null,
    doc bytea not null,
    primary key (head, list)
  )`,
  `create index list_snapshot_height on list_snapshot (height) include (size)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
