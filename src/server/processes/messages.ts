/** What the processes behind one port tell each other. */
import type { Registry } from 'prom-client';

/** Limits that clients have in all of them together. */
export type LimitName = 'api' | 'rpc' | 'claims' | 'verification';

/** Calls granted lately: of which limit, to whom (`clientKey`), how many. */
export type Granted = readonly (readonly [LimitName, string, number])[];

/** A registry as prom-client hands it on. */
export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** From a worker to the primary. `turn` names a compilation, `id` a question. */
export type FromWorker =
  /** It hears what it is told: what came before is lost. */
  | { kind: 'hears' }
  | { kind: 'listening'; url: string }
  | { kind: 'granted'; granted: Granted }
  | { kind: 'asksMetrics'; id: number }
  | { kind: 'measured'; id: number; measured: Measured }
  | { kind: 'asksTurn'; turn: number; client: string }
  | { kind: 'endsTurn'; turn: number };

/** From the primary to a worker. */
export type FromPrimary =
  | { kind: 'stop' }
  /** The node that the primary has started answers there. */
  | { kind: 'node'; url: string }
  /** Why the index does not go on. */
  | { kind: 'phase'; phase: string }
  | { kind: 'granted'; granted: Granted }
  | { kind: 'asksMeasured'; id: number }
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'turn'; turn: number; place: number }
  | { kind: 'turnRefused'; turn: number; retryAfter: number };
