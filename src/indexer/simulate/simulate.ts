/**
 * A seeded simulation: an index is made through a node that fails, lies and forks, by indexers that are
 * killed; when the node tells the truth again, every table equals that of an undisturbed index.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createNodeClient } from '#node/client.ts';
import { openRecording, type Recording } from '#node/recorded/recording.ts';
import { DEMO_CHAIN, STATE_CHAIN } from '#node/testing/demo-node.ts';
import type { Store } from '#store/store.ts';
import { openMemory } from '#store/testing/kept.ts';
import type { Indexer } from '../options.ts';
import { startIndexer } from '../testing/demo.ts';
import { canonical, clear, differencesFrom, type Canonical } from '../testing/facts.ts';
import { courseOf, STRETCHES, type Course, type Step, type Stretch } from './course.ts';
import { killable, type Killable } from './killable.ts';
import { Random } from './random.ts';
import { serve, type Served } from './server.ts';
import { Tree } from './tree.ts';
import { Troubles } from './troubles.ts';
import { World } from './world.ts';

export interface Outcome {
  seed: number;
  stretch: Stretch;
  /** What differs from the undisturbed index; nothing where all is well. */
  differences: readonly string[];
  /** How often each kind struck. */
  counts: ReadonlyMap<string, number>;
  tipsets: number;
  deepest: number;
  reorganisations: number;
  kills: number;
  ms: number;
}

/** A node that does not come to an end with its troubles in so long has not got over them, ms. */
const HANGS_MS = 120_000;
/** What a node could not tell is asked for again so often, ms. */
const GAP_MS = 25;
/** So often the index is looked at in the end. */
const ROUNDS = 5;

class Hanging extends Error {}

async function unlessItHangs<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const hangs = sleep(HANGS_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Hanging();
  });
  try {
    return await Promise.race([work, hangs]);
  } finally {
    timer.abort();
    hangs.catch(() => undefined);
  }
}

/** Simulates seed after seed, on one database. */
export class Simulation {
  readonly #store: Store;
  readonly #recordings = new Map<Stretch['chain'], Promise<Recording>>();
  readonly #undisturbed = new Map<string, Canonical>();

  private constructor(store: Store) {
    this.#store = store;
  }

  static async open(database: () => Promise<Store> = openMemory): Promise<Simulation> {
    return new Simulation(await database());
  }

  async close(): Promise<void> {
    await this.#store.close();
    for (const recording of this.#recordings.values()) await (await recording).close();
  }

  /** `only`: kinds of trouble that may strike, else those of which chance has it. */
  async run(seed: number, kinds: { only?: readonly string[] } = {}): Promise<Outcome> {
    const stretch = new Random(seed, 'stretch').pick(STRETCHES);
    const tree = new Tree(await this.#recording(stretch));
    const course = courseOf(seed, stretch, tree);
    const expected = await this.#expected(course, tree);
    const began = performance.now();
    const troubles = new Troubles({ seed, proven: stretch.proven === 'always', ...kinds });
    const run = await this.#play(course, tree, troubles, expected);
    return {
      seed,
      stretch,
      ...run,
      counts: troubles.counts,
      tipsets: course.tipsets,
      deepest: course.deepest,
      ms: performance.now() - began,
    };
  }

  #recording({ chain }: Stretch): Promise<Recording> {
    const known = this.#recordings.get(chain);
    if (known) return known;
    const opened = openRecording(chain === 'state' ? STATE_CHAIN : DEMO_CHAIN);
    this.#recordings.set(chain, opened);
    return opened;
  }

  /** What the index is when nothing goes wrong. */
  async #expected(course: Course, tree: Tree): Promise<Canonical> {
    const key = JSON.stringify(course.stretch);
    const known = this.#undisturbed.get(key);
    if (known) return known;
    const { end, steps } = course;
    const final = steps.at(-1)?.final ?? end;
    const straight = { ...course, steps: [{ head: end, final, settled: true, kill: null }] };
    const none = new Troubles({ seed: 0, proven: true, only: [] });
    const { differences } = await this.#play(straight, tree, none, null);
    if (differences.length > 0) throw new Error(`Undisturbed, ${differences.join()}`);
    const rows = await canonical(this.#store);
    this.#undisturbed.set(key, rows);
    return rows;
  }

  async #play(
    { stretch, startHeight, steps }: Course,
    tree: Tree,
    troubles: Troubles,
    expected: Canonical | null,
  ): Promise<Pick<Outcome, 'differences' | 'kills' | 'reorganisations'>> {
    await clear(this.#store);
    const [first] = steps;
    if (!first) throw new RangeError('a course without steps');
    const recording = await this.#recording(stretch);
    const { live, without } = stretch;
    const world = new World({ recording, tree, ...first, live, without });
    const served = await serve(world, troubles);
    const run = new Run(this.#store, served, startHeight);
    let differences: readonly string[] = [];
    try {
      await unlessItHangs(run.through(world, [first]));
      if (stretch.proven === 'later') troubles.prove();
      await unlessItHangs(run.through(world, steps.slice(1)));
      troubles.end();
      for (let rounds = 0; rounds < ROUNDS; rounds++) {
        await unlessItHangs(run.settle());
        differences = expected === null ? [] : await differencesFrom(this.#store, expected);
        if (differences.length === 0) break;
        // What the node could not tell is asked for again in a while.
        await sleep(GAP_MS);
      }
    } catch (error) {
      if (!(error instanceof Hanging)) throw error;
      differences = [`it hangs: ${run.reason ?? 'for no reason that is told'}`];
    } finally {
      await run.end();
      await served.close();
    }
    const { kills, reorganisations } = run;
    return { differences, kills, reorganisations };
  }
}

interface Process {
  readonly indexer: Indexer;
  readonly database: Killable;
  close(): Promise<void>;
}

/** Indexers on a database, one after another. */
class Run {
  readonly #store: Store;
  readonly #served: Served;
  readonly #startHeight: number;
  #process: Process;
  #armed = false;
  kills = 0;
  reorganisations = 0;

  constructor(store: Store, served: Served, startHeight: number) {
    this.#store = store;
    this.#served = served;
    this.#startHeight = startHeight;
    this.#process = this.#start();
  }

  /** Why the index waits or has stopped, when it has. */
  get reason(): string | null {
    return this.#process.indexer.status().reason;
  }

  async through(world: World, steps: readonly Step[]): Promise<void> {
    for (const { head, final, settled, kill } of steps) {
      world.final = final;
      this.#served.moveTo(head);
      if (kill !== null) {
        this.#armed = true;
        this.#process.database.kill(kill);
      }
      if (settled || kill !== null) await this.settle();
      else await sleep(4);
    }
  }

  async end(): Promise<void> {
    await this.#process.close();
  }

  /** Until the index has what the node tells; whoever is killed on the way is replaced. */
  async settle(): Promise<void> {
    for (;;) {
      const { indexer, database } = this.#process;
      const done = await Promise.race([
        indexer.sync().then(() => true),
        database.killed.then(() => false),
      ]);
      if (done && !this.#armed) return;
      // One that was to die in the middle of something had nothing left to do.
      database.kill();
      this.#armed = false;
      this.kills++;
      await this.#process.close();
      this.#process = this.#start();
    }
  }

  #start(): Process {
    const database = killable(this.#store);
    const node = createNodeClient({
      url: this.#served.url,
      attempts: 2,
      retryDelayMs: 2,
      timeoutMs: 400,
      computeTimeoutMs: 400,
      reconnectMs: 5,
      maxReconnectMs: 50,
      heartbeatMs: 60,
      gzip: false,
    });
    const { indexer } = startIndexer(database.store, node, {
      startHeight: this.#startHeight,
      retryMs: 2,
      maxRetryMs: 20,
      pollMs: 15,
      gapMs: GAP_MS,
    });
    return {
      indexer,
      database,
      close: async () => {
        this.reorganisations += indexer.metrics.reorganisations;
        await node.close();
        await indexer.stop();
      },
    };
  }
}
