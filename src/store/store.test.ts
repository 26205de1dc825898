import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { records } from './records.ts';
import { eachDatabase } from './testing/databases.ts';

const tick = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

eachDatabase((open, kind) => {
  test('values keep their types and their exact value', async () => {
    const { db } = await open();
    const bytes = new Uint8Array([0, 1, 92, 10, 255]);
    const { rows } = await sql<Record<string, unknown>>`select
      ${Number.MAX_SAFE_INTEGER}::int8 as big, ${'123456789012345678901234567890'}::numeric as amount,
      ${12345678901234567890n}::numeric as from_bigint, ${-7}::int4 as small, ${bytes}::bytea as bytes,
      ''::bytea as empty, null::bytea as none, true as yes, ${'snow ☃ \\ "quote"'}::text as words,
      '2026-01-02T03:04:05Z'::timestamptz as at, ${[1, 2]}::int8[] as list`.execute(db);
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        amount: '123456789012345678901234567890',
        from_bigint: '12345678901234567890',
        small: -7,
        bytes,
        empty: new Uint8Array(),
        none: null,
        yes: true,
        words: 'snow ☃ \\ "quote"',
        at: new Date('2026-01-02T03:04:05Z'),
        list: expect.anything(),
      },
    ]);
    expect(Object.getPrototypeOf(rows[0]?.['bytes'])).toBe(Uint8Array.prototype);
  });

  describe('an open database', () => {
    test('takes rows of all kinds as one parameter', async () => {
      const { db } = await open();
      const address = Uint8Array.of(1, 0, 255);
      const insert = (row: { id: number; name: string; count: number }) =>
        sql`insert into method (id, name, count)
          select id, name, count from ${records('method', [row])}`.execute(db);
      await insert({ id: 1, name: 'a"\\\n\ud800', count: 2 ** 53 - 1 });
      expect(await db.selectFrom('method').selectAll().execute()).toEqual([
        { id: 1, name: 'a"\\\n\ufffd', count: 2 ** 53 - 1 },
      ]);
      await expect(insert({ id: 2, name: 'nul \0', count: 1 })).rejects.toThrow();
      await db.insertInto('address').values({ address, actor_id: 7 }).execute();
      const found = await sql`select * from address
        where (address) in (select address from ${records('address', [{ address }, { address }])})`.execute(
        db,
      );
      expect(found.rows).toEqual([{ address, actor_id: 7 }]);
      // A table that is called as a type is.
      const none = await sql`select * from ${records('name', [])}`.execute(db);
      expect(none.rows).toEqual([]);
    });

    test('takes back a transaction that fails, copies included', async () => {
      const store = await open();
      await expect(
        store.transaction(async (trx) => {
          await trx.insertInto('counter').values({ key: 'a', value: 1 }).execute();
          await store.copy('counter', ['key', 'value'], [['b', 2]], trx);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await store.db.selectFrom('counter').selectAll().execute()).toEqual([]);
    });

    test('does not commit a transaction with a failed statement', async () => {
      const store = await open();
      await expect(
        store.transaction(async (trx) => {
          await trx.insertInto('counter').values({ key: 'a', value: 1 }).execute();
          await trx
            .insertInto('counter')
            .values({ key: 'a', value: 1 })
            .execute()
            .catch(() => {});
        }),
      ).rejects.toThrow();
      expect(await store.db.selectFrom('counter').selectAll().execute()).toEqual([]);
    });

    test('tells how many rows a statement touched', async () => {
      const { db } = await open();
      await db
        .insertInto('counter')
        .values([
          { key: 'a', value: 1 },
          { key: 'b', value: 1 },
        ])
        .execute();
      const result = await db
        .updateTable('counter')
        .set({ value: 2 })
        .where('key', '=', 'a')
        .executeTakeFirst();
      expect(result.numUpdatedRows).toBe(1n);
      const none = await db.deleteFrom('counter').where('key', '=', 'z').executeTakeFirst();
      expect(none.numDeletedRows).toBe(0n);
    });

    test('readers see nothing of a transaction before its end, and one state in a snapshot', async () => {
      const store = await open();
      await store.db.insertInto('counter').values({ key: 'a', value: 0 }).execute();
      const read = async (): Promise<number | undefined> =>
        (await store.db.selectFrom('counter').select('value').executeTakeFirst())?.value;
      const seen: (number | undefined)[] = [];
      const reading = (async () => {
        for (let i = 0; i < 20; i++) {
          seen.push(await read());
          await tick(1);
        }
      })();
      for (let i = 1; i <= 10; i++)
        await store.transaction(async (trx) => {
          await trx.updateTable('counter').set({ value: -1 }).execute();
          await tick(1);
          await trx.updateTable('counter').set({ value: i }).execute();
        });
      await reading;
      expect(seen).not.toContain(-1);
      let write: Promise<unknown> | undefined;
      const [before, after] = await store.snapshot(async (trx) => {
        const first = await trx.selectFrom('counter').select('value').executeTakeFirst();
        write = store.transaction((other) =>
          other.updateTable('counter').set({ value: 99 }).execute(),
        );
        await tick(20);
        return [first, await trx.selectFrom('counter').select('value').executeTakeFirst()];
      });
      expect(after).toEqual(before);
      await write;
      expect(await read()).toBe(99);
    });

    test(
      'a page’s reads go together while transactions follow one another without a pause',
      { retry: 3 },
      async () => {
        const store = await open();
        let running = true;
        let transactions = 0;
        const writing = (async () => {
          while (running) {
            await store.transaction(async (trx) => {
              await sql`select 1`.execute(trx);
              await tick(20);
            });
            transactions++;
          }
        })();
        await tick(30);
        transactions = 0;
        for (let i = 0; i < 20; i++) await sql`select 1`.execute(store.db);
        const between = transactions;
        running = false;
        await writing;
        // Taken in turn, each of the twenty reads would wait for a transaction.
        expect(between).toBeLessThan(5);
      },
    );

    test('a transaction is not kept waiting by readers without a pause', async () => {
      const store = await open();
      let running = true;
      const readers = Array.from({ length: 4 }, async () => {
        while (running) await sql`select 1`.execute(store.db);
      });
      await tick(20);
      const started = performance.now();
      await store.transaction((trx) => sql`select 1`.execute(trx));
      const took = performance.now() - started;
      running = false;
      await Promise.all(readers);
      expect(took).toBeLessThan(2_000);
    });

    test('migrations that have run do not run again', async () => {
      const { db } = await open();
      expect(await migrate(db)).toEqual([]);
    });

    test('tells listeners of new heads until they leave', async () => {
      const store = await open();
      const heard: unknown[] = [];
      const leave = store.onHead((change) => heard.push(change));
      const leaveFaulty = store.onHead(() => {
        throw new Error('faulty listener');
      });
      await store.notifyHead({ height: 5, key: 'ab' });
      await expect.poll(() => heard).toEqual([{ height: 5, key: 'ab' }]);
      leave();
      leaveFaulty();
      await store.notifyHead({ height: 6, key: 'cd', reorgFrom: 4 });
      await tick(kind === 'postgres' ? 100 : 0);
      expect(heard).toHaveLength(1);
    });

    test('tells listeners of wishes and of their end', async () => {
      const store = await open();
      const heard: unknown[] = [];
      const wish = { kind: 'actor', address: '0064' } as const;
      const leave = [
        store.onWish((told) => heard.push(['wish', told])),
        store.onGranted((told) => heard.push(['granted', told])),
      ];
      await store.notifyWish(wish);
      await store.notifyWish({ kind: 'deal', id: 7 });
      await store.notifyGranted(wish);
      await expect
        .poll(() => heard)
        .toEqual([
          ['wish', wish],
          ['wish', { kind: 'deal', id: 7 }],
          ['granted', wish],
        ]);
      for (const end of leave) end();
      await store.notifyWish(wish);
      await tick(kind === 'postgres' ? 100 : 0);
      expect(heard).toHaveLength(3);
    });

    test('tells listeners that the pool has changed until they leave', async () => {
      const store = await open();
      let heard = 0;
      const leave = store.onPool(() => (heard += 1));
      await store.notifyPool();
      await expect.poll(() => heard).toBe(1);
      leave();
      await store.notifyPool();
      await tick(kind === 'postgres' ? 100 : 0);
      expect(heard).toBe(1);
    });
  });
});
