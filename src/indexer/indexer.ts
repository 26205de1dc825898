/** Follows a node: connects, catches up, follows its head, and carries on whatever the node does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#node/log.ts';
import { createNodeObjects, type NodeObjects } from '#node/objects/objects.ts';
import type { NodeClient, Subscription } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { takeCertificates } from './certificates/certificates.ts';
import { advance } from './chain/advance.ts';
import type { WrittenStretch } from './chain/sink.ts';
import { Backfill, BACKFILL_EPOCHS } from './chain/backfill.ts';
import { GatheringHere, type Gathering } from './chain/run.ts';
import { unlessAborted } from './chain/ordered.ts';
import { Pace } from './chain/pace.ts';
import { fillGaps } from './chain/gaps.ts';
import { chooseGoal } from './chain/goal.ts';
import { ROOM } from './opening/providers.ts';
import { makeOlderHours } from './parts/network/hours.ts';
import { Failures } from './failures.ts';
import { Hints } from './hints.ts';
import { countStretch, createMetrics } from './metrics.ts';
import type { Indexer, IndexerConfig, IndexerOptions } from './options.ts';
import { GAP_MS, openSession, type Session } from './session.ts';
import { Standing, createSilenceWatch } from './standing.ts';
import { readCheckpoint, type Checkpoint } from './write/checkpoint.ts';
import type { IndexerStatus } from './write/status.ts';

export function createIndexer(options: IndexerOptions): Indexer {
  return new FollowingIndexer(options);
}

class FollowingIndexer implements Indexer {
  readonly metrics = createMetrics();
  readonly #node: NodeClient;
  readonly #objects: NodeObjects;
  readonly #store: Store;
  readonly #log: Logger;
  readonly #config: IndexerConfig;
  readonly #backfill: Backfill;
  readonly #abort = new AbortController();
  readonly #pace = new Pace();
  #running: Promise<void> | null = null;
  readonly #standing: Standing;
  readonly #failures: Failures;
  #checkpoint: Checkpoint | null = null;
  #subscription: Subscription | null = null;
  #opening: Session['opening'] | null = null;
  /** When the node was last asked for what it could not tell before, ms. */
  #gapsAsked = 0;
  /** When the node was last asked what it can do, ms. */
  #probed = 0;
  /** Whether this process has reached the node before. */
  #connected = false;
  readonly #hints = new Hints();

  constructor({ node, store, log, config = {}, threads }: IndexerOptions) {
    this.#node = node;
    this.#objects = createNodeObjects(node, { backgroundPerSecond: config.openingRate });
    this.#store = store;
    this.#standing = new Standing(store);
    this.#log = log;
    this.#config = config;
    this.#backfill = new Backfill(threads, log);
    this.#failures = new Failures(this.#standing, this.metrics, log, config.gapMs);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    this.#hints.hint();
    await this.#running;
  }

  status(): IndexerStatus {
    return this.#standing.status;
  }

  sync(): Promise<void> {
    return this.#hints.sync();
  }

  async #run(): Promise<void> {
    const silence = createSilenceWatch(
      this.#standing,
      { silence: () => this.#backfill.silence(this.#node.silence()) },
      this.#config.silenceMs ?? 15_000,
      (error) => this.#log.error({ err: error }, 'The status could not be written'),
    );
    silence.start();
    await this.#carryOn();
    await silence.stop();
  }

  async #carryOn(): Promise<void> {
    const { retryMs = 1_000, maxRetryMs = 60_000 } = this.#config;
    const { signal } = this.#abort;
    let failures = 0;
    while (!signal.aborted) {
      const before = this.metrics.commits;
      try {
        const session = await unlessAborted(this.#connect(), signal);
        failures = 0;
        for (;;) {
          signal.throwIfAborted();
          const asked = this.#hints.syncing;
          const moved = await this.#follow(session);
          this.#failures.settle();
          failures = 0;
          if (moved) continue;
          const opened = await this.#open(session);
          if (opened === 'wrote' || (await this.#makeOlderHours(session))) continue;
          if (await this.#isOther(session)) break;
          if (opened === 'idle') this.#hints.settle(asked);
          await this.#hints.next(signal, this.#config.pollMs ?? 10_000);
        }
      } catch (error) {
        if (signal.aborted) break;
        if (this.metrics.commits > before) failures = 0;
        failures++;
        const again = await this.#failures.tell(error);
        if (!again) break;
        const pause = Math.min(maxRetryMs, retryMs * 2 ** (failures - 1));
        await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(
          () => undefined,
        );
      } finally {
        this.#subscription?.close();
        this.#subscription = null;
        this.#opening?.close();
        this.#opening = null;
        await this.#backfill.endThreads();
      }
    }
    this.#hints.settle();
  }

  async #connect(): Promise<Session> {
    this.#checkpoint = this.#failures.doubted(await readCheckpoint(this.#store.db));
    await this.#standing.resume();
    const log = this.#log;
    const session = await openSession({
      node: this.#node,
      objects: this.#objects,
      store: this.#store,
      log,
      config: this.#config,
      pace: this.#pace,
      checkpoint: this.#checkpoint,
      onRead: () => this.#hints.hint(),
    });
    const { info, gatherer, opening, headHeight } = session;
    this.#opening = opening;
    // The recording's clock stood still while nobody played it.
    const resumed = info.recorded && !this.#connected;
    this.#connected = true;
    await this.#standing.tell({
      ...this.#standing.seen(headHeight),
      ...(resumed ? { headSeenAt: new Date() } : {}),
      node: JSON.stringify({
        version: info.version,
        recorded: info.recorded,
        capabilities: [...info.capabilities].sort(),
      }),
    });
    this.#probed = performance.now();
    await this.#askGaps(gatherer);
    // Where the node has no stream now it may have one later.
    this.#subscription = this.#node.subscribeHeads(
      () => this.#hints.hint(),
      (state, reason) => {
        log.debug({ state, reason }, 'Stream of heads');
        this.#hints.hint();
      },
    );
    return session;
  }

  /** Takes over a slice of what no message tells of: see Opening.step. */
  async #open({ opening }: Session): Promise<'wrote' | 'reading' | 'idle'> {
    if (!this.#checkpoint?.executed) return 'idle';
    const { state, checkpoint } = await opening.step(this.#checkpoint);
    this.#checkpoint = checkpoint;
    this.metrics.opening = opening.status();
    return state;
  }

  /** Charts of the past of an index that is older than they are; false when that is done. */
  async #makeOlderHours({ startHeight }: Session): Promise<boolean> {
    if (!this.#checkpoint) return false;
    const next = await makeOlderHours(this.#store, this.#checkpoint, startHeight);
    this.#checkpoint = next ?? this.#checkpoint;
    return next !== null;
  }

  /** Goes one step towards the node's head; false when there is nothing to do. */
  async #follow(session: Session): Promise<boolean> {
    const head = await unlessAborted(session.node.chainHead(), this.#abort.signal);
    await this.#standing.tell(this.#standing.seen(head.Height));
    this.#updateLag();
    const checkpoint = this.#checkpoint;
    if (!checkpoint) throw new Error('The indexer has no checkpoint');
    const goal = await chooseGoal(
      { db: this.#store.db, log: this.#log, ...session },
      checkpoint,
      head,
    );
    if (goal) {
      let gathering: Gathering = new GatheringHere(session.gatherer);
      const from = goal.fork ? goal.fork.height + 1 : session.startHeight;
      if (goal.target.Height - from > BACKFILL_EPOCHS) {
        // Threads know only the branch that they began with.
        if (goal.fork?.id !== checkpoint.head?.id) await this.#backfill.endThreads();
        gathering = this.#backfill.begin(session, this.metrics.tipsets);
        await this.#standing.tell({
          state: 'backfilling',
          reason: null,
          fromHeight: from,
          targetHeight: head.Height,
        });
      }
      this.#checkpoint = await advance(
        {
          node: session.node,
          store: this.#store,
          gatherer: session.gatherer,
          gathering,
          startHeight: session.startHeight,
          migration: session.migration,
          room: this.#config.openingRoom ?? ROOM,
          pace: this.#pace,
          signal: this.#abort.signal,
          onWritten: (written) => this.#written(written),
        },
        checkpoint,
        goal,
      );
      return true;
    }
    await this.#backfill.endThreads();
    const ended = session.info.recorded && (await this.#node.recording())?.ended === true;
    await this.#standing.tell({
      state: ended ? 'ended' : 'following',
      reason: null,
      fromHeight: null,
      targetHeight: null,
    });
    this.#backfill.filled(this.#checkpoint?.head?.height, this.metrics.tipsets);
    await this.#fillGaps(session);
    if (session.info.capabilities.has('F3GetLatestCertificate'))
      await takeCertificates({ node: this.#node, store: this.#store, log: this.#log }, head.Height);
    return false;
  }

  /** Now and then: whether the node can do other things than it could when the session began. */
  async #isOther({ node, info }: Session): Promise<boolean> {
    const now = performance.now();
    if (now - this.#probed < (this.#config.gapMs ?? GAP_MS)) return false;
    this.#probed = now;
    const { capabilities, recorded } = await unlessAborted(node.probe(), this.#abort.signal);
    const same =
      recorded === info.recorded && capabilities.symmetricDifference(info.capabilities).size === 0;
    if (!same)
      this.#log.info({ capabilities: [...capabilities].sort() }, 'The node has other calls now');
    return !same;
  }

  /** Now and then, while there is nothing else to do: what the node could not tell it may tell by now. */
  async #fillGaps({ gatherer }: Session): Promise<void> {
    if (performance.now() - this.#gapsAsked >= (this.#config.gapMs ?? GAP_MS))
      await this.#askGaps(gatherer);
  }

  async #askGaps(gatherer: Session['gatherer']): Promise<void> {
    if (!this.#checkpoint) return;
    const { checkpoint, more } = await fillGaps(
      this.#store,
      this.#checkpoint,
      gatherer,
      this.#log,
      this.#config.gapRunMs,
    );
    this.#checkpoint = checkpoint;
    // What is left of a long gap follows at once, behind new heads.
    this.#gapsAsked = more ? -Infinity : performance.now();
  }

  async #written(written: WrittenStretch): Promise<void> {
    const { checkpoint, head, rows, revert, reverted } = written;
    const before = this.#checkpoint?.head ?? null;
    this.#checkpoint = checkpoint;
    countStretch(this.metrics, written);
    if (revert)
      this.#log.info(
        { fork: revert.forkHeight, from: before?.height, to: head.height, reverted },
        'The chain was reorganised',
      );
    this.#updateLag();
    const filling = this.#standing.status.state === 'backfilling';
    await this.#standing.tell({ state: filling ? 'backfilling' : 'following', reason: null });
    this.#log.debug({ height: head.height, rows }, 'Indexed');
    await this.#store.notifyHead({
      height: head.height,
      key: head.id,
      ...(revert ? { reorgFrom: revert.forkHeight } : {}),
    });
  }

  #updateLag(): void {
    const own = this.#checkpoint?.head?.height ?? null;
    const node = this.#standing.status.nodeHeight;
    this.metrics.lag = own === null || node === null ? null : Math.max(0, node - own);
  }
}
