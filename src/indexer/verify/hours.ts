/** The hours that are kept of the network's figures, against the tipsets that they are made of. */
import { sql } from 'kysely';
import { EPOCHS_PER_HOUR } from '#filecoin/epoch.ts';
import { dueHours, hourEnd, keptHours } from '#store/series.ts';
import { difference, MAX_TOLD, type Check, type Difference } from './check.ts';

/** From the oldest hour on: an older index has still to make those before it. */
const hours: Check = {
  name: 'hours of the network',
  async run({ db, headHeight, startHeight }) {
    const newest = hourEnd(headHeight) - EPOCHS_PER_HOUR;
    if (newest < hourEnd(startHeight)) return { compared: 0, differences: [] };
    const oldest = (await keptHours(db))?.oldest ?? newest;
    const ends = sql`generate_series(${oldest}::int4, ${newest}::int4, ${EPOCHS_PER_HOUR}::int4)`;
    const told = (row: string) =>
      sql`nullif(concat_ws(' ', ${sql.join(COLUMNS.map((column) => sql.ref(`${row}.${column}`)))}), '')`;
    const { rows } = await sql<{ series: string; height: number; due: string; kept: string }>`
      select series, height, ${told('due')} as due, ${told('kept')} as kept
      from (${dueHours(ends)}) due full join series_hour kept using (series, height)
      where ${told('due')} is distinct from ${told('kept')}
      order by height, series limit ${MAX_TOLD}`.execute(db);
    return {
      compared: (newest - oldest) / EPOCHS_PER_HOUR + 1,
      differences: rows.map(({ series, height, due, kept }): Difference => ({
        ...difference(`${series} of the hour up to ${height}`, due, kept),
        damage: { kind: 'hour', height },
      })),
    };
  },
};

const COLUMNS = ['low', 'low_at', 'high', 'high_at', 'sum', 'tipsets'];

export const HOUR_CHECKS: readonly Check[] = [hours];
