import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IndexHeadChange } from '../heads.ts';
import { openStore, type Store } from '../store.ts';
import { createDatabase, maintain } from '../testing/server.ts';

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('new heads on a server', () => {
  let name: string;
  let indexer: Store;
  let web: Store;
  beforeAll(async () => {
    const made = await createDatabase();
    name = made.name;
    // Both at once: migrations must not get in each other's way.
    [indexer, web] = await Promise.all([
      openStore({ databaseUrl: made.databaseUrl }),
      openStore({ databaseUrl: made.databaseUrl }),
    ]);
  });
  afterAll(async () => {
    await indexer.close();
    await web.close();
    await maintain(`drop database "${name}" with (force)`);
  });

  test('are heard in every process', async () => {
    const heard: IndexHeadChange[] = [];
    const leave = web.onHead((change) => heard.push(change));
    await indexer.notifyHead({ height: 7, key: 'aa', reorgFrom: 5 });
    await expect.poll(() => heard).toEqual([{ height: 7, key: 'aa', reorgFrom: 5 }]);
    leave();
  });

  test('are heard again after the listening connection broke, the missed one included', async () => {
    const heard: IndexHeadChange[] = [];
    web.onHead((change) => heard.push(change));
    await indexer.db
      .insertInto('checkpoint')
      .values({
        revision: 1,
        head_height: 8,
        head_key: Uint8Array.of(0xbb),
        executed_height: null,
        executed_key: null,
        final_height: null,
      })
      .execute();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and application_name = 'sextant heads'`.execute(indexer.db);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([{ height: 8, key: 'bb' }]);
    await indexer.notifyHead({ height: 9, key: 'cc' });
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toEqual({ height: 9, key: 'cc' });
  });

  test('a connection that breaks in the middle of a transaction fails it and nothing else', async () => {
    const broken = indexer.transaction(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(web.db);
      await sql`select 1`.execute(trx);
    });
    await expect(broken).rejects.toThrow();
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(indexer.db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  test('what is no head is passed over', async () => {
    const heard: IndexHeadChange[] = [];
    web.onHead((change) => heard.push(change));
    for (const payload of ['', 'x', '{"height":"1"}', '{}'])
      await sql`select pg_notify('sextant_head', ${payload})`.execute(indexer.db);
    await indexer.notifyHead({ height: 10, key: 'dd' });
    await expect.poll(() => heard).toEqual([{ height: 10, key: 'dd' }]);
  });
});
