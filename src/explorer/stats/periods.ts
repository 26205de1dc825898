/** Hours and days (UTC) of the chain: what figures "by hour" and "by day" are cut into. */
import { DAY_SECONDS, EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { epochsOf, type Duration } from '../parameters.ts';
import { timeOf, type View } from '../view.ts';

const HOUR = 3600;

/** An hour or a day: its epochs are those above `above` up to `through`, as far as they are executed. */
export interface Period {
  /** Unix seconds. */
  start: number;
  above: number;
  through: number;
}

export interface Periods {
  /** Seconds. */
  length: typeof HOUR | typeof DAY_SECONDS;
  /** Oldest first, without gaps; the last one goes on. */
  periods: Period[];
}

/** The hours of a duration of a day, the days of a longer one: all of them, up to the running one. */
export function periodsOf({ head, network }: View, duration: Duration): Periods {
  const epochs = epochsOf(duration);
  const length = epochs <= EPOCHS_PER_DAY ? HOUR : DAY_SECONDS;
  const from = Math.max(
    head.timestamp - epochs * network.epochSeconds,
    timeOf(network, network.startHeight),
  );
  /** The last epoch that begins before a moment, of those that are executed. */
  const before = (time: number): number =>
    Math.min(
      Math.ceil((time - network.genesisTimestamp) / network.epochSeconds) - 1,
      head.height - 1,
    );
  const periods: Period[] = [];
  for (let start = from - (from % length); start < head.timestamp; start += length)
    periods.push({ start, above: before(start), through: before(start + length) });
  return { length, periods };
}
