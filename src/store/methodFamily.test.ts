import { expect, test } from 'vitest';
import { methodId } from '#filecoin/actors/methods.ts';
import { up } from './migrations/0013_method_family.ts';
import { eachDatabase } from './testing/databases.ts';

eachDatabase((open) => {
  test('an older index names a storage miner’s methods as a new one does, by the same numbers', async () => {
    const { db } = await open();
    const names = ['WithdrawBalance', 'WithdrawBalance (market)', 'Send'];
    await db
      .insertInto('method')
      .values(names.map((name) => ({ id: methodId(name), name, count: 1 })))
      .execute();
    await up(db);
    const rows = await db.selectFrom('method').select(['id', 'name']).orderBy('name').execute();
    expect(rows).toEqual(
      ['Send', 'WithdrawBalance (market)', 'WithdrawBalance (miner)'].map((name) => ({
        id: methodId(name),
        name,
      })),
    );
  });
});
