import { changedActors } from '#filecoin/ipld/stateTree.ts';
import { Gatherer } from '#indexer/chain/gather.ts';
import { KindSource } from '#indexer/chain/kinds.ts';
import { Pace } from '#indexer/chain/pace.ts';
import { prepare } from '#indexer/chain/prepare.ts';
import { NOTHING_OLDER } from '#indexer/fold/older.ts';
import { PARTS } from '#indexer/parts/index.ts';
import { clear } from '#indexer/testing/facts.ts';
import type { ChainUnit } from '#indexer/parts/part.ts';
import { readCheckpoint } from '#indexer/write/checkpoint.ts';
import { writeStretch } from '#indexer/write/writer.ts';
import { createNodeClient } from '#node/client.ts';
import { SILENT } from '#node/log.ts';
import { createNodeObjects, type NodeObjects } from '#node/objects/objects.ts';
import type { NodeClient } from '#node/types.ts';
import { openStore, type Store } from '#store/store.ts';
import { startStateNode, type StateNode } from './stateNode.ts';
import { ACCOUNT, StateTipsets, type StateTipset } from './stateTipset.ts';
import { report } from './support.ts';

/** Actors of the state. */
const SIZES = [10_000, 300_000, 3_000_000];
const CHANGED = 300;
/** Tipsets that are measured of each size, after some for the compiler and the cache. */
const TIPSETS = 15;
const WARM_UP = 5;
/** What a tipset may cost at most, measured by one in the smallest state. */
const MOST = 1.3;
const LINKS_OF_A_NODE = 32;

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** What came of one size. */
interface Measured {
  readonly actors: number;
  /** Objects of the first tipset, when none is kept. */
  first: number;
  /** Of each further tipset. */
  readonly objects: number[];
  readonly bytes: number[];
  /** Finding what changed alone, and the tipset as a whole. */
  readonly walks: Cost[];
  readonly tipsets: Cost[];
}

/**
 * `npm run bench -- state`: a tipset that changes 300 actors, in states of 10,000, 300,000 and
 * 3,000,000: what is read of the state, and what the tipset costs, from the node's answers to the rows
 * that are written. The node has the state's objects only, in a thread that is not counted, and the
 * client asks it over HTTP. Exit code 1 when a bound is broken: ⌈log32 actors⌉ + 1 objects for each
 * changed actor and root, 1.3 times the wall and processor time of a tipset in the smallest state.
 */
export async function benchState(): Promise<void> {
  const store = await openStore({ dataDir: 'memory://' });
  const benches = await Promise.all(SIZES.map((actors) => StateBench.of(actors, store)));
  // Side by side, so that what the machine does besides is the same for all of them.
  for (let state = 1; state <= WARM_UP + TIPSETS; state++)
    for (const bench of benches) await bench.tipset(state);
  await Promise.all(benches.map((bench) => bench.close()));
  await store.close();
  print(
    benches.map(({ measured }) => measured),
    benches[0]?.messages ?? 0,
  );
}

class StateBench {
  readonly measured: Measured;
  readonly #tipsets: StateTipsets;
  readonly #state: StateNode;
  readonly #client: NodeClient;
  /** What is kept from tipset to tipset; those of the walk alone are its own. */
  readonly #objects: NodeObjects;
  readonly #alone: NodeObjects;
  readonly #store: Store;

  private constructor(actors: number, tipsets: StateTipsets, state: StateNode, store: Store) {
    this.measured = { actors, first: 0, objects: [], bytes: [], walks: [], tipsets: [] };
    this.#tipsets = tipsets;
    this.#state = state;
    this.#client = createNodeClient({ url: state.url });
    this.#objects = createNodeObjects(this.#client);
    this.#alone = createNodeObjects(this.#client);
    this.#store = store;
  }

  static async of(actors: number, store: Store): Promise<StateBench> {
    const tipsets = await StateTipsets.of(WARM_UP + TIPSETS, actors, CHANGED);
    const state = await startStateNode({ actors, like: ACCOUNT, told: tipsets.told });
    return new StateBench(actors, tipsets, state, store);
  }

  get messages(): number {
    return this.#tipsets.messages;
  }

  /** The tipset that leads to the state with this number. */
  async tipset(state: number): Promise<void> {
    const [before = '', after = ''] = this.#state.roots.slice(state - 1);
    const counted = this.#alone.counts();
    const walk = await this.#spend(async () => {
      const { changed, deleted } = await changedActors(this.#alone.urgent, before, after);
      if (changed.length !== CHANGED || deleted.length > 0) throw new Error('other actors changed');
    });
    const { read, bytes } = this.#alone.counts();
    if (state === 1) this.measured.first = read;
    const at = this.#tipsets.at(state, before, after);
    const whole = await this.#index(at);
    await at.close();
    if (state <= WARM_UP) return;
    this.measured.objects.push(read - counted.read);
    this.measured.bytes.push(bytes - counted.bytes);
    this.measured.walks.push(walk);
    this.measured.tipsets.push(whole);
  }

  /** Gathers the tipset and writes it into an empty index. */
  async #index({ node, info, tipset, child }: StateTipset): Promise<Cost> {
    const objects = this.#objects.urgent;
    const pace = new Pace();
    const gatherer = new Gatherer({
      node,
      objects,
      info,
      kinds: new KindSource(node),
      log: SILENT,
      pace,
    });
    const startHeight = tipset.facts.height;
    const units: ChainUnit[] = [];
    const gathering = await this.#spend(async () => {
      const place = { opening: true, parentHeight: null };
      const { executed, parts } = await gatherer.execution(tipset, child, place);
      const bound = PARTS.map((part, index) => part.bind(parts[index]));
      units.push({ tipset: tipset.facts, executed, older: NOTHING_OLDER, parts: bound });
    });
    await this.#begin({ info, tipset });
    // Who is older than the index is asked for once, not with each tipset.
    const context = {
      node,
      db: this.#store.db,
      gatherer,
      startHeight,
      migration: null,
      room: 1_000,
      forkHeight: null,
    };
    await prepare(context, units, child.json.Cids);
    const checkpoint = await readCheckpoint(this.#store.db);
    const writing = await this.#spend(async () => {
      await writeStretch(this.#store, checkpoint, {
        revert: null,
        units,
        arrivals: [tipset.facts, child.facts],
        final: null,
        belowFinal: false,
        startHeight,
        pace,
      });
    });
    return {
      wallMs: gathering.wallMs + writing.wallMs,
      cpuMs: gathering.cpuMs + writing.cpuMs,
    };
  }

  async #begin({ info, tipset: { facts } }: Pick<StateTipset, 'info' | 'tipset'>): Promise<void> {
    await clear(this.#store);
    await this.#store.db
      .insertInto('network')
      .values({
        name: info.networkName,
        genesis: facts.key.subarray(0, 32),
        genesis_timestamp: facts.timestamp - facts.height * 30,
        epoch_seconds: 30,
        chain_id: info.chainId,
        address_prefix: 'f',
        start_height: facts.height,
        recorded: false,
      })
      .execute();
  }

  /** What `work` takes of all threads but the node's. */
  async #spend(work: () => Promise<void>): Promise<Cost> {
    const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
    const { worker } = this.#state;
    const nodes = await worker.cpuUsage();
    const all = process.cpuUsage();
    const began = performance.now();
    await work();
    const wallMs = performance.now() - began;
    const cpuMs = ms(process.cpuUsage(all));
    return { wallMs, cpuMs: cpuMs - ms(await worker.cpuUsage(nodes)) };
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#state.worker.terminate();
  }
}

function print(sizes: readonly Measured[], messages: number): void {
  const broken: string[] = [];
  const rows = sizes.map((size) => {
    const name = size.actors.toLocaleString('en');
    const perActor = size.first / (2 * CHANGED);
    const bound = Math.ceil(Math.log(size.actors) / Math.log(LINKS_OF_A_NODE)) + 1;
    if (perActor > bound) broken.push(`${name} actors: too many objects are read`);
    const timed = (of: 'walks' | 'tipsets', what: keyof Cost): string => {
      const [own, least] = [size, sizes[0] ?? size].map((each) =>
        median(each[of].map((cost) => cost[what])),
      );
      const ratio = (own ?? 0) / (least ?? 1);
      if (of === 'tipsets' && ratio > MOST) broken.push(`${name} actors: a tipset costs too much`);
      return `${(own ?? 0).toFixed(0)} ms ×${ratio.toFixed(2)}`;
    };
    return [
      name,
      `${perActor.toFixed(2)} of ${String(bound)}`,
      median(size.objects).toFixed(0),
      (median(size.bytes) / 1000).toFixed(0),
      timed('tipsets', 'wallMs'),
      timed('tipsets', 'cpuMs'),
      timed('walks', 'wallMs'),
      timed('walks', 'cpuMs'),
    ];
  });
  report(
    `A tipset of ${String(messages)} messages that changes ${String(CHANGED)} actors; medians of ${String(TIPSETS)}, against the smallest state`,
    [
      ['actors', 'objects/actor/root', 'objects', 'kB', 'tipset', 'CPU', 'of it the walk', 'CPU'],
      ...rows,
    ],
  );
  for (const what of new Set(broken)) console.log(`  ${what}`);
  if (broken.length > 0) process.exitCode = 1;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
