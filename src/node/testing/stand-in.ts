/** A node of the recorded chain that tells nothing of its state, which is to be read from objects. */
import { kindOfCode } from '#filecoin/actors/kinds.ts';
import { createNodeClient } from '../client.ts';
import { NodeError } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { stateByObjects, type StateClient } from '../state/byObjects.ts';
import type { NodeClient, PowerJson, TipsetJson, TipsetKey } from '../types.ts';
import type { StateChain } from './state-chain.ts';

/** What reads the state of a node from the chain's objects. */
export function clientOf(chain: StateChain, node: NodeClient): StateClient {
  return stateByObjects(node, chain.objects, { kindOf: async (code) => kindOfCode(code) });
}

export const ASKED = 'asked of the node';

/** Tells tipsets, and who may mine; of the state nothing else. */
export function standIn(chain: StateChain, told: Partial<NodeClient> = {}): NodeClient {
  const node = createNodeClient({ url: 'http://127.0.0.1:9/rpc/v1' });
  const names = Object.keys(node).filter((name) => /^(?:state|msig|chain)/.test(name));
  const refuse = (): Promise<never> => Promise.reject(new NodeError('rpc', 'State', ASKED));
  return {
    ...node,
    ...Object.fromEntries(names.map((name) => [name, refuse])),
    chainGetTipSet: async (key) => tipsetOf(chain, key),
    stateMinerPower: async (address, key) => powerOf(chain, address, key),
    ...told,
  };
}

export function tipsetOf({ recording }: StateChain, key: TipsetKey): TipsetJson {
  const { catalogue } = recording;
  const tipset = catalogue.tipsets[catalogue.tipsetOfKey.get(JSON.stringify(key)) ?? -1];
  if (tipset === undefined) throw new NodeError('rpc', 'ChainGetTipSet', 'no such tipset');
  return JSON.parse(catalogue.read(tipset.value).toString()) as TipsetJson;
}

function powerOf({ recording }: StateChain, address: string, key: TipsetKey): PowerJson {
  const { catalogue } = recording;
  const place = catalogue.tipsetOfKey.get(JSON.stringify(key)) ?? -1;
  const value = catalogue.states.get('StateMinerPower')?.get(JSON.stringify(address))?.get(place);
  if (value === undefined) throw new NodeError('rpc', 'StateMinerPower', 'not recorded');
  return schemas.Power.parse(JSON.parse(catalogue.read(value).toString()));
}
