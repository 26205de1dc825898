/** Asks the node for all that a tipset and its execution are decoded from. */
import { INIT_ID } from '#filecoin/address.ts';
import { ACTOR_KINDS, type ActorBundle } from '#filecoin/actors/kinds.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import type { UpgradeHeights } from '#filecoin/execution/basefee.ts';
import { upgradesCarriedOut } from '#filecoin/upgrades.ts';
import type { Logger } from '#node/log.ts';
import { orNull } from '#node/refusals.ts';
import type { NodeClient, NodeInfo, TipsetJson, TipsetKey } from '#node/types.ts';
import { checkBaseFee } from '../check/basefee.ts';
import { InvariantError } from '../errors.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import { decodeActor, decodeMultisig } from '../decode/actors.ts';
import { networkComplete } from '../decode/network.ts';
import { PARTS } from '../parts/index.ts';
import type { UpgradeTipset } from '../opening/migrated.ts';
import type { GatherContext } from '../parts/context.ts';
import type { ActorChange, ExecutedFacts, Log } from '../types.ts';
import { Arrivals, type Arrival } from './arrivals.ts';
import { ChangeReader } from './changes.ts';
import { addressesBetween } from './created.ts';
import { ExecutionReader } from './executions.ts';
import type { KindSource } from './kinds.ts';
import { Networks } from './networks.ts';
import type { Pace } from './pace.ts';
import { StateReader } from './states.ts';
import { upgradeHeights } from './upgrades.ts';

const MULTISIG = ACTOR_KINDS.indexOf('multisig');

/** The execution of a tipset: plain values, which may go to another thread. */
export interface Execution {
  executed: ExecutedFacts;
  /** For each part's `bind`, in the order of PARTS. */
  parts: readonly unknown[];
}

/** Where an execution stands in the chain. */
export interface ExecutionPlace {
  /** Whether the index begins with it. */
  opening: boolean;
  /** Height of the tipset's parent; null where it has to be asked for. */
  parentHeight: number | null;
  /** Whether much is gathered beside it: a trace that is long then rejects (`isTooLong`). */
  ahead?: boolean;
  /** What the parts hear of instead of the events that were emitted. */
  heard?: readonly Log[] | undefined;
}

export interface GathererOptions {
  node: NodeClient;
  /** The node's objects; left alone where it does not tell those of the state tree. */
  objects: ObjectSource;
  info: NodeInfo;
  kinds: KindSource;
  log: Logger;
  pace: Pace;
  /** Heights at which sums that do not add up are let pass. */
  passes?: ((height: number) => boolean) | undefined;
}

export class Gatherer {
  readonly upgrades: UpgradeHeights;
  readonly #node: NodeClient;
  readonly #objects: ObjectSource | null;
  readonly #changes: ChangeReader;
  readonly #info: NodeInfo;
  readonly #log: Logger;
  readonly #kinds: KindSource;
  readonly #arrivals: Arrivals;
  readonly #executions: ExecutionReader;
  readonly #states: StateReader;
  readonly #networks: Networks;
  readonly #passes: (height: number) => boolean;

  constructor({ node, objects, info, kinds, log, pace, passes }: GathererOptions) {
    this.#passes = passes ?? (() => false);
    this.#node = node;
    this.#objects = info.capabilities.has('ChainReadObj') ? objects : null;
    this.#changes = new ChangeReader({ node, objects: this.#objects, info, kinds });
    this.#info = info;
    this.#kinds = kinds;
    this.#log = log;
    this.#arrivals = new Arrivals({ node, info, pace });
    this.#executions = new ExecutionReader({ node, info, kinds, pace, passes: this.#passes });
    this.#states = new StateReader(node);
    this.#networks = new Networks(node, info);
    this.upgrades = upgradeHeights(info);
  }

  /** Whether the node has only a part of the chain: a recording that does not begin at the genesis. */
  get partial(): boolean {
    return this.#info.firstHeight > 0;
  }

  /** A tipset with its blocks' messages. Throws InvariantError and NodeError. */
  arrival(json: TipsetJson): Promise<Arrival> {
    return this.#arrivals.of(json);
  }

  /** A tipset of the index, from memory or from the node again. */
  stored(place: { id: string; key: Uint8Array }): Promise<Arrival> {
    return this.#arrivals.stored(place);
  }

  /** What is gathered next is of another branch than what was gathered before. */
  leave(): void {
    for (const part of PARTS) part.leave(this.#node);
  }

  /**
   * What the execution of `tipset` did, as its child tells, and what each part of the index takes
   * from it. Throws InvariantError and NodeError.
   */
  async execution(tipset: Arrival, child: Arrival, place: ExecutionPlace): Promise<Execution> {
    const { facts } = tipset;
    if (facts.id !== child.facts.parentId)
      throw new InvariantError(5, child.facts, 'its parent is not the tipset before it');
    const warning = checkBaseFee(facts, child.facts, this.#info.params.ForkUpgradeParams);
    if (warning) this.#log.warn({ height: child.facts.height }, warning);
    const upgrades = await this.carriedOut(facts, place.parentHeight);
    const [trace, told, network] = await Promise.all([
      this.#executions.of(tipset, child, place.ahead ?? false),
      this.#changes.told(facts, child.facts, upgrades),
      this.#networks.at(tipset.facts),
    ]);
    const { changes, deleted } = await this.#changes.complete(
      told,
      trace,
      facts,
      child.facts,
      upgrades,
    );
    const { calls, logs, ...executed } = trace;
    const childKey = child.json.Cids;
    const multisigs = await Promise.all(
      changes
        .filter((change) => change.kind === MULTISIG)
        .map(async ({ id }) => decodeMultisig(id, await this.#states.after(id, changes, childKey))),
    );
    const whole: ExecutedFacts = {
      ...executed,
      made: changes.some(({ id }) => id === INIT_ID)
        ? await this.made(tipset.json.Cids, childKey)
        : [],
      changes,
      deleted: deleted.map(({ id }) => id),
      multisigs,
      network: network.totals,
      networkComplete: networkComplete(network.answers),
      pass: this.#passes(facts.height),
      migration: upgrades.length > 0 || told === 'recoded',
      // One root has one state; else two are compared by their objects, or the node's word is taken.
      changesProven: this.#changes.proven || equalBytes(facts.stateRoot, child.facts.stateRoot),
    };
    const context: GatherContext = {
      tipset: facts,
      child: child.facts,
      executed: whole,
      calls,
      logs: place.heard ?? logs,
      opening: place.opening,
      key: tipset.json.Cids,
      childKey,
      node: this.#node,
      info: this.#info,
      kinds: this.#kinds.kinds,
      log: this.#log,
      powerStates: async () => [
        network.answers.power,
        (await this.#networks.at(child.facts)).answers.power,
      ],
      networkAfter: async () => (await this.#networks.at(child.facts)).totals,
      bundleAfter: () => this.bundle(childKey),
      stateAfter: (id) => this.#states.after(id, changes, childKey),
    };
    return { executed: whole, parts: await Promise.all(PARTS.map((part) => part.gather(context))) };
  }

  /** Totals of the network at a tipset; null when the node still cannot tell all of them. */
  network(tipset: { height: number; timestamp: number }, key: TipsetKey) {
    return this.#networks.whole(tipset, key);
  }

  /** The codes of the actors in the state at this key; null when the node cannot tell them. */
  bundle(key: TipsetKey): Promise<ActorBundle | null> {
    return this.#kinds.bundle(key);
  }

  /** An actor's state, or null where there is none. */
  async actor(id: number, key: TipsetKey): Promise<ActorChange | null> {
    const json = await this.#node.stateGetActor(`f0${id}`, key);
    if (!json) return null;
    await this.#kinds.require([json.Code['/']], key);
    return decodeActor(id, json, this.#kinds.kinds);
  }

  /**
   * Addresses by which actors were made between two states, with their ids; before null: all. None where
   * the node does not tell objects of states: then they are asked for by id.
   */
  async made(before: TipsetKey | null, after: TipsetKey): Promise<[Uint8Array, number][]> {
    if (!this.#objects || !this.#info.capabilities.has('ActorObjects')) return [];
    return addressesBetween(this.#node, this.#objects, before, after);
  }

  /**
   * Names of the upgrades that the execution of a tipset carries out; where the height of its parent is
   * null, the node is asked for it. Throws InvariantError and NodeError.
   */
  async carriedOut(tipset: UpgradeTipset, parentHeight: number | null): Promise<string[]> {
    const { height } = tipset;
    // The genesis is not executed; most tipsets of a young chain have no upgrade below them.
    if (height === 0 || upgradesCarriedOut(this.upgrades, 0, height).length === 0) return [];
    const parent = parentHeight ?? (await this.#heightBelow(tipset));
    return upgradesCarriedOut(this.upgrades, parent, height);
  }

  /** Height of a tipset's parent. A recording of a part of a chain has none of its first one. */
  async #heightBelow(tipset: UpgradeTipset): Promise<number> {
    const { height } = tipset;
    const asked = this.#node.chainGetTipSet(tipsetKeyOf(tipset.parentKey));
    const parent = await (this.partial ? orNull(asked) : asked);
    if (parent !== null && parent.Height >= height)
      throw new InvariantError(5, tipset, 'its parent is not below it');
    return parent?.Height ?? height - 1;
  }
}
