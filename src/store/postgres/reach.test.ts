import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isUnreachable, StoreError } from '../connection.ts';
import { openStore } from '../store.ts';
import { createDatabase, maintain } from '../testing/server.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a server that cannot be reached, and one that ends its connections, are told from a refusal', async () => {
  const nobody = await failureOf(openStore({ databaseUrl: 'postgres://127.0.0.1:1/none' }));
  expect(nobody).toBeInstanceOf(Error);
  expect(isUnreachable(nobody)).toBe(true);

  const { databaseUrl, name } = await createDatabase();
  const store = await openStore({ databaseUrl });
  const ask = (text: string) =>
    failureOf(store.snapshot((trx) => sql`${sql.raw(text)}`.execute(trx)));
  expect(isUnreachable(await ask('select 1 / 0'))).toBe(false);
  const waiting = ask('select pg_sleep(60)');
  await expect
    .poll(async () => {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = ${name} and query like 'select pg_sleep%'`.execute(store.db);
      return rows.length;
    })
    .toBe(1);
  expect(isUnreachable(await waiting)).toBe(true);
  expect(await ask('select 1')).toBe(null);
  await store.close();
  await maintain(`drop database "${name}" with (force)`);
});

test('what the driver says without a code', () => {
  expect(isUnreachable(new StoreError('Connection terminated unexpectedly'))).toBe(true);
  expect(isUnreachable(new StoreError('Connection of another database'))).toBe(false);
  expect(isUnreachable('ECONNREFUSED')).toBe(false);
});
