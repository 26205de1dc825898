import type { Config } from './config.ts';
import type { Snapshot, Tracker } from './tracker.ts';

/** Behind the chain by more than this many epochs (10 minutes), an index is not ready. */
const READY_LAG = 20;

/** Why an index should not be asked yet; null when it may be. */
export function unreadyReason(snapshot: Snapshot, healthy: boolean): string | null {
  const { status, head } = snapshot;
  if (!healthy) return 'The database does not answer';
  if (head === null) return 'The index is empty';
  if (status.state === 'stopped')
    return `The indexer has stopped: ${status.reason ?? 'no reason given'}`;
  if (status.lagEpochs === null) return "The chain's height is not known yet";
  if (status.lagEpochs > READY_LAG)
    return `The index is ${status.lagEpochs} epochs behind the chain`;
  return null;
}

export interface HealthOptions {
  config: Config;
  version: string;
  /** What the process is doing until it serves; null once it does. */
  phase: string | null;
  /** Null until the database is open. */
  tracker: Tracker | null;
}

/** The body of /health and /health/ready. */
export function healthReport({ config, version, phase, tracker }: HealthOptions) {
  const reason =
    phase ??
    (tracker === null
      ? 'The database is not open yet'
      : unreadyReason(tracker.snapshot, tracker.healthy));
  return {
    status: 'alive',
    ready: reason === null,
    reason,
    role: config.ROLE,
    version,
    uptimeSeconds: Math.floor(process.uptime()),
    network: tracker?.snapshot.network?.name ?? null,
    database: tracker === null ? 'closed' : tracker.healthy ? 'ok' : 'unreachable',
    index: tracker?.snapshot.status ?? null,
  };
}
