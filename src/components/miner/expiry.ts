import type { SectorExpiry } from '#explorer/sector/schema.ts';
import type { At } from '../list/paging.ts';

/** What ends on a day (`2026-11-28`) or in a month (`2026-11`). */
export type ExpiryRow = Omit<SectorExpiry['days'][number], 'timestamp'>;

/** A page of the days on which sectors expire. */
export interface ExpiryPage extends At {
  days: ExpiryRow[];
  /** Sectors of the largest of all days. */
  most: number;
  /** Of all days, with the first page of them. */
  months: ExpiryRow[];
  /** All days. */
  total: number;
}

export const expiryPage = (all: readonly ExpiryRow[], { page, pageSize }: At): ExpiryPage => ({
  days: all.slice(page * pageSize, (page + 1) * pageSize),
  most: mostSectors(all),
  months: page === 0 ? expiryMonths(all) : [],
  total: all.length,
  page,
  pageSize,
});

/** The sums of the months (UTC) of these days; what is not known of a day is not known of its month. */
export function expiryMonths(days: readonly ExpiryRow[]): ExpiryRow[] {
  const months = new Map<string, ExpiryRow>();
  for (const day of days) {
    const date = day.date.slice(0, -3);
    const before = months.get(date);
    months.set(date, before === undefined ? { ...day, date } : sum(before, day));
  }
  return [...months.values()];
}

const sum = (month: ExpiryRow, day: ExpiryRow): ExpiryRow => ({
  date: month.date,
  sectors: month.sectors + day.sectors,
  rawBytePower: added(month.rawBytePower, day.rawBytePower),
  qualityAdjPower: added(month.qualityAdjPower, day.qualityAdjPower),
  initialPledge: added(month.initialPledge, day.initialPledge),
});

const added = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? null : String(BigInt(a) + BigInt(b));

/** Sectors of the row that has the most. */
export const mostSectors = (rows: readonly ExpiryRow[]): number =>
  rows.reduce((most, { sectors }) => Math.max(most, sectors), 0);

/** Rows as a CSV document of their own, for what no call answers; amounts in attoFIL, power in bytes. */
export function expiryCsv(rows: readonly ExpiryRow[]): string {
  const lines = rows.map(({ date, sectors, rawBytePower, qualityAdjPower, initialPledge }) =>
    [date, sectors, rawBytePower, qualityAdjPower, initialPledge].join(','),
  );
  const text = ['date,sectors,rawBytePower,qualityAdjPower,initialPledge', ...lines, ''];
  return `data:text/csv;charset=utf-8,${encodeURIComponent(text.join('\r\n'))}`;
}
