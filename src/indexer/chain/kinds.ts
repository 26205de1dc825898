import { actorsVersionOf, createKindTable, type ActorBundle } from '#filecoin/actors/kinds.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { Kinds } from '../decode/kinds.ts';

/**
 * Kinds of actors: the shipped table, and the bundles that the node told at the tipsets at which it was
 * asked. After an upgrade there are codes that were not known before.
 */
export class KindSource {
  readonly #node: NodeClient;
  readonly #bundles = new Map<number, ActorBundle>();
  readonly #strange = new Set<string>();
  kinds = new Kinds(createKindTable());

  constructor(node: NodeClient) {
    this.#node = node;
  }

  /** Adds the bundle of this tipset's network version. */
  async learn(key: TipsetKey): Promise<void> {
    try {
      const networkVersion = await this.#node.stateNetworkVersion(key);
      const codes = Object.fromEntries(await this.#node.stateActorCodeCids(networkVersion));
      const version = actorsVersionOf(networkVersion);
      this.#bundles.set(version, { version, codes });
      this.kinds = new Kinds(createKindTable([...this.#bundles.values()]));
    } catch (error) {
      // Forest does not tell; the shipped table has the public networks.
      if (error instanceof NodeError && (error.kind === 'unsupported' || error.kind === 'rpc'))
        return;
      throw error;
    }
  }

  /** Makes sure that all of these codes are known, if the node knows them at this tipset. */
  async require(codes: Iterable<string>, key: TipsetKey): Promise<void> {
    const strange = [...codes].filter(
      (code) => !this.kinds.ofCode(code) && !this.#strange.has(code),
    );
    if (strange.length === 0) return;
    await this.learn(key);
    for (const code of strange) if (!this.kinds.ofCode(code)) this.#strange.add(code);
  }
}
