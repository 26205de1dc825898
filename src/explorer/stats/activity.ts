/** The chain by hours and days (UTC). */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import type { Selectable } from 'kysely';
import type { NetworkPeriodTable } from '#store/schema.ts';
import { NOTHING, sumsThrough, type Sums } from '../network/sums.ts';
import { parseDuration } from '../input.ts';
import { timeOf, type View } from '../view.ts';
import type { ActivityStats } from './schema.ts';

const HOUR = 3600;
const DAY = 86_400;

/** Hours when a day is asked for, else days; all of them, up to the running one. */
export async function activityStats(
  view: View,
  input: { duration?: string | undefined } = {},
): Promise<ActivityStats> {
  const { head, network } = view;
  const epochs = parseDuration(input.duration);
  const length = epochs <= EPOCHS_PER_DAY ? HOUR : DAY;
  const from = Math.max(
    head.timestamp - epochs * network.epochSeconds,
    timeOf(network, network.startHeight),
  );
  const first = from - (from % length);
  const periods = await periodsFrom(view, length, first);
  const starts: number[] = [];
  for (let start = first; start < head.timestamp; start += length) starts.push(start);
  /** The last epoch that begins before a moment, of those that are executed. */
  const before = (time: number): number =>
    Math.min(
      Math.ceil((time - network.genesisTimestamp) / network.epochSeconds) - 1,
      head.height - 1,
    );
  const sums = await sumsThrough(
    view,
    starts.flatMap((start) => [before(start), before(start + length)]),
  );
  return starts.flatMap((start, index) => {
    const end = sums[2 * index + 1];
    if (!end) return [];
    const period = periods.get(start);
    return [
      {
        timestamp: start,
        tipsets: period?.tipsets ?? 0,
        ...between(sums[2 * index] ?? NOTHING, end),
        baseFee: period ? baseFeeOf(period) : null,
        ...(length === DAY ? { activeAddresses: period?.senders ?? 0 } : {}),
      },
    ];
  });
}

type Period = Selectable<NetworkPeriodTable> & { senders?: number };

/** Hours or days from one on in which tipsets were executed, by their beginning. */
async function periodsFrom(
  { db }: View,
  length: number,
  start: number,
): Promise<ReadonlyMap<number, Period>> {
  const table = length === DAY ? 'network_day' : 'network_hour';
  const rows: Period[] = await db
    .selectFrom(table)
    .selectAll()
    .where('start', '>=', start)
    .execute();
  return new Map(rows.map((row) => [row.start, row]));
}

function baseFeeOf({ tipsets, base_fee_min, base_fee_sum, base_fee_max }: Period) {
  const mean = (BigInt(base_fee_sum) / BigInt(tipsets)).toString();
  return { min: base_fee_min, mean, max: base_fee_max };
}

function between(start: Sums, end: Sums) {
  return {
    blocks: end.blocks - start.blocks,
    messages: end.executed - start.executed,
    gasUsed: (end.gasUsed - start.gasUsed).toString(),
    fees: (end.fees - start.fees).toString(),
    rewards: (end.rewards + end.tips - start.rewards - start.tips).toString(),
    accounts: end.accounts,
    contracts: end.contracts,
  };
}
