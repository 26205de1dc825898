/** A provider's sectors by what they are. */
import { countRuns, decodeRlePlus, type Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsHave, subtractRuns } from '#filecoin/encoding/bitsets.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { SECTOR_SETS, sectorSetIndex, type SectorSet } from '#filecoin/mining/sectors.ts';
import { rowsAsOf } from '../past.ts';
import type { View } from '../view.ts';
import type { SectorStatus } from './schema.ts';

/** Each sector in one of them, unlike in the sets that are stored: faulty ones are live there too. */
export type StatusSets = Readonly<Record<SectorStatus, Runs>>;

export async function statusSets(view: View, miner: number): Promise<StatusSets> {
  const [present, changed] = await Promise.all([
    view.db
      .selectFrom('sector_set')
      .select(['kind', 'sectors'])
      .where('miner_id', '=', miner)
      .execute(),
    view.changedOf('sector_set', miner),
  ]);
  const rows = rowsAsOf(changed, present, ({ kind }) => `${miner}/${kind}`);
  const stored = (kind: SectorSet): Runs => {
    const row = rows.find((set) => set.kind === sectorSetIndex(kind));
    return row ? decodeRlePlus(row.sectors, Infinity) : NO_RUNS;
  };
  const faulty = stored('faulty');
  const recovering = stored('recovering');
  return {
    precommitted: stored('precommitted'),
    live: subtractRuns(stored('live'), faulty),
    faulty: subtractRuns(faulty, recovering),
    recovering,
    expired: stored('expired'),
    terminated: stored('terminated'),
    lapsed: stored('lapsed'),
  };
}

export function statusOf(sets: StatusSets, number: Integer): SectorStatus | null {
  return SECTOR_SETS.find((status) => runsHave(sets[status], number)) ?? null;
}

export function countsOf(sets: StatusSets): Record<SectorStatus, number> {
  return {
    precommitted: countRuns(sets.precommitted),
    live: countRuns(sets.live),
    faulty: countRuns(sets.faulty),
    recovering: countRuns(sets.recovering),
    expired: countRuns(sets.expired),
    terminated: countRuns(sets.terminated),
    lapsed: countRuns(sets.lapsed),
  };
}

export interface Partition {
  deadline: number;
  /** −1: which one is not known. */
  partition: number;
  sectors: Runs;
  post_height: number | null;
  post_cid: Uint8Array | null;
}

/** Partitions of which a message or a missed proof told, in order. */
export async function partitionsOf(view: View, miner: number): Promise<Partition[]> {
  const [present, changed] = await Promise.all([
    view.db
      .selectFrom('sector_partition')
      .select(['deadline', 'partition', 'sectors', 'post_height', 'post_cid'])
      .where('miner_id', '=', miner)
      .execute(),
    view.changedOf('sector_partition', miner),
  ]);
  return rowsAsOf(changed, present, (row) => `${miner}/${row.deadline}/${row.partition}`)
    .sort((a, b) => a.deadline - b.deadline || a.partition - b.partition)
    .map((row) => ({ ...row, sectors: decodeRlePlus(row.sectors, Infinity) }));
}
