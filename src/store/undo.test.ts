import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from './migrations/0012_undo_parts.ts';
import { TABLES } from './schema.ts';
import { eachDatabase } from './testing/databases.ts';
import { OTHER_TABLES, packImages, readPast, unpackImages, type Image } from './undo.ts';

eachDatabase((open) => {
  test('an older undo log is split into the documents that lists read', async () => {
    const { db } = await open();
    await sql`drop table undo`.execute(db);
    await sql`create table undo (
      height integer not null, part text not null, doc bytea not null, primary key (height, part)
    )`.execute(db);
    const name: Image = ['name', '0/ab', null];
    const sector: Image = ['sector', '1000/7', { miner_id: 1000, number: 7 }];
    const sets: Image = ['sector_set', '1000/1', null];
    const other: Image = ['sector_expiry', '1000/20000', null];
    const actor: Image = ['actor', '5', null];
    await db
      .insertInto('undo')
      .values([
        { height: 7, part: 'actor', doc: packImages([actor]) },
        { height: 7, part: OTHER_TABLES, doc: packImages([name, sector, other, sets]) },
        { height: 8, part: OTHER_TABLES, doc: packImages([]) },
      ])
      .execute();
    await up(db);
    const rows = await db
      .selectFrom('undo')
      .selectAll()
      .orderBy('height')
      .orderBy('part')
      .execute();
    expect(rows.map(({ height, part, doc }) => [height, part, unpackImages(doc)])).toEqual([
      [7, OTHER_TABLES, [other]],
      [7, 'actor', [actor]],
      [7, 'name', [name]],
      [7, 'sectors/1000', [sector, sets]],
      [8, OTHER_TABLES, []],
    ]);
  });
});

test('lists read what was logged before a column was there, or when it was narrower', () => {
  const sums = Object.fromEntries(
    TABLES.data_cap.past.map((column) => [column, column === 'balance' ? 7 : '5']),
  );
  expect(readPast(['data_cap', '5', { ...sums, height: 3 }])).toEqual({ ...sums, balance: '7' });
  const { balance: _, ...without } = sums;
  expect(readPast(['data_cap', '5', without])).toEqual({ ...without, balance: null });
  const wallet = { actor_id: 5, threshold: 1, initial_balance: '0', unlock_duration: 9 };
  expect(readPast(['multisig', '5', { ...wallet, start_epoch: String(2n ** 63n - 1n) }])).toEqual({
    ...wallet,
    start_epoch: 2n ** 63n - 1n,
  });
  const set = { kind: 1, sectors: '0a0b' };
  expect(readPast(['sector_set', '1000/1', set])).toEqual({
    kind: 1,
    sectors: Uint8Array.of(10, 11),
  });
  expect(readPast(['sector_set', '1000/1', null])).toBeNull();
  expect(() => readPast(['sector_set', '1000/1', { kind: 1 }])).toThrow();
});
