/** What was verified before lists had settings of their own has them, too. */
import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import * as buildSettings from './migrations/0038_build_settings.ts';
import { openEither } from './testing/kept.ts';

const SETTINGS = [
  { optimizer: { enabled: true, runs: 4_294_967_295 } },
  { optimizer: { runs: 1 } },
  { viaIR: true },
];

it('settings are taken out of the inputs that are there', async () => {
  const { db, close } = await openEither();
  try {
    await sql`alter table verified_build drop column optimize, drop column optimize_runs`.execute(
      db,
    );
    for (const [at, settings] of SETTINGS.entries()) {
      const input = JSON.stringify({ sources: { 'A.sol': { content: '\0' } }, settings });
      await sql`insert into verified_build values (${new Uint8Array([at])}, '', ${input})`.execute(
        db,
      );
    }
    await buildSettings.up(db as unknown as Kysely<unknown>);
    const rows = await db
      .selectFrom('verified_build')
      .select(['optimize', 'optimize_runs'])
      .orderBy('key')
      .execute();
    expect(rows.map((row) => [row.optimize, row.optimize_runs])).toEqual([
      [true, 4_294_967_295],
      [false, 1],
      [false, null],
    ]);
  } finally {
    await close();
  }
});
