import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { StoreError } from '../connection.ts';
import { openStore, type Store, type Trx } from '../store.ts';
import { createDatabase, maintain } from '../testing/server.ts';
import { createPool } from './pool.ts';
import { Prepared } from './prepared.ts';
import { Reading } from './reading.ts';

const MOST = 3;

async function namedIn(db: Trx): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(db);
  return rows.map(({ statement }) => statement);
}

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('prepared statements', () => {
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  async function database(): Promise<string> {
    const { databaseUrl, name } = await createDatabase();
    closing.push(async () => {
      await maintain(`drop database "${name}" with (force)`);
    });
    return databaseUrl;
  }

  async function opened(prepared?: boolean): Promise<Store> {
    const store = await openStore({ databaseUrl: await database(), prepared });
    closing.push(() => store.close());
    return store;
  }

  const ask = (store: Store, value: number) =>
    store.snapshot(async (trx) => (await sql`select ${value}::int4 as "asked"`.execute(trx)).rows);
  const asked = (texts: readonly string[]) => texts.filter((text) => text.includes('"asked"'));

  test('are those that come a second time, in reads only', async () => {
    const store = await opened();
    const named = () => store.snapshot(async (trx) => asked(await namedIn(trx)));
    expect(await ask(store, 1)).toEqual([{ asked: 1 }]);
    expect(await named()).toEqual([]);
    expect(await ask(store, 2)).toEqual([{ asked: 2 }]);
    expect(await ask(store, 3)).toEqual([{ asked: 3 }]);
    expect(await named()).toEqual(['select $1::int4 as "asked"']);
    for (const value of [1, 2, 3])
      await store.transaction((trx) => sql`select ${value}::int8 as "asked"`.execute(trx));
    expect(await named()).toHaveLength(1);
  });

  test('are none where they are switched off', async () => {
    const store = await opened(false);
    for (const value of [1, 2, 3]) await ask(store, value);
    expect(await store.snapshot(namedIn)).toEqual([]);
  });

  test('answer as a statement that is asked anew, of every type, without rows and after a failure', async () => {
    const store = await opened();
    const typed = sql`select 9007199254740993::int8 as big, 7::int8 as small, 1.50::numeric as amount,
      '\\x00ff'::bytea as bytes, ''::bytea as empty, null::text as none, true as yes, 'é☃'::text as words,
      '{1,2}'::int4[] as list, 2 as again, 3 as again from generate_series(1, ${2}::int4)`;
    const { rows: expected } = await typed.execute(store.db);
    expect(expected).toHaveLength(2);
    const none = sql`select 1 as "asked" where ${1}::int4 = 0`;
    const failing = sql`select 1 / ${0}::int4 as "asked"`;
    for (let time = 0; time < 4; time++) {
      await store.snapshot(async (trx) => {
        const [first, second] = await Promise.all([typed.execute(trx), typed.execute(trx)]);
        expect(first.rows).toEqual(expected);
        expect(second.rows).toEqual(expected);
        expect((await none.execute(trx)).rows).toEqual([]);
      });
      const broken = store.snapshot(async (trx) =>
        Promise.all([failing.execute(trx), ask(store, 1)]),
      );
      await expect(broken).rejects.toMatchObject({ code: '22012' });
    }
  });

  test('refuse a value that cannot be written, and answer on', async () => {
    const store = await opened();
    for (let time = 0; time < 3; time++) {
      const broken = store.snapshot((trx) =>
        sql`select ${{ a: 1n }}::jsonb as "asked"`.execute(trx),
      );
      await expect(broken).rejects.toBeInstanceOf(StoreError);
      expect(await ask(store, time)).toEqual([{ asked: time }]);
    }
  });

  test('that the server never took are left out without harm', async () => {
    const pool = createPool(await database(), () => {}, { pipeline: true, connections: 1 });
    const reading = new Reading(pool, new Prepared(MOST));
    closing.push(() => reading.close());
    const text = sql`select 1 as "never taken"`;
    const failing = sql`select 1 / ${0}::int4`;
    const once = (...asked: (typeof text | typeof failing)[]) =>
      reading.snapshot((trx) => Promise.all(asked.map((one) => one.execute(trx))));
    await once(text);
    // Named now, and sent behind what fails: the server does not read it.
    await expect(once(failing, text)).rejects.toBeInstanceOf(StoreError);
    for (let other = 0; other < MOST + 1; other++)
      for (let time = 0; time < 3; time++)
        await once(sql`select 1 as ${sql.id(`column ${other}`)}`, sql`select 2`);
  });

  test('are at most so many on a connection, those that were used last', async () => {
    const pool = createPool(await database(), () => {}, { pipeline: true });
    const reading = new Reading(pool, new Prepared(MOST));
    closing.push(() => reading.close());
    const named = await reading.snapshot(async (trx) => {
      for (let text = 0; text < 10; text++)
        for (let time = 0; time < 3; time++)
          await sql`select 7 as "asked", 0 as ${sql.id(`column ${text}`)}`.execute(trx);
      return asked(await namedIn(trx));
    });
    expect(named.map((text) => /column \d/.exec(text)?.[0])).toEqual(
      [7, 8, 9].map((text) => `column ${text}`),
    );
  });

  test('are prepared anew, and the read done again, when a table has changed', async () => {
    const store = await opened();
    await sql`create table changing (id int4); insert into changing values (1)`.execute(store.db);
    let reads = 0;
    const read = () =>
      store.snapshot(async (trx) => {
        reads += 1;
        await sql`select 1`.execute(trx);
        return (await sql`select * from changing`.execute(trx)).rows;
      });
    for (let time = 0; time < 3; time++) expect(await read()).toEqual([{ id: 1 }]);
    await sql`alter table changing add column more int4 default 2`.execute(store.db);
    expect(await read()).toEqual([{ id: 1, more: 2 }]);
    expect(reads).toBe(5);
    for (let time = 0; time < 3; time++) expect(await read()).toEqual([{ id: 1, more: 2 }]);
    expect(reads).toBe(8);
  });
});
