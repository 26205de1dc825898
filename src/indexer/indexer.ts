/** Follows a node: connects, catches up, follows its head, and carries on whatever the node does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, NodeInfo, Silence, Subscription, TipsetKey } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { takeCertificates } from './certificates/certificates.ts';
import { advance, type WrittenStretch } from './chain/advance.ts';
import { finalTipset } from './chain/finality.ts';
import { Gatherer } from './chain/gather.ts';
import { GatheringHere, type Gathering } from './chain/run.ts';
import { KindSource } from './chain/kinds.ts';
import { unlessAborted } from './chain/ordered.ts';
import { Pace } from './chain/pace.ts';
import { fillStateGaps, ledgerGap } from './chain/gaps.ts';
import { chooseGoal } from './chain/goal.ts';
import { openNetwork } from './chain/network.ts';
import { Opening } from './chain/opening.ts';
import type { NodeAddress } from './chain/threads/protocol.ts';
import { GatheringThreads } from './chain/threads/threads.ts';
import { InvariantError, SecondWriterError, WrongChainError } from './errors.ts';
import type { IndexerLog } from './log.ts';
import { createMetrics, type IndexerMetrics } from './metrics.ts';
import { Standing, createSilenceWatch } from './standing.ts';
import { readCheckpoint, type Checkpoint } from './write/checkpoint.ts';
import { NoUndoError } from './write/revert.ts';
import type { IndexerStatus } from './write/status.ts';

export interface IndexerOptions {
  node: NodeClient;
  store: Store;
  log: IndexerLog;
  config?: IndexerConfig;
  /**
   * Threads that ask the node, check and decode during a backfill, and how they reach the node.
   * Unset: this thread does it, by `node`.
   */
  threads?: { count: number; node: NodeAddress };
}

export interface IndexerConfig {
  /** Where a new index begins. Unset: the genesis of a young chain, else the last final day. */
  startHeight?: number | undefined;
  /** First and longest pause after a failure, ms. Default 1,000 and 60,000. */
  retryMs?: number | undefined;
  maxRetryMs?: number | undefined;
  /** How often the node's head is asked for when it announces nothing, ms. Default 10,000. */
  pollMs?: number | undefined;
  /** How often the node is asked again for what it could not tell, ms. Default 600,000. */
  gapMs?: number | undefined;
  /** From when on a node that answers nothing is told of, ms. Default 15,000. */
  silenceMs?: number | undefined;
}

export interface Indexer {
  /** Begins; failures are retried and told by `status`, never thrown. */
  start(): void;
  /** Ends after the transaction under way. */
  stop(): Promise<void>;
  status(): IndexerStatus;
  /** Asks the node for its head at once; resolves when the index has nothing more to take from it (or has ended). */
  sync(): Promise<void>;
  readonly metrics: IndexerMetrics;
}

/** A stretch above this many epochs is a backfill: shown as such, and first brought to what is final. */
const BACKFILL_EPOCHS = 60;
export function createIndexer(options: IndexerOptions): Indexer {
  return new FollowingIndexer(options);
}

interface Session {
  info: NodeInfo;
  /** The node's head when it began. */
  head: TipsetKey;
  gatherer: Gatherer;
  startHeight: number;
  opening: Opening;
}

class FollowingIndexer implements Indexer {
  readonly metrics = createMetrics();
  readonly #node: NodeClient;
  readonly #store: Store;
  readonly #log: IndexerLog;
  readonly #config: IndexerConfig;
  readonly #threads: IndexerOptions['threads'];
  readonly #abort = new AbortController();
  readonly #pace = new Pace();
  #running: Promise<void> | null = null;
  readonly #standing: Standing;
  #checkpoint: Checkpoint | null = null;
  #subscription: Subscription | null = null;
  /** Of the backfill under way. */
  #gathering: GatheringThreads | null = null;
  /** The backfill under way: when it began (ms) and how many tipsets were counted by then. */
  #filling: { since: number; tipsets: number } | null = null;
  /** When the node was last asked for what it could not tell before, ms. */
  #gapsAsked = 0;
  /** Whether this process has reached the node before. */
  #connected = false;
  /** Resolves the wait for the next head. */
  #wake: (() => void) | null = null;
  #hinted = false;
  readonly #syncing: (() => void)[] = [];

  constructor({ node, store, log, config = {}, threads }: IndexerOptions) {
    this.#node = node;
    this.#store = store;
    this.#standing = new Standing(store);
    this.#log = log;
    this.#config = config;
    this.#threads = threads;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    this.#wake?.();
    await this.#running;
  }

  status(): IndexerStatus {
    return this.#standing.status;
  }

  sync(): Promise<void> {
    const settled = new Promise<void>((resolve) => this.#syncing.push(resolve));
    this.#hint();
    return settled;
  }

  async #run(): Promise<void> {
    const silence = createSilenceWatch(
      this.#standing,
      { silence: () => this.#silence() },
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
          const asked = this.#syncing.length;
          const moved = await this.#follow(session);
          failures = 0;
          if (moved || (await this.#open(session))) continue;
          for (const settled of this.#syncing.splice(0, asked)) settled();
          await this.#nextHint();
        }
      } catch (error) {
        if (signal.aborted) break;
        if (this.metrics.commits > before) failures = 0;
        failures++;
        const again = await this.#failed(error);
        if (!again) break;
        const pause = Math.min(maxRetryMs, retryMs * 2 ** (failures - 1));
        await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(
          () => undefined,
        );
      } finally {
        this.#subscription?.close();
        this.#subscription = null;
        await this.#endThreads();
      }
    }
    for (const settled of this.#syncing.splice(0)) settled();
  }

  /** Tells of a failure; false when it cannot be got over by trying again. */
  async #failed(error: unknown): Promise<boolean> {
    const message = error instanceof Error ? error.message : String(error);
    this.metrics.lastError = { at: new Date(), message };
    const inDoubt =
      error instanceof InvariantError ||
      error instanceof WrongChainError ||
      error instanceof NoUndoError;
    const final = error instanceof SecondWriterError;
    if (inDoubt) this.metrics.invariantFailures++;
    if (error instanceof NodeError) this.metrics.nodeFailures++;
    if (inDoubt || final) this.#log.error({ err: error }, `Indexing stopped: ${message}`);
    else this.#log.warn({ err: error }, `Indexing waits: ${message}`);
    if (final) {
      // The status is the other process's to write.
      this.#standing.keep({ state: 'stopped', reason: message });
      return false;
    }
    await this.#standing
      .tell({ state: inDoubt ? 'stopped' : 'waiting', reason: message })
      .catch((cause: unknown) =>
        this.#log.error({ err: cause }, 'The status could not be written'),
      );
    return true;
  }

  async #connect(): Promise<Session> {
    const { db } = this.#store;
    this.#checkpoint = await readCheckpoint(db);
    await this.#standing.resume();
    const info = await this.#node.probe();
    const head = await this.#node.chainHead();
    const final = await finalTipset(this.#node, info, head);
    const startHeight = await openNetwork(db, info, final, this.#config.startHeight, this.#log);
    const gap = await ledgerGap(this.#store, this.#checkpoint, startHeight);
    if (gap) throw new WrongChainError(gap);
    const kinds = new KindSource(this.#node);
    await kinds.learn(head.Cids);
    const gatherer = new Gatherer(this.#node, info, kinds, this.#log, this.#pace);
    // The recording's clock stood still while nobody played it.
    const resumed = info.recorded && !this.#connected;
    this.#connected = true;
    await this.#standing.tell({
      ...this.#standing.seen(head.Height),
      ...(resumed ? { headSeenAt: new Date() } : {}),
      node: JSON.stringify({
        version: info.version,
        recorded: info.recorded,
        capabilities: [...info.capabilities].sort(),
      }),
    });
    this.#gapsAsked = performance.now();
    this.#checkpoint = await fillStateGaps(this.#store, this.#checkpoint, gatherer, this.#log);
    if (info.capabilities.has('ChainNotify'))
      this.#subscription = this.#node.subscribeHeads(
        () => this.#hint(),
        (state, reason) => {
          this.#log.debug({ state, reason }, 'Stream of heads');
          this.#hint();
        },
      );
    const opening = new Opening(
      { store: this.#store, node: this.#node, log: this.#log },
      gatherer,
      startHeight,
    );
    return { info, head: head.Cids, gatherer, startHeight, opening };
  }

  #hint(): void {
    this.#hinted = true;
    this.#wake?.();
  }

  /** Waits until the node announces something, or for the polling interval. */
  async #nextHint(): Promise<void> {
    if (!this.#hinted) {
      const timer = AbortSignal.timeout(this.#config.pollMs ?? 10_000);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer.addEventListener('abort', () => resolve(), { once: true });
        if (this.#hinted || this.#abort.signal.aborted) resolve();
      });
      this.#wake = null;
    }
    this.#hinted = false;
  }

  /** Takes over a slice of what was there before the index began; false when nothing is left. */
  async #open({ opening }: Session): Promise<boolean> {
    if (!this.#checkpoint?.executed) return false;
    const next = await opening.step(this.#checkpoint);
    if (next) this.#checkpoint = next;
    this.metrics.opening = opening.status();
    return next !== null;
  }

  /** Goes one step towards the node's head; false when there is nothing to do. */
  async #follow(session: Session): Promise<boolean> {
    const head = await unlessAborted(this.#node.chainHead(), this.#abort.signal);
    await this.#standing.tell(this.#standing.seen(head.Height));
    this.#updateLag();
    const checkpoint = this.#checkpoint;
    if (!checkpoint) throw new Error('The indexer has no checkpoint');
    const goal = await chooseGoal(
      { node: this.#node, db: this.#store.db, log: this.#log, ...session },
      checkpoint,
      head,
    );
    if (goal) {
      let gathering: Gathering = new GatheringHere(session.gatherer);
      const from = goal.fork ? goal.fork.height + 1 : session.startHeight;
      if (goal.target.Height - from > BACKFILL_EPOCHS) {
        this.#filling ??= { since: performance.now(), tipsets: this.metrics.tipsets };
        gathering = this.#gatheringBeside(session) ?? gathering;
        await this.#standing.tell({
          state: 'backfilling',
          reason: null,
          fromHeight: from,
          targetHeight: head.Height,
        });
      }
      this.#checkpoint = await advance(
        {
          node: this.#node,
          store: this.#store,
          gatherer: session.gatherer,
          gathering,
          startHeight: session.startHeight,
          pace: this.#pace,
          signal: this.#abort.signal,
          onWritten: (written) => this.#written(written),
        },
        checkpoint,
        goal,
      );
      return true;
    }
    await this.#endThreads();
    const ended = session.info.recorded && (await this.#node.recording())?.ended === true;
    await this.#standing.tell({
      state: ended ? 'ended' : 'following',
      reason: null,
      fromHeight: null,
      targetHeight: null,
    });
    this.#logFilled();
    await this.#fillGaps(session);
    if (session.info.capabilities.has('F3GetLatestCertificate'))
      await takeCertificates({ node: this.#node, store: this.#store, log: this.#log }, head.Height);
    return false;
  }

  /** The longest that the node lets anybody wait: this thread, or one that gathers for it. */
  #silence(): Silence | null {
    const own = this.#node.silence();
    const beside = this.#gathering?.silence() ?? null;
    return beside !== null && beside.ms > (own?.ms ?? 0) ? beside : own;
  }

  /** The threads of a backfill; null where there are to be none. */
  #gatheringBeside({ info, head: key }: Session): Gathering | null {
    const threads = this.#threads;
    if (!threads || threads.count === 0) return null;
    const { count, node } = threads;
    return (this.#gathering ??= new GatheringThreads(count, { node, info, key }, this.#log));
  }

  async #endThreads(): Promise<void> {
    await this.#gathering?.close();
    this.#gathering = null;
  }

  /** Now and then, while there is nothing else to do: what the node could not tell it may tell by now. */
  async #fillGaps({ gatherer }: Session): Promise<void> {
    const now = performance.now();
    if (!this.#checkpoint || now - this.#gapsAsked < (this.#config.gapMs ?? 600_000)) return;
    this.#gapsAsked = now;
    this.#checkpoint = await fillStateGaps(this.#store, this.#checkpoint, gatherer, this.#log);
  }

  /** The end of a backfill, once. */
  #logFilled(): void {
    const filling = this.#filling;
    if (filling === null) return;
    this.#filling = null;
    this.#log.info(
      {
        height: this.#checkpoint?.head?.height,
        tipsets: this.metrics.tipsets - filling.tipsets,
        seconds: Math.round((performance.now() - filling.since) / 100) / 10,
      },
      'The index has filled',
    );
  }

  async #written({
    checkpoint,
    head,
    units,
    rows,
    revert,
    reverted,
  }: WrittenStretch): Promise<void> {
    const before = this.#checkpoint?.head ?? null;
    this.#checkpoint = checkpoint;
    const { metrics } = this;
    metrics.commits++;
    metrics.tipsets += units.length;
    metrics.rows += rows;
    for (const { executed } of units) {
      metrics.messages += executed.executions.length;
      for (const payload of executed.undecoded)
        metrics.undecoded.set(payload, (metrics.undecoded.get(payload) ?? 0) + 1);
    }
    if (revert) {
      metrics.reorganisations++;
      metrics.deepestReorganisation = Math.max(metrics.deepestReorganisation, reverted);
      this.#log.info(
        { fork: revert.forkHeight, from: before?.height, to: head.height, reverted },
        'The chain was reorganised',
      );
    }
    this.#updateLag();
    const backfilling = this.#standing.status.state === 'backfilling';
    await this.#standing.tell({
      state: backfilling ? 'backfilling' : 'following',
      reason: null,
    });
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
