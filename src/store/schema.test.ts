/** The declarations of tables against the database as the migrations make it. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { TABLES, tablesOf } from './schema.ts';
import type { Table, ValueType } from './table.ts';
import { eachDatabase } from './testing/databases.ts';

const TYPES: Readonly<Record<ValueType, unknown>> = {
  int: 'int8',
  int16: 'int2',
  int32: 'int4',
  small: expect.stringMatching(/^int[24]$/),
  signed: 'int8',
  numeric: 'numeric',
  bytes: 'bytea',
  text: 'text',
  bool: 'bool',
  time: 'timestamptz',
};

const declared = ({ key, columns }: Table) => ({
  key,
  columns: Object.fromEntries(
    Object.entries(columns).map(([name, { type, isNullable }]) => [
      name,
      { type: TYPES[type], nullable: isNullable },
    ]),
  ),
});

eachDatabase((open) => {
  it('has the tables and columns that are declared, and no others', async () => {
    const { db } = await open();
    const { rows } = await sql<{ name: string; key: string[]; columns: object }>`
      select c.relname as name,
        (select json_object_agg(a.attname,
            json_build_object('type', t.typname, 'nullable', not a.attnotnull))
          from pg_attribute a join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        (select json_agg(a.attname order by k.place)
          from pg_index i, unnest(i.indkey::int2[]) with ordinality k (number, place)
          join pg_attribute a on a.attnum = k.number
          where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid) as key
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and c.relname not like 'kysely_%'`.execute(db);
    const found = Object.fromEntries(rows.map(({ name, ...table }) => [name, table]));
    expect(Object.keys(found).sort()).toEqual(Object.keys(TABLES).sort());
    for (const [name, table] of Object.entries(TABLES))
      expect(found[name], name).toEqual(declared(table));
  });
});

describe('what a reorganisation deletes of a fact table', () => {
  it.each(tablesOf('fact', TABLES))('%s has the columns that tell', (name) => {
    const { above, key, names } = TABLES[name];
    if (typeof above === 'string') return expect(names).toContain(above);
    const owner = Object.entries(TABLES).find(([table]) => table === above.of)?.[1];
    expect(owner).toMatchObject({ kind: 'state' });
    expect(owner?.key).toHaveLength(key.length - 1);
    if (above.count === undefined) expect(key.at(-1)).toBe('height');
    else expect(owner?.names).toContain(above.count);
  });
});
