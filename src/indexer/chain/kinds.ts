import { manifestOf } from '#filecoin/actors/manifest.ts';
import {
  actorsVersionOf,
  createKindTable,
  namedBundle,
  type ActorBundle,
} from '#filecoin/actors/kinds.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { orNull } from '#node/refusals.ts';
import { StateRoots } from '#node/state/roots.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { Kinds, type Code } from '../decode/kinds.ts';
import { parentKeyOf } from '../decode/tipset.ts';

/** Codes are remembered as unknown up to this number. */
const MAX_STRANGE = 10_000;

/**
 * Kinds of actors: the shipped table, and the bundles of the states in which a code stood that was not
 * known. After an upgrade all codes are others, and a network may change them within one version.
 */
export class KindSource {
  readonly #node: NodeClient;
  readonly #objects: ObjectSource | null;
  readonly #roots: StateRoots;
  readonly #bundles = new Map<string, ActorBundle>();
  readonly #strange = new Set<string>();
  kinds = new Kinds(createKindTable());

  /** `objects`: null where the node does not tell those that hold actors' states. */
  constructor(node: NodeClient, objects: ObjectSource | null = null) {
    this.#node = node;
    this.#objects = objects;
    this.#roots = new StateRoots(node);
  }

  /** Adds the bundle of the state at this key. Answers whether the node could tell it. */
  async learn(key: TipsetKey): Promise<boolean> {
    const bundle = await this.bundle(key);
    if (bundle === null) return false;
    const id = JSON.stringify(bundle);
    if (this.#bundles.has(id)) return true;
    this.#bundles.set(id, bundle);
    this.kinds = new Kinds(createKindTable([...this.#bundles.values()]));
    return true;
  }

  /** The bundle of the state at this key; null where the node cannot tell it. Throws NodeError when it is away. */
  async bundle(key: TipsetKey): Promise<ActorBundle | null> {
    const network = await orNull(this.#networkVersion(key));
    if (network === null) return null;
    const version = actorsVersionOf(network);
    const named = namedBundle(version);
    if (named) return named;
    const codes =
      (await this.#manifest(key)) ?? (await orNull(this.#node.stateActorCodeCids(network)));
    return codes && { version, codes: Object.fromEntries(codes) };
  }

  /** What a code stands for, as far as the node knows it at this tipset; null for an unknown one. */
  async kindOf(code: string, key: TipsetKey): Promise<Code | null> {
    await this.require([code], key);
    return this.kinds.ofCode(code);
  }

  /** Makes sure that all of these codes are known, if the node knows them at this tipset. */
  async require(codes: Iterable<string>, key: TipsetKey): Promise<void> {
    const strange = [...codes].filter(
      (code) => !this.kinds.ofCode(code) && !this.#strange.has(code),
    );
    if (strange.length === 0) return;
    // What the node could not tell now it may tell later.
    if (!(await this.learn(key))) return;
    for (const code of strange)
      if (!this.kinds.ofCode(code) && this.#strange.size < MAX_STRANGE) this.#strange.add(code);
  }

  /** The version that made the state at this key: a tipset's state is its parent's work. */
  async #networkVersion(key: TipsetKey): Promise<number> {
    const parents = parentKeyOf(await this.#node.chainGetTipSet(key));
    // A recording of a part of a chain has no parent of its first tipset.
    const told = parents.length > 0 ? await orNull(this.#node.stateNetworkVersion(parents)) : null;
    return told ?? this.#node.stateNetworkVersion(key);
  }

  /** As the state itself has it: nobody else tells codes that changed within a network version. */
  async #manifest(key: TipsetKey): Promise<[string, string][] | null> {
    if (!this.#objects) return null;
    const { root } = await this.#roots.at(key);
    return orNull(manifestOf(this.#objects, root));
  }
}
