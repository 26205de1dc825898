/** The chain by hours and days (UTC). */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import type { Selectable } from 'kysely';
import type { NetworkPeriodTable } from '#store/schema.ts';
import { NOTHING, sumsThrough, type Sums } from '../network/sums.ts';
import { parseDuration } from '../input.ts';
import type { View } from '../view.ts';
import type { ActivityStats } from './schema.ts';

const HOUR = 3600;
const DAY = 86_400;

/** Hours when a day is asked for, else days. Those in which nothing was executed are left out. */
export async function activityStats(
  view: View,
  input: { duration?: string | undefined } = {},
): Promise<ActivityStats> {
  const { head, network } = view;
  const epochs = parseDuration(input.duration);
  const length = epochs <= EPOCHS_PER_DAY ? HOUR : DAY;
  const from = head.timestamp - epochs * network.epochSeconds;
  const periods = await periodsFrom(view, length, from - (from % length));
  /** The last epoch that begins before a moment, of those that are executed. */
  const before = (time: number): number =>
    Math.min(
      Math.ceil((time - network.genesisTimestamp) / network.epochSeconds) - 1,
      head.height - 1,
    );
  const sums = await sumsThrough(
    view,
    periods.flatMap(({ start }) => [before(start), before(start + length)]),
  );
  return periods.flatMap(({ start, tipsets, senders, ...fee }, index) => {
    const end = sums[2 * index + 1];
    if (!end) return [];
    return [
      {
        timestamp: start,
        tipsets,
        ...between(sums[2 * index] ?? NOTHING, end),
        baseFee: {
          min: fee.base_fee_min,
          mean: (BigInt(fee.base_fee_sum) / BigInt(tipsets)).toString(),
          max: fee.base_fee_max,
        },
        ...(senders === undefined ? {} : { activeAddresses: senders }),
      },
    ];
  });
}

type Period = Selectable<NetworkPeriodTable> & { senders?: number };

/** Hours or days from one on, oldest first. */
function periodsFrom({ db }: View, length: number, start: number): Promise<Period[]> {
  const table = length === DAY ? 'network_day' : 'network_hour';
  return db.selectFrom(table).selectAll().where('start', '>=', start).orderBy('start').execute();
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
