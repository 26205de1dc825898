/** Which actors a tipset's execution changed, and which are gone after it. */
import {
  BURNT_FUNDS_ID,
  DATACAP_ID,
  EAM_ID,
  INIT_ID,
  REWARD_ID,
  STORAGE_MARKET_ID,
  STORAGE_POWER_ID,
  SYSTEM_ID,
  VERIFIED_REGISTRY_ID,
} from '#filecoin/address.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { TooManyDifferences } from '#filecoin/ipld/hamt.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { actorsOf, changedActors, type ChangedActors } from '#filecoin/ipld/stateTree.ts';
import { migrationOf } from '#filecoin/migrations.ts';
import type { NodeClient, NodeInfo } from '#node/types.ts';
import { unreported } from '../check/balances.ts';
import { actorChange, decodeActor, decodeChanges } from '../decode/actors.ts';
import type { Executed } from '../decode/executed.ts';
import { idOfText, requireId, tipsetKeyOf } from '../decode/ids.ts';
import { addLeftovers, deletingCalls, type Deleted } from '../decode/leftovers.ts';
import { decodeChannel } from '../parts/wallets/decode.ts';
import type { ActorChange, TipsetFacts } from '../types.ts';
import type { KindSource } from './kinds.ts';

/** More than the gas of a tipset's blocks allows: states that differ so much have other codes everywhere. */
const MOST_CHANGED = 100_000;

/** Actors of the network's own: they change in ways that no call names. */
const OWN = [
  SYSTEM_ID,
  INIT_ID,
  REWARD_ID,
  STORAGE_POWER_ID,
  STORAGE_MARKET_ID,
  VERIFIED_REGISTRY_ID,
  DATACAP_ID,
  EAM_ID,
  BURNT_FUNDS_ID,
];

/** A tipset whose state is meant: the one before its messages ran. */
type At = Pick<TipsetFacts, 'key' | 'stateRoot'>;

/** What the state after an execution has other than the one before. */
export interface Changed {
  changes: ActorChange[];
  deleted: Deleted[];
}

interface Difference extends Changed {
  /** Of those that changed, whose kind, nonce and balance stayed while an upgrade gave them another code. */
  recoded: ReadonlySet<number>;
}

/**
 * What the two states tell by themselves. `recoded`: a migration gave all actors other codes, so that
 * the trees differ everywhere; null: nobody can tell what changed.
 */
export type StateDifference = Difference | 'recoded' | null;

export interface ChangeOptions {
  node: NodeClient;
  /** The node's objects of state trees; null where it does not tell them. */
  objects: ObjectSource | null;
  info: NodeInfo;
  kinds: KindSource;
}

export class ChangeReader {
  readonly #node: NodeClient;
  readonly #objects: ObjectSource | null;
  readonly #info: NodeInfo;
  readonly #kinds: KindSource;

  constructor({ node, objects, info, kinds }: ChangeOptions) {
    this.#node = node;
    this.#objects = objects;
    this.#info = info;
    this.#kinds = kinds;
  }

  /** Whether what it tells is proven by the roots that the headers name. */
  get proven(): boolean {
    return this.#objects !== null;
  }

  /** By the two states' trees. */
  async told(before: At, after: At, upgrades: readonly string[]): Promise<StateDifference> {
    if (equalBytes(before.stateRoot, after.stateRoot))
      return { changes: [], deleted: [], recoded: new Set() };
    if (this.#objects) return this.#walked(this.#objects, before, after, upgrades);
    // Whoever is asked walks all actors there are: only a recording knows the answer beforehand.
    if (!this.#info.recorded || !this.#info.capabilities.has('StateChangedActors')) return null;
    const told = await this.#node.stateChangedActors(
      { '/': cidOf(before.stateRoot) },
      { '/': cidOf(after.stateRoot) },
    );
    const codes = [...told.values()].map((actor) => actor.Code['/']);
    await this.#kinds.require(codes, tipsetKeyOf(after.key));
    const changes = decodeChanges(told, this.#kinds.kinds);
    return { changes, deleted: [], recoded: new Set() };
  }

  async #walked(
    objects: ObjectSource,
    before: At,
    after: At,
    upgrades: readonly string[],
  ): Promise<StateDifference> {
    // Balances were moved when the network was small: then all is looked at.
    const { balances } = migrationOf(upgrades);
    if (upgrades.length > 0 && !balances && (await this.#recoded(objects, before, after)))
      return 'recoded';
    try {
      const limit = balances ? Infinity : MOST_CHANGED;
      const [was, is] = [cidOf(before.stateRoot), cidOf(after.stateRoot)];
      return await this.#read(await changedActors(objects, was, is, { limit }), before, after);
    } catch (error) {
      // An upgrade that nobody lists.
      if (error instanceof TooManyDifferences && (await this.#recoded(objects, before, after)))
        return 'recoded';
      throw error;
    }
  }

  /**
   * Whether actors have the codes of another bundle: the system actor's code tells, and since actors
   * version 8 its state, which names the bundle.
   */
  async #recoded(objects: ObjectSource, before: At, after: At): Promise<boolean> {
    const [was, is] = await Promise.all(
      [before, after].map(async ({ stateRoot }) => {
        const [system] = await actorsOf(objects, cidOf(stateRoot), [SYSTEM_ID]);
        return system;
      }),
    );
    return was?.code !== is?.code || was?.head !== is?.head;
  }

  async #read({ changed, deleted }: ChangedActors, before: At, after: At): Promise<Difference> {
    const codes = changed.map((each) => each.after.code);
    await this.#kinds.require(codes, tipsetKeyOf(after.key));
    const replaced = changed.flatMap(({ before: was, after: is }) =>
      was && was.code !== is.code ? [was.code] : [],
    );
    await this.#kinds.require(replaced, tipsetKeyOf(before.key));
    const { kinds } = this.#kinds;
    const recoded = changed.filter(
      ({ before: was, after: is }) =>
        was !== null &&
        was.code !== is.code &&
        kinds.ofCode(was.code)?.index === kinds.ofCode(is.code)?.index &&
        was.nonce === is.nonce &&
        was.balance === is.balance,
    );
    return {
      changes: changed.map(({ id, after: is }) => actorChange(Number(id), is, kinds)),
      deleted: deleted.map(({ id, before: was }) => ({ id: Number(id), balance: was.balance })),
      recoded: new Set(recoded.map(({ id }) => Number(id))),
    };
  }

  /**
   * All that changed, with what the trace tells: it names whom to ask for where the states do not tell,
   * and what deleted actors had left is put among its transfers.
   */
  async complete(
    told: StateDifference,
    executed: Omit<Executed, 'logs'>,
    before: At,
    after: At,
    upgrades: readonly string[],
  ): Promise<Changed> {
    const { transfers, calls } = executed;
    const touched = touchedBy(executed);
    const difference = told === 'recoded' ? null : told;
    const changed: Changed = {
      changes: (difference?.changes ?? []).filter(
        ({ id }) => touched.has(id) || !difference?.recoded.has(id),
      ),
      deleted: difference?.deleted ?? [],
    };
    const seek = (ids: Iterable<number>): Promise<void> =>
      this.#seek(changed, new Set(ids), before, after);
    // What was walked is all there is.
    const whole = difference !== null && this.#objects !== null;
    if (difference === null) {
      const migrated = await this.#migrated(upgrades, before, after);
      await seek([...touched, ...OWN, ...migrated]);
    } else if (!whole)
      await seek([...deletingCalls(calls).keys(), ...unreported({ transfers, ...changed })]);
    await addLeftovers(transfers, calls, changed.deleted, async (channel) => {
      const state = await this.#node.stateReadState(`f0${channel}`, tipsetKeyOf(before.key));
      return decodeChannel(channel, state).from;
    });
    if (!whole) await seek(unreported({ transfers, ...changed }));
    changed.changes.sort((a, b) => a.id - b.id);
    return changed;
  }

  /** Ids of the actors that migrations made, removed or gave another kind. */
  async #migrated(upgrades: readonly string[], before: At, after: At): Promise<number[]> {
    const ids = await Promise.all(
      migrationOf(upgrades).actors.map(async (address) => {
        const own = idOfText(address);
        if (own !== null) return own;
        const id =
          (await this.#node.stateLookupId(address, tipsetKeyOf(after.key))) ??
          (await this.#node.stateLookupId(address, tipsetKeyOf(before.key)));
        return id === null ? null : requireId(id);
      }),
    );
    return ids.filter((id) => id !== null);
  }

  /** Adds those of them that are not among `changed` yet, as they are afterwards or as gone. */
  async #seek(changed: Changed, ids: Set<number>, before: At, after: At): Promise<void> {
    for (const { id } of [...changed.changes, ...changed.deleted]) ids.delete(id);
    const sought = [...ids];
    const found = await this.#actors(sought, after);
    changed.changes.push(...found.filter((actor) => actor !== null));
    const absent = sought.filter((_, at) => found[at] === null);
    for (const actor of await this.#actors(absent, before))
      if (actor) changed.deleted.push({ id: actor.id, balance: actor.balance });
  }

  /** Actors in the state at a tipset, null for those that it does not have. */
  async #actors(ids: readonly number[], at: At): Promise<(ActorChange | null)[]> {
    const key = tipsetKeyOf(at.key);
    if (this.#objects) {
      const actors = await actorsOf(this.#objects, cidOf(at.stateRoot), ids);
      await this.#kinds.require(
        actors.flatMap((actor) => actor?.code ?? []),
        key,
      );
      return actors.map((actor, place) =>
        actor ? actorChange(ids[place] ?? 0, actor, this.#kinds.kinds) : null,
      );
    }
    const actors = await Promise.all(ids.map((id) => this.#node.stateGetActor(`f0${id}`, key)));
    await this.#kinds.require(
      actors.flatMap((actor) => actor?.Code['/'] ?? []),
      key,
    );
    return actors.map((actor, place) =>
      actor ? decodeActor(ids[place] ?? 0, actor, this.#kinds.kinds) : null,
    );
  }
}

/** Actors that the trace names. */
function touchedBy({ touched, executions, transfers }: Omit<Executed, 'logs'>): Set<number> {
  return new Set([
    ...touched,
    ...executions.flatMap(({ fromId }) => fromId ?? []),
    ...transfers.flatMap(({ from, to }) => [from, to]),
  ]);
}
