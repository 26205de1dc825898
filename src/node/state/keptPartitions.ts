import { LRUCache } from 'lru-cache';
import type { Partition } from '#filecoin/actors/state/minerSectors.ts';

/** What a partition takes besides its runs, in runs. */
const PARTITION_RUNS = 16;

/**
 * Partitions of deadlines by the CID of their array, at most so many runs of them: the array of the
 * same partitions is read once. The least recently used go first.
 */
export class KeptPartitions {
  readonly #kept: LRUCache<string, readonly Partition[]>;
  readonly #asked = new Map<string, Promise<readonly Partition[]>>();

  constructor(limit: number) {
    this.#kept = new LRUCache({ maxSize: Math.max(1, limit), sizeCalculation: runsOf });
  }

  async get(cid: string, read: () => Promise<readonly Partition[]>): Promise<readonly Partition[]> {
    const kept = this.#kept.get(cid) ?? this.#asked.get(cid);
    if (kept !== undefined) return kept;
    const asked = read();
    this.#asked.set(cid, asked);
    try {
      const partitions = await asked;
      this.#kept.set(cid, partitions);
      return partitions;
    } finally {
      this.#asked.delete(cid);
    }
  }
}

function runsOf(partitions: readonly Partition[]): number {
  return partitions.reduce(
    (sum, { sectors, unproven, faults, recoveries, terminated }) =>
      sum +
      PARTITION_RUNS +
      sectors.length +
      unproven.length +
      faults.length +
      recoveries.length +
      terminated.length,
    PARTITION_RUNS,
  );
}
