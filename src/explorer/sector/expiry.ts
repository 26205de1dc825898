import { DAY_SECONDS } from '#filecoin/epoch.ts';
import type { Selectable } from 'kysely';
import type { SectorExpiryDayTable } from '#store/schema.ts';
import { findMiner } from '../miner/find.ts';
import type { View } from '../view.ts';
import type { SectorExpiry } from './schema.ts';

/** Sectors live at most five years. */
const MAX_DAYS = 2_000;

/** A provider's sectors by the day on which they expire, soonest first; ended ones are left out. */
export async function minerExpiry(view: View, text: string): Promise<SectorExpiry> {
  const miner = await findMiner(view, text);
  const rows = await view.db
    .selectFrom('sector_expiry')
    .selectAll()
    .where('miner_id', '=', miner.id)
    .orderBy('day')
    .limit(MAX_DAYS)
    .execute();
  return { days: rows.map(dayOf) };
}

/** The same of all providers. */
export async function networkExpiry({ db }: View): Promise<SectorExpiry> {
  const rows = await db
    .selectFrom('sector_expiry_day')
    .selectAll()
    .orderBy('day')
    .limit(MAX_DAYS)
    .execute();
  return { days: rows.map(dayOf) };
}

function dayOf(row: Selectable<SectorExpiryDayTable>): SectorExpiry['days'][number] {
  const timestamp = row.day * DAY_SECONDS;
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
