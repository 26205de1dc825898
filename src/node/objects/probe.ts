import { setTimeout as sleep } from 'node:timers/promises';
import { CborError } from '#filecoin/encoding/cbor.ts';
import { actorsOf } from '#filecoin/ipld/stateTree.ts';
import { isObjectNotFound, NodeError } from '../errors.ts';
import type { Capability, CidJson, TipsetJson } from '../types.ts';
import { createNodeObjects } from './objects.ts';

/** The reward actor: there is one from the genesis on, and every tipset changes it. */
const REWARD_ACTOR = 2;

/** So often it is asked before objects count as missing, so long apart, ms. */
const TRIES = 3;
const PAUSE_MS = 500;

interface Objects {
  head(): Promise<TipsetJson>;
  chainReadObj(cid: CidJson): Promise<Uint8Array>;
}

/**
 * Which objects the node has: `ChainReadObj`, those of the state tree of its head; `ActorObjects`,
 * the states of actors too. Nodes behind one address may have come to different heads, and a gateway
 * may not know for a moment what is behind it: what is missing is asked for again, at the head of
 * then. Any other failure says nothing of that and is thrown (NodeError), also that the call is missing
 * while that is not sure.
 */
export async function probeObjects(node: Objects, pauseMs = PAUSE_MS): Promise<Capability[]> {
  let found: Capability[] = [];
  for (let tries = 1; ; tries++) {
    const { capabilities, told, unsure } = await probeOnce(node);
    if (capabilities.length > found.length) found = capabilities;
    if (!told && tries < TRIES) {
      await sleep(pauseMs);
      continue;
    }
    if (unsure !== null && found.length === 0) throw unsure;
    return found;
  }
}

interface Found {
  capabilities: Capability[];
  /** Whether that is all there is to be said of it. */
  told: boolean;
  /** The node may have the call all the same. */
  unsure: NodeError | null;
}

async function probeOnce(node: Objects): Promise<Found> {
  const { urgent } = createNodeObjects(node);
  const capabilities: Capability[] = [];
  try {
    const root = (await node.head()).Blocks[0]?.ParentStateRoot['/'] ?? '';
    await urgent.read([root]);
    const [reward] = await actorsOf(urgent, root, [REWARD_ACTOR]);
    if (!reward) throw new CborError('a state without the reward actor');
    capabilities.push('ChainReadObj');
    await urgent.read([reward.head]);
    capabilities.push('ActorObjects');
    return { capabilities, told: true, unsure: null };
  } catch (error) {
    if (error instanceof CborError)
      throw new NodeError('nonsense', 'Filecoin.ChainReadObj', error.message, { cause: error });
    if (isNotRecorded(error)) return { capabilities, told: true, unsure: null };
    if (isObjectNotFound(error)) return { capabilities, told: false, unsure: null };
    if (error instanceof NodeError && error.kind === 'unsupported') {
      const { lasting } = error;
      return { capabilities, told: lasting, unsure: lasting ? null : error };
    }
    throw error;
  }
}

/** What the recorded node says of what its recording lacks. */
function isNotRecorded(error: unknown): boolean {
  return error instanceof NodeError && error.kind === 'rpc' && /^not recorded:/.test(error.details);
}
