import type { Partition } from '#filecoin/actors/state/minerSectors.ts';

/** What a partition takes besides its runs, in runs. */
const PARTITION_RUNS = 16;

/**
 * Partitions of deadlines by the CID of their array, at most so many runs of them: the array of the
 * same partitions is read once. The least recently used go first.
 */
export class KeptPartitions {
  readonly #limit: number;
  /** Oldest first. */
  readonly #kept = new Map<string, Promise<readonly Partition[]>>();
  readonly #sizes = new Map<string, number>();
  #runs = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(cid: string, read: () => Promise<readonly Partition[]>): Promise<readonly Partition[]> {
    const kept = this.#kept.get(cid);
    if (kept !== undefined) {
      this.#kept.delete(cid);
      this.#kept.set(cid, kept);
      return kept;
    }
    const asked = read();
    this.#kept.set(cid, asked);
    asked.then(
      (partitions) => {
        if (this.#kept.get(cid) === asked) this.#weigh(cid, partitions);
      },
      () => this.#kept.delete(cid),
    );
    return asked;
  }

  #weigh(cid: string, partitions: readonly Partition[]): void {
    const size = partitions.reduce(
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
    this.#sizes.set(cid, size);
    this.#runs += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#runs <= this.#limit) return;
      this.#runs -= this.#sizes.get(oldest) ?? 0;
      this.#sizes.delete(oldest);
      this.#kept.delete(oldest);
    }
  }
}
