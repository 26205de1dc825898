/** An index that an older version kept becomes what today's keeps, and goes on from there. */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MIGRATIONS, migrate } from '#store/migrate.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { demoAt, indexAll, startDemo } from './testing/demo.ts';
import { CANONICAL_TABLES, differences } from './testing/facts.ts';
import { verify } from './verify/index.ts';

const OLD = new URL('../../data/fixtures/index/1504.json.zst', import.meta.url);
/** Its newest migration and its head. */
const OLD_SCHEMA = '0013_method_family';

const HEAD = 1_504;
/** Where the fresh index begins. */
const BELOW = 1_490;
/** The first fork of the demo chain replaces the head on the way. */
const LATER = 1_520;

const SUMS = [
  'sectors',
  'raw_power',
  'quality_adj_power',
  'pledge',
  'unknown_power',
  'unknown_pledge',
] as const;

/** The database as commit 73fad2e left it. */
async function becomeOld({ db }: Store): Promise<void> {
  const found = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = found.rows[0]?.name ?? '';
  await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
  await sql`create schema ${sql.id(schema)}`.execute(db);
  const { error } = await new Migrator({ db, provider: MIGRATIONS }).migrateTo(OLD_SCHEMA);
  if (error !== undefined) throw error;
  const rows = zstdDecompressSync(readFileSync(OLD)).toString('utf8');
  const { rows: tables } = await sql<{ name: string }>`
    select json_object_keys(${rows}::json) as name`.execute(db);
  expect(tables.length).toBeGreaterThan(60);
  for (const { name } of tables) {
    // One of them is called as a type is.
    const table = sql.id(schema, name);
    await sql`insert into ${table} select * from
      json_populate_recordset(null::${table}, ${rows}::json -> ${name})`.execute(db);
  }
}

/** What was not kept then. It is known from the next tipset on, or once it changes. */
const NEW = ['proof', 'actor_bundle', 'miner_vesting'];

/**
 * What stands otherwise and says the same: how each is read. What the index found at its beginning had
 * the height of its first tipset, not the one below; what expires of sectors that it found stood with
 * what tipsets changed, whose sums count.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  progress: `select * from progress where part not like 'proof:%' order by part collate "C"`,
  miner: `select to_jsonb(t) - 'vesting' as row from miner t order by id`,
  ...Object.fromEntries(
    ['miner_info_change', 'miner_power', 'miner_sector_count', 'miner_funds'].map((table) => [
      table,
      `select to_jsonb(t) - 'vesting' || jsonb_build_object('height', greatest(height, 0)) as row
        from ${table} t order by miner_id, height`,
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ['sector_expiry', 'older_expiry', 'miner_id, day'],
        ['sector_expiry_day', 'older_expiry_day', 'day'],
      ] as const
    ).map(([since, older, key]) => [
      since,
      `select * from (select ${key}, ${SUMS.map((sum) => `sum(${sum})::text as ${sum}`).join(', ')}
        from (select ${key}, ${SUMS.join(', ')} from ${since}
          union all select ${key}, ${SUMS.join(', ')} from ${older}) parts group by ${key}) t
        where sectors <> '0' order by ${key}`,
    ]),
  ),
};
const ALIKE = CANONICAL_TABLES.filter(
  (table) => !NEW.includes(table) && !(table in OTHERWISE) && !table.startsWith('older_expiry'),
);

/** `later`: what is made from the old rows beside the work that follows. */
async function expectAlike(old: Store, fresh: Store, later: readonly string[] = []): Promise<void> {
  const tables = ALIKE.filter((table) => !later.includes(table));
  expect(await differences(old, fresh, tables)).toEqual([]);
  for (const [table, query] of Object.entries(OTHERWISE)) {
    const [of, as] = [await sql.raw(query).execute(old.db), await sql.raw(query).execute(fresh.db)];
    expect(of.rows.length, table).toBeGreaterThan(0);
    expect(of.rows, table).toEqual(as.rows);
  }
}

eachDatabase((open) => {
  it('is equal to a fresh one, row for row, and stays so through a fork', async () => {
    const [old, fresh] = [await open(), await open(demoAt(BELOW))];
    await becomeOld(old);
    const demo = await startDemo(HEAD);
    try {
      await migrate(old.db);
      await indexAll(fresh, demo.node);
      await expectAlike(old, fresh, ['series_hour']);
      await demo.recorded.advanceTo(LATER);
      for (const store of [old, fresh]) await indexAll(store, demo.node);
      await expectAlike(old, fresh);
      for await (const { name, differences: found } of verify({
        store: old,
        node: demo.node,
        sample: 200,
      }))
        expect([name, found]).toEqual([name, []]);
    } finally {
      await demo.close();
    }
  });
});
