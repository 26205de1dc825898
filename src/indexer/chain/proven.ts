import type { ObjectSource } from '#filecoin/ipld/source.ts';
import type { Logger } from '#node/log.ts';
import { stateByObjects } from '#node/state/byObjects.ts';
import type { NodeClient, NodeInfo } from '#node/types.ts';
import type { KindSource } from './kinds.ts';

/** The node's objects where it has those of actors' states; null for any other node. */
export function statesOf(objects: ObjectSource, info: NodeInfo): ObjectSource | null {
  return info.capabilities.has('ActorObjects') ? objects : null;
}

/** The node, its calls for the state answered by objects where it has those of actors' states. */
export function provenNode(
  node: NodeClient,
  objects: ObjectSource,
  info: NodeInfo,
  kinds: KindSource,
  log: Logger,
): NodeClient {
  const states = statesOf(objects, info);
  if (!states) return node;
  return stateByObjects(node, states, { kindOf: (code, key) => kinds.kindOf(code, key), log });
}
