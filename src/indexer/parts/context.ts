import type { ActorBundle } from '#filecoin/actors/kinds.ts';
import type { Logger } from '#node/log.ts';
import type { ActorStateJson, NodeClient, NodeInfo, TipsetKey } from '#node/types.ts';
import type { Kinds } from '../decode/kinds.ts';
import type { Call, ExecutedFacts, Log, NetworkStateRow, TipsetFacts } from '../types.ts';

/** What a part gathers from: a tipset's execution, and the node. */
export interface GatherContext {
  /** The tipset whose messages were executed. */
  tipset: TipsetFacts;
  child: TipsetFacts;
  executed: ExecutedFacts;
  /** All calls that counted, in the order in which they were made: messages, rewards, cron. */
  calls: readonly Call[];
  logs: readonly Log[];
  /** Whether the index begins here: what the state before this tipset holds has to be taken over. */
  opening: boolean;
  /** Asks for the state before the execution. */
  key: TipsetKey;
  /** Asks for the state after it. */
  childKey: TipsetKey;
  node: NodeClient;
  info: NodeInfo;
  kinds: Kinds;
  log: Logger;
  /** The power actor's state before and after the execution; null where the node cannot tell. */
  powerStates(): Promise<readonly [ActorStateJson | null, ActorStateJson | null]>;
  /** The network's totals after the execution, at the child's height; asked for once per tipset. */
  networkAfter(): Promise<NetworkStateRow>;
  /** The codes that actors have after the execution; null where the node cannot tell. */
  bundleAfter(): Promise<ActorBundle | null>;
  /** StateReadState after the execution; answers are kept by the actor's head, so asking again costs nothing. */
  stateAfter(id: number): Promise<ActorStateJson>;
}
