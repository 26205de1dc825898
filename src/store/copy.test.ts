/** Rows that are copied into an open database. */
import { describe, expect, test } from 'vitest';
import { eachDatabase } from './testing/databases.ts';

eachDatabase((open) => {
  describe('an open database', () => {
    test('copies hostile values unharmed', async () => {
      const store = await open();
      const hostile = [
        '\\N',
        '\\.',
        'a\tb\nc\rd',
        '\\x00',
        '',
        '<script>',
        'é☃🦀',
        "'; drop table x",
        '\\',
      ];
      const every = Uint8Array.from({ length: 256 }, (_, i) => i);
      await store.copy(
        'method',
        ['id', 'name', 'count'],
        hostile.map((name, i) => [i, name, BigInt(i)]),
      );
      await store.copy(
        'message',
        [
          'cid',
          'version',
          'from_addr',
          'to_addr',
          'nonce',
          'value',
          'gas_limit',
          'gas_fee_cap',
          'gas_premium',
          'method',
          'params',
          'signature_type',
          'size',
          'eth_hash',
        ],
        [
          [
            every,
            0,
            new Uint8Array(),
            every.subarray(90, 100),
            2 ** 53 - 1,
            10n ** 40n,
            1,
            '5',
            0n,
            2n ** 64n - 1n,
            null,
            1,
            9,
            undefined,
          ],
        ],
      );
      const methods = await store.db.selectFrom('method').selectAll().orderBy('id').execute();
      expect(methods).toEqual(hostile.map((name, id) => ({ id, name, count: id })));
      expect(await store.db.selectFrom('message').selectAll().execute()).toEqual([
        {
          cid: every,
          version: '0',
          from_addr: new Uint8Array(),
          to_addr: every.slice(90, 100),
          nonce: '9007199254740991',
          value: (10n ** 40n).toString(),
          gas_limit: 1,
          gas_fee_cap: '5',
          gas_premium: '0',
          method: '18446744073709551615',
          params: null,
          signature_type: 1,
          size: 9,
          eth_hash: null,
        },
      ]);
    });

    test('copies more than one piece, all or nothing', async () => {
      const store = await open();
      const rows = Array.from({ length: 40_000 }, (_, i) => [
        i,
        `a name long enough ${'x'.repeat(40)} ${i}`,
        1,
      ]);
      const last = rows.at(-1) ?? [];
      await expect(
        store.copy('method', ['id', 'name', 'count'], [...rows, last]),
      ).rejects.toMatchObject({ code: '23505' });
      expect(await store.db.selectFrom('method').select('id').limit(1).execute()).toEqual([]);
      await store.copy('method', ['id', 'name', 'count'], rows);
      const { total } = await store.db
        .selectFrom('method')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      expect(total).toBe(rows.length);
    });

    test('refuses what it cannot hold, and stays usable', async () => {
      const store = await open();
      const columns = ['id', 'name', 'count'] as const;
      await expect(store.copy('method', columns, [[1, 'nul \u0000', 1]])).rejects.toThrow(
        /name: text with a NUL/,
      );
      await expect(store.copy('method', columns, [[1, 'a', Number.NaN]])).rejects.toThrow(
        /count: NaN/,
      );
      await expect(store.copy('method', columns, [[1, 'a']])).rejects.toThrow(
        /2 values for 3 columns/,
      );
      await store.copy('method', columns, [[1, 'a', 1]]);
      expect(await store.db.selectFrom('method').selectAll().execute()).toHaveLength(1);
    });
  });
});
