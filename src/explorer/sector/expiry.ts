import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '#store/schema.ts';
import { findMiner } from '../miner/find.ts';
import type { View } from '../view.ts';
import type { SectorExpiry } from './schema.ts';

/** Sectors live at most five years. */
const MAX_DAYS = 2_000;

const COLUMNS = sql`day, sectors, raw_power, quality_adj_power, pledge, unknown_power, unknown_pledge`;

/** A provider's sectors by the day on which they expire, soonest first; ended ones are left out. */
export async function minerExpiry(view: View, text: string): Promise<SectorExpiry> {
  const miner = await findMiner(view, text);
  const of = sql`where miner_id = ${miner.id}`;
  return { days: await daysOf(view, ['sector_expiry', 'older_expiry'], of) };
}

/** The same of all providers. */
export async function networkExpiry(view: View): Promise<SectorExpiry> {
  return { days: await daysOf(view, ['sector_expiry_day', 'older_expiry_day'], sql``) };
}

/** Of each day the sum of what there was before the index and of what was changed since. */
async function daysOf(
  { db }: View,
  [since, older]: readonly [string, string],
  of: RawBuilder<unknown>,
): Promise<SectorExpiry['days']> {
  const soonest = (table: string) =>
    sql`(select ${COLUMNS} from ${sql.table(table)} ${of} order by day limit ${MAX_DAYS})`;
  const { rows } = await sql<RowOf<'sector_expiry_day'>>`
    select day, sum(sectors)::int as sectors, sum(raw_power) as raw_power,
      sum(quality_adj_power) as quality_adj_power, sum(pledge) as pledge,
      sum(unknown_power)::int as unknown_power, sum(unknown_pledge)::int as unknown_pledge
    from (${soonest(since)} union all ${soonest(older)}) e
    group by day having sum(sectors) > 0 order by day limit ${MAX_DAYS}`.execute(db);
  return rows.map(dayOf);
}

/** 9999-12-31: what is further off has no date that people write. */
const LAST_DAY = 2_932_896;

function dayOf(row: RowOf<'sector_expiry_day'>): SectorExpiry['days'][number] {
  const timestamp = Math.min(row.day, LAST_DAY) * DAY_SECONDS;
  const known = row.unknown_power === 0;
  return {
    date: new Date(timestamp * 1000).toISOString().slice(0, 10),
    timestamp,
    sectors: row.sectors,
    rawBytePower: known ? row.raw_power : null,
    qualityAdjPower: known ? row.quality_adj_power : null,
    initialPledge: row.unknown_pledge === 0 ? row.pledge : null,
  };
}
