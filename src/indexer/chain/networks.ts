/** Asks the node for the network's totals at tipsets. */
import { REWARD_ID, STORAGE_MARKET_ID, STORAGE_POWER_ID } from '#filecoin/address.ts';
import { Kept } from '#node/kept.ts';
import { orNull } from '#node/refusals.ts';
import type { CirculatingSupplyJson, NodeClient, NodeInfo, TipsetKey } from '#node/types.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import {
  decodeNetwork,
  isOfAnother,
  networkComplete,
  type NetworkAnswers,
} from '../decode/network.ts';
import type { NetworkStateRow, TipsetFacts } from '../types.ts';
import { MOST_AHEAD } from './ahead.ts';

/** So many answers are kept: more than are gathered side by side. */
const RECENT = 2 * MOST_AHEAD;

/** The network at a tipset: as the node told it, and as it is stored. */
interface Network {
  answers: NetworkAnswers;
  totals: NetworkStateRow;
}

export class Networks {
  readonly #node: NodeClient;
  readonly #info: NodeInfo;
  readonly #recent = new Kept<Network>(RECENT);

  constructor(node: NodeClient, info: NodeInfo) {
    this.#node = node;
    this.#info = info;
  }

  /** Asked for by the tipset's own execution and by its parent's: the node answers once. */
  at(tipset: TipsetFacts): Promise<Network> {
    const ask = async (): Promise<Network> => {
      const answers = await this.#ask(tipsetKeyOf(tipset.key));
      return { answers, totals: decodeNetwork(tipset, answers) };
    };
    // What the node could not tell now it may tell later.
    return this.#recent.get(tipset.id, ask, ({ answers }) => networkComplete(answers));
  }

  /** Totals at a tipset; null when the node cannot tell all of them. */
  async whole(
    tipset: { height: number; timestamp: number },
    key: TipsetKey,
  ): Promise<NetworkStateRow | null> {
    const answers = await this.#ask(key);
    return networkComplete(answers) ? decodeNetwork(tipset, answers) : null;
  }

  async #ask(key: TipsetKey): Promise<NetworkAnswers> {
    const state = (id: number): ReturnType<NodeClient['stateReadState']> =>
      this.#node.stateReadState(`f0${id}`, key);
    const [supply, reward, power, market] = await Promise.all([
      this.#supply(key),
      orNull(state(REWARD_ID)),
      orNull(state(STORAGE_POWER_ID)),
      orNull(state(STORAGE_MARKET_ID)),
    ]);
    const told = { supply, reward, power, market };
    return isOfAnother(told) ? { ...told, supply: await this.#supply(key) } : told;
  }

  async #supply(key: TipsetKey): Promise<CirculatingSupplyJson | null> {
    if (!this.#info.capabilities.has('StateVMCirculatingSupplyInternal')) return null;
    return orNull(this.#node.stateCirculatingSupply(key));
  }
}
