/**
 * The network over time: which figures its tipsets tell, and the hours that are kept of them. The
 * lowest and the highest of any time are those of its whole hours and of the tipsets at its ends.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { EPOCHS_PER_HOUR } from '#filecoin/epoch.ts';
import type { Database } from './schema.ts';
import type { Trx } from './store.ts';

/** Columns of a table with a row per tipset; a row counts from the epoch `height + after` on. */
interface Source {
  after: 0 | 1;
  /** Of a row `r`, in SQL. */
  figures: Readonly<Record<string, string>>;
}

/** By the table that tells them. Accounts and the like are counted after a tipset's execution. */
export const SERIES = {
  tipset: { after: 0, figures: { baseFee: 'r.base_fee' } },
  network_state: {
    after: 0,
    figures: {
      rawBytePower: 'r.raw_byte_power',
      qualityAdjPower: 'r.quality_adj_power',
      baselinePower: 'r.baseline_power',
      circulatingSupply: 'r.fil_circulating',
      totalSupply: 'r.fil_vested + r.fil_mined + r.fil_reserve_disbursed',
      filVested: 'r.fil_vested',
      filMined: 'r.fil_mined',
      filReserveDisbursed: 'r.fil_reserve_disbursed',
      filLocked: 'r.fil_locked',
      burntSupply: 'r.fil_burnt',
      totalPledgeCollateral: 'r.pledge_collateral',
      totalMarketPledge: 'r.market_pledge',
      epochReward: 'r.this_epoch_reward',
    },
  },
  network_sum: {
    after: 1,
    figures: {
      accounts: 'r.accounts::numeric',
      contracts: 'r.contracts::numeric',
      activeMiners: 'r.active_miners::numeric',
    },
  },
} as const satisfies Record<string, Source>;

export type SeriesTable = keyof typeof SERIES;
export type SeriesName<T extends SeriesTable = SeriesTable> = {
  [S in T]: keyof (typeof SERIES)[S]['figures'];
}[T];

/** What every hour has, whatever its tipsets tell: it says that the hour is kept. */
export const ALWAYS: SeriesName = 'baseFee';

/** Some of a table's figures as columns by their names, of a row `r` of it. */
export function columnsOf(table: SeriesTable, names: readonly string[]): RawBuilder<unknown> {
  const { figures }: Source = SERIES[table];
  return sql.join(
    names.map((name) => sql`${sql.raw(figures[name] ?? 'null')} as ${sql.ref(name)}`),
  );
}

/** A table's figures as rows (series, value), to be joined to a row `r` of it. */
function figuresOf(table: SeriesTable): RawBuilder<unknown> {
  const { figures }: Source = SERIES[table];
  const pairs = Object.entries(figures).map(
    ([name, value]) => sql`(${sql.lit(name)}, ${sql.raw(value)})`,
  );
  return sql`(values ${sql.join(pairs)}) v (series, value)`;
}

/** Ends a range that is looked up for each row: the planner would go through the table once for all of them. */
export const EACH = sql`offset 0`;

/** The last epoch of the hour of an epoch: hours are of 120 epochs, from the genesis on. */
export const hourEnd = (epoch: number): number =>
  epoch - (epoch % EPOCHS_PER_HOUR) + EPOCHS_PER_HOUR - 1;

/** The oldest and the newest hour that is kept, by their last epochs; those between are kept as well. */
export async function keptHours(
  db: Kysely<Database>,
): Promise<{ oldest: number; newest: number } | null> {
  const { oldest, newest } = await db
    .selectFrom('series_hour')
    .select(({ fn }) => [
      fn.min<number | null>('height').as('oldest'),
      fn.max<number | null>('height').as('newest'),
    ])
    .where('series', '=', ALWAYS)
    .executeTakeFirstOrThrow();
  return oldest === null || newest === null ? null : { oldest, newest };
}

/** Of rows `r` with figures `v`: [value, height] of the lowest, [value, −height] of the highest, and what a mean takes. */
const FOLDED = sql`min(array[v.value, r.height::numeric]) as low,
  max(array[v.value, -r.height::numeric]) as high, sum(v.value) as sum, count(*)::int4 as tipsets`;

/**
 * The hours with these last epochs as the rows of their tipsets make them, which are all executed: a
 * query with the columns of `series_hour`. The time at which a value was reached first counts.
 * @param ends a set of heights, in SQL
 */
export function dueHours(ends: RawBuilder<unknown>): RawBuilder<unknown> {
  const inHour = sql`height > h.height - ${EPOCHS_PER_HOUR} and height <= h.height`;
  const sources = (Object.keys(SERIES) as SeriesTable[]).map(
    (table) => sql`
      select v.series, h.height, ${FOLDED}
      from ${ends} h (height)
      cross join lateral (select * from ${sql.table(table)} where ${inHour} ${EACH}) r
      cross join lateral ${figuresOf(table)}
      where v.value is not null group by 1, 2`,
  );
  // An hour of null rounds has nothing to tell, and is known all the same.
  return sql`
    select series, height, low[1] as low, low[2]::int4 as low_at, high[1] as high,
      -high[2]::int4 as high_at, sum, tipsets
    from (${sql.join(sources, sql` union all `)}) made
    union all
    select ${ALWAYS}, h.height, null, null, null, null, 0, 0 from ${ends} h (height)
    where not exists (select from tipset where ${inHour})`;
}

/** Makes the hours with these last epochs anew. */
export async function makeHours(trx: Trx, ends: readonly number[]): Promise<void> {
  if (ends.length === 0) return;
  await trx
    .deleteFrom('series_hour')
    .where('height', 'in', [...ends])
    .execute();
  await sql`
    insert into series_hour (series, height, low, low_at, high, high_at, sum, tipsets)
    ${dueHours(sql`unnest(${ends}::int4[])`)}`.execute(trx);
}
