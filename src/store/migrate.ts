import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Every migration, by the order of their names. */
export const MIGRATIONS = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  onFileIgnored: (name) => {
    throw new Error(`${name} is no migration`);
  },
});

/**
 * Brings the schema up to date. Processes that start at the same time on one server wait for each
 * other (advisory lock). Answers the names of the migrations that ran.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: MIGRATIONS });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
