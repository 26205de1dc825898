/** What web processes behind one port have in common; a process alone has it for itself. */
import type { Registry } from 'prom-client';
import type { CompileQueue } from '#compiler/queue.ts';
import { RateLimit } from '../http/limit.ts';
import type { LimitName } from './messages.ts';

export interface Siblings {
  /** Connections to the database for this one; undefined: as many as one alone takes. */
  connections: number | undefined;
  /** Whether another process follows the chain. */
  followed: boolean;
  /** Calls per minute that a client may make of all together. */
  limit(name: LimitName, perMinute: number): RateLimit;
  /** What tells all that they have measured, this one in `own`, in Prometheus' text format. */
  metrics(own: Registry): () => Promise<string>;
  /** Who compiles when; null where this process decides. */
  compiling: CompileQueue | null;
  /** Told where the node answers that another process has started. */
  onNode(listener: (url: string) => void): void;
  /** Told why the index does not go on. */
  onPhase(listener: (phase: string) => void): void;
}

/** The only process that answers. */
export const ALONE: Siblings = {
  connections: undefined,
  followed: false,
  limit: (_name, perMinute) => new RateLimit(perMinute),
  metrics: (own) => () => own.metrics(),
  compiling: null,
  onNode: () => undefined,
  onPhase: () => undefined,
};
