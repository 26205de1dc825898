/** What the node says of the index's own tipsets, proven and decoded as the indexer does it. */
import { integer } from '#filecoin/encoding/integers.ts';
import { SILENT } from '#node/log.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import type { NodeClient, NodeInfo } from '#node/types.ts';
import { unpackEntries } from '#store/entries.ts';
import type { Store } from '#store/store.ts';
import type { Arrival } from '../chain/arrivals.ts';
import { Gatherer, type Execution } from '../chain/gather.ts';
import { KindSource } from '../chain/kinds.ts';
import { Pace } from '../chain/pace.ts';
import { provenNode, statesOf } from '../chain/proven.ts';
import { knownId, tipsetKeyOf } from '../decode/ids.ts';
import type { Log } from '../types.ts';
import { placeOf, readCheckpoint, type CanonicalTipset } from '../write/checkpoint.ts';

/** A stored tipset and where its parent is. */
export interface Stored extends CanonicalTipset {
  /** Null for the index's first tipset. */
  parentHeight: number | null;
}

export class Truth {
  readonly gatherer: Gatherer;
  readonly node: NodeClient;
  readonly info: NodeInfo;
  readonly #store: Store;

  private constructor(store: Store, node: NodeClient, info: NodeInfo, gatherer: Gatherer) {
    this.#store = store;
    this.node = node;
    this.info = info;
    this.gatherer = gatherer;
  }

  static async open(store: Store, node: NodeClient, log = SILENT): Promise<Truth> {
    const info = await node.probe();
    const head = await node.chainHead();
    const { urgent: objects } = createNodeObjects(node);
    const kinds = new KindSource(node, statesOf(objects, info));
    await kinds.learn(head.Cids);
    const proven = provenNode(node, objects, info, kinds, log);
    const passed = await store.db.selectFrom('passed').select('height').execute();
    const heights = new Set(passed.map(({ height }) => height));
    const gatherer = new Gatherer({
      node: proven,
      objects,
      info,
      kinds,
      log,
      pace: new Pace(),
      passes: (height) => heights.has(height),
    });
    return new Truth(store, proven, info, gatherer);
  }

  /** The stored tipset at a height, and the next one. */
  async stored(height: number): Promise<[Stored | null, Stored | null]> {
    const rows = await this.#store.db
      .selectFrom('tipset')
      .select(['height', 'key', 'parent_height'])
      .where('height', '>=', height)
      .orderBy('height')
      .limit(2)
      .execute();
    const [own, child] = rows.map((row): Stored => ({
      ...placeOf(row.height, row.key),
      parentHeight: row.parent_height,
    }));
    return own?.height === height ? [own, child ?? null] : [null, own ?? null];
  }

  /** A tipset's events as they are stored. */
  async storedLogs(height: number): Promise<Log[]> {
    const rows = await this.#store.db
      .selectFrom('event as e')
      .innerJoin('execution as x', 'x.seq', 'e.seq')
      .select(['x.position as message', 'e.log_index', 'e.emitter_id', 'e.entries'])
      .where('e.height', '=', height)
      .orderBy('e.position')
      .execute();
    return rows.flatMap(({ message, log_index, emitter_id, entries }) => {
      const emitter = knownId(integer(emitter_id));
      if (emitter === null) return [];
      return [{ message, index: log_index, emitter, entries: unpackEntries(entries) }];
    });
  }

  arrival(place: CanonicalTipset): Promise<Arrival> {
    return this.gatherer.stored(place);
  }

  /** The tipset at this height of the chain that ends in the index's head; null at a null round. */
  async canonical(height: number): Promise<Arrival | null> {
    const { head } = await readCheckpoint(this.#store.db);
    if (!head) return null;
    const json = await this.node.chainGetTipSetByHeight(height, tipsetKeyOf(head.key));
    return json.Height === height ? this.gatherer.arrival(json) : null;
  }

  /** Null for what no stored child tells of. `heard`: the parts of the index hear of these events instead. */
  async execution(
    height: number,
    heard?: readonly Log[],
  ): Promise<{ tipset: Arrival; execution: Execution } | null> {
    const [own, child] = await this.stored(height);
    if (!own || !child) return null;
    const [tipset, next] = await Promise.all([this.arrival(own), this.arrival(child)]);
    const place = { opening: false, parentHeight: own.parentHeight, heard };
    return { tipset, execution: await this.gatherer.execution(tipset, next, place) };
  }
}
