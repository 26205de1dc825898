/** The chain by hours and days (UTC). */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import type { RowOf } from '#store/schema.ts';
import { NOTHING, sumsThrough, type Sums } from '../network/sums.ts';
import type { Duration } from '../parameters.ts';
import type { View } from '../view.ts';
import { periodsOf, type Period } from './periods.ts';
import type { ActivityStats } from './schema.ts';

/** Hours when a day is asked for, else days; all of them, up to the running one. */
export async function activityStats(view: View, duration: Duration): Promise<ActivityStats> {
  const { length, periods } = periodsOf(view, duration);
  const kept = await keptFrom(view, length, periods[0]?.start ?? 0);
  const sums = await sumsThrough(
    view,
    periods.flatMap(({ above, through }) => [above, through]),
  );
  return periods.flatMap((period, index) => {
    const end = sums[2 * index + 1];
    if (!end) return [];
    const own = kept.get(period.start);
    return [
      {
        timestamp: period.start,
        tipsets: own?.tipsets ?? 0,
        averageTipsetInterval: own ? intervalOf(view, period, own.tipsets) : null,
        ...between(sums[2 * index] ?? NOTHING, end),
        baseFee: own ? baseFeeOf(own) : null,
        ...(length === DAY_SECONDS ? { activeAddresses: own?.senders ?? 0 } : {}),
      },
    ];
  });
}

type Kept = RowOf<'network_hour'> & { senders?: number };

/** Hours or days from one on in which tipsets were executed, by their beginning. */
async function keptFrom(
  { db }: View,
  length: number,
  start: number,
): Promise<ReadonlyMap<number, Kept>> {
  const table = length === DAY_SECONDS ? 'network_day' : 'network_hour';
  const rows: Kept[] = await db.selectFrom(table).selectAll().where('start', '>=', start).execute();
  return new Map(rows.map((row) => [row.start, row]));
}

/** Seconds per tipset, of the epochs that the index has of the period. */
function intervalOf({ network }: View, { above, through }: Period, tipsets: number): number {
  const epochs = through - Math.max(above, network.startHeight - 1);
  return (epochs * network.epochSeconds) / tipsets;
}

function baseFeeOf({ tipsets, base_fee_min, base_fee_sum, base_fee_max }: Kept) {
  const mean = (BigInt(base_fee_sum) / BigInt(tipsets)).toString();
  return { min: base_fee_min, mean, max: base_fee_max };
}

function between(start: Sums, end: Sums) {
  return {
    blocks: end.blocks - start.blocks,
    wins: end.wins - start.wins,
    messages: end.executed - start.executed,
    gasUsed: (end.gasUsed - start.gasUsed).toString(),
    fees: (end.fees - start.fees).toString(),
    rewards: (end.rewards + end.tips - start.rewards - start.tips).toString(),
    penalties: (end.penalties - start.penalties).toString(),
    accounts: end.accounts,
    contracts: end.contracts,
    activeMiners: end.activeMiners,
  };
}
