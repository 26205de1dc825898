import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

const inputSchema = z.object({
  settings: z.object({
    optimizer: z.object({ enabled: z.boolean().optional(), runs: z.number().optional() }).nullish(),
  }),
});

/** What lists tell of a build's settings. See ../schema/sources.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table verified_build add column optimize boolean, add column optimize_runs bigint
  `.execute(db);
  const { rows: builds } = await sql<{ key: Uint8Array }>`
    select key from verified_build`.execute(db);
  for (const { key } of builds) {
    // Read here, one by one: they may be long, and PostgreSQL reads no JSON with a NUL in any text.
    const { rows } = await sql<{ input: string }>`
      select input from verified_build where key = ${key}`.execute(db);
    const { optimizer } = inputSchema.parse(JSON.parse(rows[0]?.input ?? '')).settings;
    await sql`
      update verified_build
      set optimize = ${optimizer?.enabled ?? false}, optimize_runs = ${optimizer?.runs ?? null}
      where key = ${key}`.execute(db);
  }
  await sql`alter table verified_build alter column optimize set not null`.execute(db);
}
