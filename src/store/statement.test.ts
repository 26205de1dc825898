import { sql, type KyselyPlugin } from 'kysely';
import { expect, it, vi } from 'vitest';
import { statement, type Places } from './statement.ts';
import { eachDatabase } from './testing/databases.ts';

eachDatabase((open) => {
  it('is built once, and asked with the values of each time', async () => {
    const { db } = await open();
    let built = 0;
    const between = statement((builder, { from, to }: Places<{ from: number; to: number }>) => {
      built += 1;
      return sql<{ n: number }>`
        select n from generate_series(${from}::int4, ${to}::int4) n
        where n <> ${to}::int4 and n <> ${7}::int4`.compile(builder);
    });
    expect(await between(db, { from: 1, to: 3 })).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await between(db, { from: 6, to: 8 })).toEqual([{ n: 6 }]);
    expect(built).toBe(1);
  });

  it('has in its text what is the same each time, if that is a whole number from 0 on', async () => {
    const { db } = await open();
    const given = statement((builder, { value }: Places<{ value: number }>) =>
      sql<{ n: number; least: number; word: string }>`
        select n, 1 -${-1}::int4 as least, ${'5'}::text as word
        from generate_series(${value}::int4, ${9}::int4) n limit ${2}`.compile(builder),
    );
    const asked = vi.spyOn(db, 'executeQuery');
    expect(await given(db, { value: 3 })).toEqual([
      { n: 3, least: 2, word: '5' },
      { n: 4, least: 2, word: '5' },
    ]);
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      sql: expect.stringMatching(/\$3::int4, 9::int4\) n limit 2$/) as string,
      parameters: [-1, '5', 3],
    });
  });

  it('takes numbers, bytes and lists, in what Kysely builds', async () => {
    const { db } = await open();
    const at = statement(
      (builder, { height, keys }: Places<{ height: number; keys: readonly Uint8Array[] }>) =>
        builder
          .selectFrom('tipset')
          .select('height')
          .where('height', '=', height)
          .where('key', '=', sql<Uint8Array>`any(${keys}::bytea[])`)
          .compile(),
    );
    expect(await at(db, { height: 1, keys: [Uint8Array.of(1)] })).toEqual([]);
  });

  it('is seen by plugins as it is asked', async () => {
    const { db } = await open();
    const seen: string[] = [];
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        seen.push(JSON.stringify(node));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const one = statement((builder, { value }: Places<{ value: number }>) =>
      sql<{ n: number }>`select ${value}::int4 as n`.compile(builder),
    );
    const watched = db.withPlugin(plugin);
    expect(await one(watched, { value: 4711 })).toEqual([{ n: 4711 }]);
    expect(await one(watched, { value: 4712 })).toEqual([{ n: 4712 }]);
    expect(seen.map((node) => /471\d/.exec(node)?.[0])).toEqual(['4711', '4712']);
  });
});
