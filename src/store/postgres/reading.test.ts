import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openReading } from '../testing/reading.ts';

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('a read', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  /** Over one connection, and another one that writes. */
  async function opened() {
    const { reading, driver: writer, close } = await openReading();
    closing.push(close);
    await writer.query('create table counted (n int4)');
    const count = () =>
      reading.snapshot(async (trx) => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int4 from counted`.execute(trx);
        return rows[0]?.count;
      });
    return { reading, writer, count };
  }

  test('sees what was written since the one before it on its connection', async () => {
    const { writer, count } = await opened();
    for (let n = 0; n < 3; n++) {
      expect(await count()).toBe(n);
      await writer.query('insert into counted values (1)');
    }
  });

  test('that nobody follows ends soon, also one that failed: it holds no table', async () => {
    const { reading, writer, count } = await opened();
    await count();
    // This waits for whoever reads the table, and would do so for ever.
    await writer.query('alter table counted add column m int4');
    const failing = reading.snapshot(async (trx) => {
      await sql`select * from counted`.execute(trx);
      await sql`select 1 / count(*) from counted`.execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await writer.query('alter table counted add column o int4');
    expect(await count()).toBe(0);
  });
});
