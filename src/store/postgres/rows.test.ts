import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openReading } from '../testing/reading.ts';

/** Values of all types that columns have, as the server writes them. */
const VALUES: readonly [type: string, texts: readonly string[]][] = [
  ['int2', ['0', '-32768', '32767']],
  ['int4', ['0', '-2147483648', '2147483647']],
  [
    'int8',
    [
      '0',
      '999999999999999',
      '-999999999999999',
      '9007199254740991',
      '9007199254740993',
      '-9223372036854775808',
    ],
  ],
  ['bytea', ['\\x', '\\x00', '\\x0123456789abcdefff', `\\x${'fe'.repeat(100_000)}`]],
  ['numeric', ['0', '-0.5', '123456789012345678901234567890']],
  ['text', ['', 'a\\b', 'Filecoin 文件币 🦔']],
  ['bool', ['t', 'f']],
  ['float8', ['0.1', 'NaN', '-Infinity', '1e300']],
  ['jsonb', ['{"a": [1, null, "é"]}', 'null']],
  ['int8[]', ['{}', '{1,NULL,3}']],
  ['text[]', ['{"a,b",NULL}']],
];

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('rows', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  /** The row of a statement as reads have it and as the driver has it. */
  async function opened() {
    const { reading, driver, close } = await openReading();
    closing.push(close);
    const both = async (text: string) => ({
      read: await reading.snapshot(async (trx) => (await sql.raw(text).execute(trx)).rows),
      driven: (await driver.query<object>(text)).rows,
    });
    return { both };
  }

  const literal = (type: string, text: string): string =>
    `'${text.replaceAll("'", "''")}'::${type}`;

  test('are what the driver reads, of every type', async () => {
    const { both } = await opened();
    const all = VALUES.flatMap(([type, texts]) => [
      ...texts.map((text) => literal(type, text)),
      `null::${type}`,
    ]);
    const columns = all.map((value, at) => `${value} as "column ${at}"`);
    const { read, driven } = await both(`select ${columns.join(', ')}`);
    expect(read).toHaveLength(1);
    expect(read).toStrictEqual(driven);
    expect(Object.values(read[0] ?? {})).toContain(9007199254740993n);
  });

  test('come whole, however many and however long they are', async () => {
    const { both } = await opened();
    const row = fc.record({
      int8: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
      bytea: fc.uint8Array({ maxLength: 3000 }),
      text: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 100 }), async (rows) => {
        const values = rows.map(
          ({ int8, bytea, text }) =>
            `(${literal('int8', String(int8))}, ${literal('bytea', `\\x${Buffer.from(bytea).toString('hex')}`)}, ${literal('text', text)})`,
        );
        const { read, driven } = await both(
          `select * from (values ${values.join(', ')}) v (a, b, c)`,
        );
        expect(read).toHaveLength(rows.length);
        expect(read).toStrictEqual(driven);
      }),
      { numRuns: 20 },
    );
  });
});
