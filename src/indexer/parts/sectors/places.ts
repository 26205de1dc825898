/** In which partitions a provider's sectors are, as far as anything told. */
import { decodeRlePlus, encodeRlePlus, type Runs } from '#filecoin/encoding/bitfield.ts';
import {
  equalRuns,
  intersectRuns,
  NO_RUNS,
  subtractRuns,
  unionRuns,
} from '#filecoin/encoding/bitsets.ts';
import type { Int32 } from '#filecoin/encoding/integers.ts';
import type { StateView } from '../../fold/state.ts';
import type { PlacedSectors } from './acts.ts';

/** Whose partition is not known. */
export const NO_PARTITION = -1;

export class Places {
  readonly #view: StateView;
  readonly #miner: number;

  constructor(view: StateView, miner: number) {
    this.#view = view;
    this.#miner = miner;
  }

  /** Learns that sectors are in a partition, and that they are in no other. */
  put({ deadline, partition, sectors }: PlacedSectors): void {
    if (sectors.length === 0) return;
    const view = this.#view;
    for (const row of view.rowsUnder('sector_partition', this.#miner)) {
      const known = decodeRlePlus(row.sectors, Infinity);
      const here = row.deadline === deadline && row.partition === partition;
      const after = here ? unionRuns(known, sectors) : subtractRuns(known, sectors);
      if (!equalRuns(known, after))
        view.put('sector_partition', { ...row, sectors: encodeRlePlus(after) });
    }
    if (!view.get('sector_partition', this.#miner, deadline, partition))
      view.put('sector_partition', {
        miner_id: this.#miner,
        deadline,
        partition,
        sectors: encodeRlePlus(sectors),
        post_height: null,
        post_cid: null,
      });
  }

  /** Sectors known to be in a deadline, and in others. */
  around(deadline: number): { here: Runs; elsewhere: Runs } {
    let here: Runs = NO_RUNS;
    let elsewhere: Runs = NO_RUNS;
    for (const row of this.#view.rowsUnder('sector_partition', this.#miner)) {
      const sectors = decodeRlePlus(row.sectors, Infinity);
      if (row.deadline === deadline) here = unionRuns(here, sectors);
      else elsewhere = unionRuns(elsewhere, sectors);
    }
    return { here, elsewhere };
  }

  /** Sectors known to be in one of these partitions. */
  inPartitions(deadline: number, partitions: readonly number[]): Runs {
    let runs: Runs = NO_RUNS;
    for (const partition of partitions) {
      const row = this.#view.get('sector_partition', this.#miner, deadline, partition);
      if (row) runs = unionRuns(runs, decodeRlePlus(row.sectors, Infinity));
    }
    return runs;
  }

  /** Compaction moves the sectors of partitions within their deadline. */
  forget(deadline: Int32, partitions: Runs): void {
    const view = this.#view;
    let moved: Runs = NO_RUNS;
    for (const row of view.rowsUnder('sector_partition', this.#miner)) {
      const its = [row.partition, 1];
      if (row.deadline !== deadline || row.partition < 0) continue;
      if (intersectRuns(its, partitions).length === 0) continue;
      moved = unionRuns(moved, decodeRlePlus(row.sectors, Infinity));
      view.put('sector_partition', { ...row, sectors: new Uint8Array(0) });
    }
    this.put({ deadline, partition: NO_PARTITION, sectors: moved });
  }

  /** A proof was handed in for a partition. */
  prove(deadline: Int32, partition: number, height: number, cid: Uint8Array | null): void {
    const known = this.#view.get('sector_partition', this.#miner, deadline, partition);
    this.#view.put('sector_partition', {
      miner_id: this.#miner,
      deadline,
      partition,
      sectors: known?.sectors ?? new Uint8Array(0),
      post_height: height,
      post_cid: cid,
    });
  }
}
