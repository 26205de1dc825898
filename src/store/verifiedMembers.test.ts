/** What was verified before names and errors were kept is read with them, too. */
import { expect, it } from 'vitest';
import { sql, type Kysely } from 'kysely';
import * as verifiedMembers from './migrations/0031_verified_members.ts';
import { openEither } from './testing/kept.ts';

const ABI = [
  { type: 'function', name: 'a', inputs: [{ name: 'count', type: 'uint8' }] },
  { type: 'error', name: 'a', inputs: [{ name: 'count', type: 'uint8' }] },
  { type: 'event', name: 'E', inputs: [{ name: 'x', type: 'uint8', indexed: true }] },
  { type: 'event', name: 'E', inputs: [{ name: 'x', type: 'uint8' }] },
];

it('signatures are kept again, with names, errors and what is indexed', async () => {
  const { db, close } = await openEither();
  try {
    const build = new Uint8Array(32);
    await db
      .insertInto('verified_build')
      .values({ key: build, compiler: '', input: '', optimize: false })
      .execute();
    for (const at of [0, 1])
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
          abi: JSON.stringify(ABI),
          docs: '{}',
          libraries: '[]',
          immutables: '[]',
          license: null,
          brought_by: null,
          verified_at: 1,
        })
        .execute();
    await sql`drop table verified_signature`.execute(db);
    await sql`create table verified_signature (
      hash bytea not null, signature text not null, primary key (hash, signature)
    )`.execute(db);
    await sql`insert into verified_signature values ('\\x01020304', 'gone()')`.execute(db);
    await verifiedMembers.up(db as unknown as Kysely<unknown>);
    const rows = await db
      .selectFrom('verified_signature')
      .select(['signature', 'form', 'item'])
      .orderBy('signature')
      .orderBy('form')
      .execute();
    expect(rows.map(({ signature, form }) => [signature, form])).toEqual([
      ['E(uint8)', ''],
      ['E(uint8)', '0'],
      ['a(uint8)', ''],
      ['a(uint8)', 'error'],
    ]);
    const [f, error, indexed, plain] = ABI;
    expect(rows.map(({ item }) => JSON.parse(item ?? ''))).toEqual([plain, indexed, f, error]);
  } finally {
    await close();
  }
});
