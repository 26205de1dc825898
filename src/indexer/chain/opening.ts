/**
 * Takes over, slice by slice, the actors that an index which begins after the genesis found there
 * and that no tipset has touched since. On a public network these are millions: they are asked for
 * between tipsets.
 */
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { parseAddress } from '#filecoin/address.ts';
import { requireId, tipsetKeyOf } from '../decode/ids.ts';
import type { IndexerLog } from '../log.ts';
import type { OpeningActor } from '../types.ts';
import type { Checkpoint } from '../write/checkpoint.ts';
import {
  readOpening,
  writeOpening,
  writeProgress,
  type OpeningProgress,
} from '../write/opening.ts';
import type { Gatherer } from './gather.ts';
import { olderWallet } from './older.ts';

/** Actors in one transaction. */
const SLICE = 1_000;

const ACCOUNT = ACTOR_KINDS.indexOf('account');

/** How it stands, for /health. `refused`: why the node could not tell. */
export interface OpeningStatus {
  known: number;
  listed: number | null;
  done: boolean;
  refused: string | null;
}

/**
 * An actor as it was in the state before the tipset of `key`; null when there was none. An account
 * comes with its key's address and an actor with a delegated one with that. Other addresses stand only
 * in the init actor's table, a long search for the node: they are learnt when somebody uses them.
 */
export async function olderActor(
  { node, gatherer }: { node: NodeClient; gatherer: Gatherer },
  id: number,
  key: TipsetKey,
): Promise<OpeningActor | null> {
  const actor = await gatherer.actor(id, key);
  if (!actor) return null;
  const robust =
    actor.kind === ACCOUNT
      ? parseAddress(await node.stateAccountKey(`f0${id}`, key))
      : actor.delegated;
  return { ...actor, robust, wallet: await olderWallet(node, actor, key) };
}

export class Opening {
  readonly #store: Store;
  readonly #node: NodeClient;
  readonly #gatherer: Gatherer;
  readonly #startHeight: number;
  readonly #log: IndexerLog;
  #progress: OpeningProgress | null = null;
  #refused: string | null = null;
  #first: TipsetKey | null = null;
  /** Ids at the beginning, ascending; as many as the network has actors, hence compact. */
  #ids: Float64Array | null = null;
  #at = 0;

  constructor(
    { store, node, log }: { store: Store; node: NodeClient; log: IndexerLog },
    gatherer: Gatherer,
    startHeight: number,
  ) {
    this.#store = store;
    this.#node = node;
    this.#log = log;
    this.#gatherer = gatherer;
    this.#startHeight = startHeight;
  }

  /** Null for an index that begins at the genesis, which opens at once. */
  status(): OpeningStatus | null {
    if (this.#startHeight === 0 || !this.#progress) return null;
    const { listed, done } = this.#progress;
    return { known: done ? (listed ?? 0) : this.#at, listed, done, refused: this.#refused };
  }

  /**
   * Takes over one slice. Null when there is nothing (more) to take over, or when the node cannot
   * tell. Throws SecondWriterError, and NodeError when the node is away.
   */
  async step(checkpoint: Checkpoint): Promise<Checkpoint | null> {
    if (this.#startHeight === 0 || this.#refused !== null) return null;
    this.#progress ??= await readOpening(this.#store);
    if (this.#progress.done) return null;
    this.#first ??= await this.#firstKey();
    const first = this.#first;
    if (!first) return null;
    try {
      return await this.#slice(checkpoint, first, this.#progress);
    } catch (error) {
      if (!(error instanceof NodeError) || !['rpc', 'unsupported'].includes(error.kind))
        throw error;
      this.#refused = error.message;
      await writeProgress(this.#store.db, { ...this.#progress, refused: error.message });
      this.#log.warn(
        { err: error },
        'The node cannot tell who was there at the beginning: balances appear when they change',
      );
      return null;
    }
  }

  async #slice(
    checkpoint: Checkpoint,
    first: TipsetKey,
    { through }: OpeningProgress,
  ): Promise<Checkpoint> {
    if (!this.#ids) {
      const listed = await this.#node.stateListActors(first);
      this.#ids = Float64Array.from(listed, requireId).sort();
      this.#at = this.#ids.findIndex((id) => id > through);
      if (this.#at < 0) this.#at = this.#ids.length;
    }
    const ids = [...this.#ids.subarray(this.#at, this.#at + SLICE)];
    const actors = await Promise.all(
      ids.map((id) => olderActor({ node: this.#node, gatherer: this.#gatherer }, id, first)),
    );
    const progress = {
      through: ids.at(-1) ?? through,
      listed: this.#ids.length,
      refused: null,
      done: this.#at + ids.length >= this.#ids.length,
    };
    const next = await writeOpening(
      this.#store,
      checkpoint,
      this.#startHeight,
      actors.filter((actor) => actor !== null),
      progress,
    );
    this.#at += ids.length;
    this.#progress = progress;
    if (progress.done) {
      this.#log.info({ actors: progress.listed }, 'All balances of the beginning are taken over');
      this.#ids = null;
    }
    return next;
  }

  /** The first tipset's key: its state is the one before its messages ran. */
  async #firstKey(): Promise<TipsetKey | null> {
    const row = await this.#store.db
      .selectFrom('tipset')
      .select('key')
      .orderBy('height')
      .limit(1)
      .executeTakeFirst();
    return row ? tipsetKeyOf(row.key) : null;
  }
}
