import { sql, type Kysely } from 'kysely';

/** The market takes any piece size of 64 bits, and so does the verified registry. */
const STATEMENTS: readonly string[] = [
  'alter table deal alter column piece_size type numeric',
  'alter table allocation alter column size type numeric',
  'alter table claim alter column size type numeric',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
