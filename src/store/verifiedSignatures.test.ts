/** What was verified before its signatures were kept names other code, too. */
import { expect, test } from 'vitest';
import * as verifiedSignatures from './migrations/0029_verified_signatures.ts';
import { openMemory } from './testing/kept.ts';
import { sql, type Kysely } from 'kysely';

test('signatures of ABIs that were there are kept', async () => {
  const { db, close } = await openMemory();
  try {
    const build = new Uint8Array(32);
    await db
      .insertInto('verified_build')
      .values({ key: build, compiler: '', input: '', optimize: false })
      .execute();
    for (const [at, name] of ['a', 'b', 'a'].entries())
      await db
        .insertInto('verified_code')
        .values({
          key: new Uint8Array(32).fill(at),
          deployed: false,
          length: 1,
          head: build,
          build,
          file: 'A.sol',
          name: 'A',
          complete: true,
          abi: JSON.stringify([{ type: 'function', name, inputs: [] }]),
          docs: '{}',
          libraries: '[]',
          immutables: '[]',
          license: null,
          brought_by: null,
          verified_at: 1,
        })
        .execute();
    await sql`drop table verified_signature`.execute(db);
    await verifiedSignatures.up(db as unknown as Kysely<unknown>);
    const rows = await db
      .selectFrom('verified_signature')
      .select('signature')
      .orderBy('signature')
      .execute();
    expect(rows.map(({ signature }) => signature)).toEqual(['a()', 'b()']);
  } finally {
    await close();
  }
});
