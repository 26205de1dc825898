import { countRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { intersectRuns, NO_RUNS, subtractRuns, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { CHALLENGE_WINDOW, DEADLINES, PROVING_PERIOD } from '#filecoin/mining/sectors.ts';
import { findMiner } from '../miner/find.ts';
import { timeOf, type View } from '../view.ts';
import type { Deadlines } from './schema.ts';
import { partitionsOf, statusSets, type Partition } from './sets.ts';

/**
 * A provider's deadlines at the head. Which sectors are in one is known as far as messages (proofs,
 * declarations, extensions, terminations, updates) and missed proofs told: nobody is asked for it,
 * since the answer of a large provider would cost its node seconds.
 */
export async function deadlinesOf(view: View, text: string): Promise<Deadlines> {
  const miner = await findMiner(view, text);
  const [row, sets, partitions] = await Promise.all([
    view.db
      .selectFrom('sector_miner')
      .select(['period_start', 'deadline'])
      .where('miner_id', '=', miner.id)
      .executeTakeFirst(),
    statusSets(view, miner.id),
    partitionsOf(view, miner.id),
  ]);
  if (!row) return { provingPeriodStart: null, currentDeadline: null, unplaced: 0, deadlines: [] };
  const live = unionRuns(sets.live, unionRuns(sets.faulty, sets.recovering));
  const placed = sectorsOf(partitions);
  const { start, current } = clockAt(view.head.height, row.period_start);
  const byDeadline = Map.groupBy(partitions, ({ deadline }) => deadline);
  return {
    provingPeriodStart: start,
    currentDeadline: current,
    unplaced: countRuns(subtractRuns(live, placed)),
    deadlines: Array.from({ length: DEADLINES }, (_, index) => {
      const own = byDeadline.get(index) ?? [];
      const sectors = intersectRuns(sectorsOf(own), live);
      // What is over in this proving period opens in the next one.
      const period = current !== null && index < current ? start + PROVING_PERIOD : start;
      const open = period + index * CHALLENGE_WINDOW;
      const close = open + CHALLENGE_WINDOW;
      return {
        index,
        open,
        openTimestamp: timeOf(view.network, open),
        close,
        closeTimestamp: timeOf(view.network, close),
        current: index === current,
        partitions: own.filter(({ partition }) => partition >= 0).length,
        sectors: countRuns(sectors),
        faulty: countRuns(intersectRuns(sectors, unionRuns(sets.faulty, sets.recovering))),
        recovering: countRuns(intersectRuns(sectors, sets.recovering)),
        lastProof: lastProof(view, own),
      };
    }),
  };
}

function sectorsOf(partitions: readonly Partition[]): Runs {
  return partitions.reduce<Runs>((runs, { sectors }) => unionRuns(runs, sectors), NO_RUNS);
}

/** The proving period that the head is in; `current` null before the first one begins. */
function clockAt(height: number, stored: number): { start: number; current: number | null } {
  const periods = Math.max(0, Math.floor((height - stored) / PROVING_PERIOD));
  const start = stored + periods * PROVING_PERIOD;
  return {
    start,
    current: height < start ? null : Math.floor((height - start) / CHALLENGE_WINDOW),
  };
}

function lastProof(
  { network }: View,
  partitions: readonly Partition[],
): Deadlines['deadlines'][number]['lastProof'] {
  const proven = partitions.flatMap(({ post_height: height, post_cid: cid }) =>
    height === null ? [] : [{ height, cid }],
  );
  const last = proven.reduce<(typeof proven)[number] | null>(
    (newest, one) => (newest && newest.height >= one.height ? newest : one),
    null,
  );
  return (
    last && {
      height: last.height,
      timestamp: timeOf(network, last.height),
      message: last.cid && cidOf(last.cid),
    }
  );
}
