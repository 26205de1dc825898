import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { createPeriodic, type Periodic } from './periodic.ts';
import { readStatus, writeStatus, type IndexerStatus } from './write/status.ts';

/** What the indexer says of itself, in memory and in the database. */
export class Standing {
  readonly #store: Store;
  #status: IndexerStatus = {
    state: 'starting',
    reason: null,
    nodeHeight: null,
    fromHeight: null,
    targetHeight: null,
    headSeenAt: null,
    node: null,
  };

  constructor(store: Store) {
    this.#store = store;
  }

  get status(): IndexerStatus {
    return { ...this.#status };
  }

  /** Takes over what an earlier process knew of the node. */
  async resume(): Promise<void> {
    if (this.#status.state === 'starting') this.#status = await readStatus(this.#store.db);
  }

  /** Writes what changed, if anything did. */
  async tell(change: Partial<IndexerStatus>): Promise<void> {
    const same = (Object.keys(change) as (keyof IndexerStatus)[]).every(
      (key) => this.#status[key] === change[key],
    );
    this.keep(change);
    if (!same) await writeStatus(this.#store.db, this.#status);
  }

  /** Changes it in memory only: the status in the database is another process's to write. */
  keep(change: Partial<IndexerStatus>): void {
    this.#status = { ...this.#status, ...change };
  }

  /** What there is to tell of the node's head, and since when when that is another one than before. */
  seen(height: number): Partial<IndexerStatus> {
    const same = height === this.#status.nodeHeight && this.#status.headSeenAt !== null;
    return { nodeHeight: height, ...(same ? {} : { headSeenAt: new Date() }) };
  }
}

/** A silence is told of when it begins to count, and again when it is so many times as long. */
const STEPS = [1, 2, 4, 8, 16, 32];

/**
 * Looks after a node that takes calls and does not answer: told of long before the calls' time limit.
 * @param silenceMs from when on a silence counts
 */
export function createSilenceWatch(
  standing: Standing,
  node: Pick<NodeClient, 'silence'>,
  silenceMs: number,
  onError: (error: unknown) => void,
): Periodic {
  let told: { reason: string; before: Partial<IndexerStatus> } | null = null;
  const run = async (): Promise<void> => {
    const silence = node.silence();
    const step = STEPS.findLast((times) => (silence?.ms ?? 0) >= times * silenceMs);
    const { state, reason } = standing.status;
    // Whoever has said something else meanwhile knows better.
    if (told !== null && told.reason !== reason) told = null;
    if (silence !== null && step !== undefined) {
      if (state === 'stopped') return;
      const before = told?.before ?? { state, reason };
      const seconds = Math.round((step * silenceMs) / 1000);
      told = { reason: `${silence.name}: no answer for more than ${seconds} s`, before };
      await standing.tell({ state: 'waiting', reason: told.reason });
    } else if (told !== null) {
      const { before } = told;
      told = null;
      await standing.tell(before);
    }
  };
  return createPeriodic({ everyMs: silenceMs / 5, run, onError });
}
