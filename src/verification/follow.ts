/** Contracts that come into the index are verified where their code was verified before. */
import type { Store } from '#store/store.ts';
import { adoptNew } from './keep.ts';

export interface FollowOptions {
  store: Pick<Store, 'onHead'> & Parameters<typeof adoptNew>[0];
  /** Told when something was verified. */
  onChange: () => Promise<void> | void;
  /** Hears of failures; the next head tries again. */
  onError: (error: unknown) => void;
  /** The wall clock, milliseconds. */
  now?: () => number;
}

/**
 * How long contracts are let be whose creation nobody knows, ms: they do not come with a head, but while
 * the index takes over what is older. Each time nothing was found twice as long, up to a day.
 */
const UNKNOWN_MS = 600_000;
const MAX_UNKNOWN_MS = 86_400_000;

/** Looks at the whole index with the first head, then at what each brings. Answers how to stop. */
export function followContracts(options: FollowOptions): () => Promise<void> {
  const { store, onChange, onError, now = Date.now } = options;
  /** Contracts created below were looked at. */
  let from = 0;
  let head = 0;
  let unknownFrom = Number.NEGATIVE_INFINITY;
  let pause = UNKNOWN_MS;
  let stopped = false;
  let again = false;
  let running: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    do {
      again = false;
      const [reached, at] = [head, now()];
      const unknown = at >= unknownFrom;
      const adopted = await adoptNew(store, from, unknown);
      if (unknown) {
        unknownFrom = at + pause;
        pause = adopted ? UNKNOWN_MS : Math.min(MAX_UNKNOWN_MS, 2 * pause);
      }
      // A fork meanwhile has lowered it, and asked for another look.
      if (!again) from = reached;
      if (adopted) await onChange();
    } while (again && !stopped);
  };
  const leave = store.onHead(({ height, reorgFrom = height }) => {
    head = height;
    from = Math.min(from, reorgFrom);
    again = true;
    running ??= look()
      .catch(onError)
      .finally(() => (running = null));
  });
  return async () => {
    stopped = true;
    leave();
    await running;
  };
}
