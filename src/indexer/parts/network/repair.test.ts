/** How much of a long index is touched where the power of a few tipsets becomes known. */
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TABLES } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { repairPower } from './repair.ts';

/** A tipset each epoch; every provider's power changes now and then, at epochs of its own. */
const HEAD = 60_000;
const MINERS = 50;
const EVERY = 10;
const GAP = { from: HEAD - 40, to: HEAD - 20 };
const LATER = HEAD - GAP.from;

type Touched = Record<string, { read: number; written: number }>;

let store: Store;
beforeAll(async () => {
  store = await openEither();
  const heights = sql`generate_series(1, ${HEAD}::int) height`;
  const power = sql`1048576 * (1000000 + height::numeric)`;
  await fill('network_state', heights, { quality_adj_power: power, raw_byte_power: power });
  await fill('network_sum', heights);
  await fill('network_total', sql`(select 1 as id, ${HEAD}::int as height) t`);
  const changes = sql`generate_series(1, ${MINERS}::int) miner_id,
    lateral generate_series(miner_id % ${EVERY}::int + 1, ${HEAD}::int, ${EVERY}::int) since`;
  const adjusted_power = sql`34359738368 * (miner_id + since)`;
  await fill('miner_power', changes, {
    height: sql`since - 1`,
    adjusted_power,
    share_sum: sql`since`,
  });
  await fill(
    'miner',
    sql`(select miner_id as id, max(since) as since from miner_power group by 1) m`,
  );
  await sql`analyze`.execute(store.db);
});
afterAll(() => store?.close());

const OWN: ReadonlySet<string> = new Set(['id', 'height', 'since', 'miner_id']);

/** Writes the rows of a source; what it has no column for, and nobody gives, is nothing. */
async function fill(
  table: 'network_state' | 'network_sum' | 'network_total' | 'miner_power' | 'miner',
  source: RawBuilder<unknown>,
  given: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<void> {
  const columns = Object.entries(TABLES[table].columns).filter(([, { type }]) => type !== 'bytes');
  const values = columns.map(
    ([name, { type }]) =>
      given[name] ?? (OWN.has(name) ? sql.ref(name) : type === 'bool' ? sql`true` : sql`0`),
  );
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(values)} from ${source}`.execute(store.db);
}

/** Makes the sums anew, and tells how many rows of which table that took. */
async function repair(): Promise<Touched> {
  return store.transaction(async (trx) => {
    const before = await touched(trx);
    await repairPower(trx, GAP.from);
    const now = await touched(trx);
    return Object.fromEntries(
      Object.entries(now).map(([name, { read, written }]) => [
        name,
        {
          read: read - (before[name]?.read ?? 0),
          written: written - (before[name]?.written ?? 0),
        },
      ]),
    );
  });
}

/** By table, what this connection has not yet reported: its transactions of the last second. */
async function touched(trx: Trx): Promise<Touched> {
  const { rows } = await sql<{ name: string; read: number; written: number }>`
    select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read,
      n_tup_upd::int as written
    from pg_stat_xact_user_tables`.execute(trx);
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}

async function setPower(power: RawBuilder<unknown>): Promise<void> {
  await sql`update network_state set quality_adj_power = ${power}
    where height between ${GAP.from} and ${GAP.to}`.execute(store.db);
}

async function sums(): Promise<string> {
  const queries = [
    sql`select height, power_epochs, qa_power, raw_power, inverse_power from network_sum order by 1`,
    sql`select power_epochs, qa_power, raw_power, inverse_power from network_total`,
    sql`select miner_id, since, share_sum, inverse_sum from miner_power order by 1, 2`,
    sql`select id, share_sum, inverse_sum from miner order by 1`,
  ];
  const rows = [];
  for (const query of queries) rows.push((await query.execute(store.db)).rows);
  return JSON.stringify(rows);
}

it('is no more than what follows them, and of each provider what that adds to', async () => {
  await repair();
  const whole = await sums();
  const unknown = sql`null`;
  const known = sql`raw_byte_power`;
  for (const power of [unknown, known]) {
    await setPower(power);
    const { network_sum, network_state, miner_power, miner } = await repair();
    const changes = MINERS * (LATER / EVERY + 1);
    expect(miner_power?.read).toBeLessThan(4 * changes);
    expect(network_sum?.read).toBeLessThan(4 * LATER + 2 * changes);
    expect(network_state?.read).toBeLessThan(4 * LATER + 2 * changes);
    expect(network_sum?.written).toBe(LATER + 1);
    expect(miner_power?.written).toBe((MINERS * LATER) / EVERY);
    expect(miner?.written).toBe(MINERS);
    if (power === unknown) expect(await sums()).not.toBe(whole);
  }
  expect(await sums()).toBe(whole);
});

it('gives each later change what its provider gained since the one before', async () => {
  await setPower(sql`raw_byte_power * 2`);
  await repair();
  const { rows } = await sql`
    select * from (
      select miner_id, since, inverse_sum, share_sum - lag(share_sum) over each as gained,
        lag(adjusted_power) over each * (inverse_sum - lag(inverse_sum) over each) as due
      from miner_power window each as (partition by miner_id order by since)
    ) change join network_sum s on s.height = since - 1
    where since > ${GAP.from} and (gained <> due or inverse_sum <> inverse_power or gained = 0)
  `.execute(store.db);
  expect(rows).toEqual([]);
});
