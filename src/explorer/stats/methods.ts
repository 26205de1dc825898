/** What is called how often, by hours and days (UTC). */
import { sql } from 'kysely';
import type { Duration } from '../parameters.ts';
import type { View } from '../view.ts';
import { methodWindows } from './fees.ts';
import { periodsOf } from './periods.ts';
import type { MethodStats } from './schema.ts';

interface Sums {
  count: number;
  gas_used: string;
  fee: string;
}

/** The methods that ran most often in all of the time, each in every hour or day of it. */
export async function methodStats(
  view: View,
  { count, duration }: { count: number; duration: Duration },
): Promise<MethodStats> {
  const { periods } = periodsOf(view, duration);
  const [first] = periods;
  if (!first) return [];
  const methods = await methodWindows(view, first.above, { by: 'count', limit: count });
  const ids = methods.map(({ id }) => id);
  const at = await sumsAt(view, ids, [first.above, ...periods.map(({ through }) => through)]);
  return periods.map(({ start, above, through }) => ({
    timestamp: start,
    methods: methods.map(({ id, name }) => {
      const [then, now] = [at(id, above), at(id, through)];
      return {
        method: name,
        count: (now?.count ?? 0) - (then?.count ?? 0),
        gasUsed: (BigInt(now?.gas_used ?? 0) - BigInt(then?.gas_used ?? 0)).toString(),
        totalFee: (BigInt(now?.fee ?? 0) - BigInt(then?.fee ?? 0)).toString(),
      };
    }),
  }));
}

/** Sums of methods through epochs; undefined before a method's first message. */
async function sumsAt(
  { db }: View,
  ids: readonly number[],
  epochs: readonly number[],
): Promise<(id: number, epoch: number) => Sums | undefined> {
  const { rows } = await sql<Sums & { id: number; epoch: number }>`
    select m.id, grid.epoch, s.count, s.gas_used, s.fee
    from unnest(${ids}::int4[]) as m(id)
    cross join unnest(${epochs}::int4[]) as grid(epoch)
    cross join lateral (
      select count, gas_used, fee from method_sum
      where method_id = m.id and height <= grid.epoch order by height desc limit 1
    ) s`.execute(db);
  const found = new Map(rows.map((row) => [`${row.id}/${row.epoch}`, row]));
  return (id, epoch) => found.get(`${id}/${epoch}`);
}
