/** Follows the node's message pool beside the index; whatever goes wrong here, the chain's index goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { MpoolUpdateJson, NodeInfo, Subscription } from '#node/types.ts';
import { unlessAborted } from '../chain/ordered.ts';
import { digest } from '../decode/ids.ts';
import { publicReason, WrongChainError } from '../errors.ts';
import { knownTime } from '../clock.ts';
import { prune, settle } from './fate.ts';
import type {
  Mempool,
  MempoolChange,
  MempoolConfig,
  MempoolOptions,
  MempoolState,
  MempoolStatus,
} from './options.ts';
import { Pool } from './pool.ts';
import { pooledOf, type Pooled } from './rows.ts';
import { loadPool, nameLate, writeChanges } from './write.ts';

/** Changes of one transaction. */
const BATCH = 1_000;
/** A pool beyond this is not kept: Lotus prunes its own at 30,000. */
const MAX_PENDING = 100_000;
/** Unread announcements beyond this are given up for the whole pool. */
const MAX_QUEUE = 100_000;
/** Changes of a burst are written together. */
const GATHER_MS = 50;
const PRUNE_MS = 600_000;

export function createMempool(options: MempoolOptions): Mempool {
  return new FollowedMempool(options);
}

class FollowedMempool implements Mempool {
  readonly #options: MempoolOptions;
  readonly #config: Required<{ [K in keyof MempoolConfig]: number }>;
  readonly #abort = new AbortController();
  readonly #listeners = new Set<(change: MempoolChange) => void>();
  readonly #syncing: (() => void)[] = [];
  readonly #status: MempoolStatus = {
    state: 'starting',
    reason: null,
    size: 0,
    arrived: 0,
    departed: 0,
    replaced: 0,
    refused: 0,
    failures: 0,
  };
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #queue: MpoolUpdateJson[] = [];
  /** The whole pool is wanted. */
  #resync = true;
  /** The chain has moved: departed messages may have found their fate. */
  #moved = true;
  #pool = new Pool();
  #change = 0;
  #pruned = 0;

  constructor(options: MempoolOptions) {
    this.#options = options;
    const { retryMs, maxRetryMs, pollMs, resyncMs } = options.config ?? {};
    this.#config = {
      retryMs: retryMs ?? 1_000,
      maxRetryMs: maxRetryMs ?? 60_000,
      pollMs: pollMs ?? 10_000,
      resyncMs: resyncMs ?? 300_000,
    };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    this.#wake?.();
    await this.#running;
  }

  status(): MempoolStatus {
    return { ...this.#status, size: this.#pool.size };
  }

  sync(): Promise<void> {
    if (this.#abort.signal.aborted) return Promise.resolve();
    const settled = new Promise<void>((resolve) => this.#syncing.push(resolve));
    this.#hint(() => (this.#resync = true));
    return settled;
  }

  onChange(listener: (change: MempoolChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #hint(change: () => void): void {
    change();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    const stopHearing = this.#options.store.onHead(() => this.#hint(() => (this.#moved = true)));
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#session(() => (failures = 0));
      } catch (error) {
        if (signal.aborted) break;
        failures++;
        this.#failed(error);
        const pause = Math.min(
          this.#config.maxRetryMs,
          this.#config.retryMs * 2 ** Math.min(failures - 1, 16),
        );
        await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(
          () => undefined,
        );
      }
    }
    stopHearing();
    this.#status.state = 'stopped';
    for (const settled of this.#syncing.splice(0)) settled();
  }

  #failed(error: unknown): void {
    const reason = publicReason(error);
    this.#status.failures++;
    this.#status.state = 'waiting';
    this.#status.reason = reason;
    this.#options.log.warn({ err: error }, `The message pool waits: ${reason}`);
  }

  /** From meeting the node until something fails or it is stopped. */
  async #session(onProgress: () => void): Promise<void> {
    const { node, store } = this.#options;
    const { signal } = this.#abort;
    const info = await unlessAborted(node.probe(), signal);
    await this.#checkNetwork(info);
    const loaded = await loadPool(store);
    this.#pool = new Pool(loaded.pending);
    this.#change = loaded.change;
    this.#queue = [];
    this.#resync = true;
    // Where the node has no stream now it may have one later.
    const stream = this.#subscribe();
    try {
      while (!signal.aborted) {
        const asked = this.#syncing.length;
        if (this.#resync) {
          await this.#takeWhole(info.chainId);
          for (const settled of this.#syncing.splice(0, asked)) settled();
        }
        await this.#takeQueue(info.chainId);
        await this.#tidy();
        onProgress();
        await this.#nextHint();
      }
    } finally {
      stream.close();
    }
  }

  async #checkNetwork(info: NodeInfo): Promise<void> {
    const row = await this.#options.store.db
      .selectFrom('network')
      .select('genesis')
      .executeTakeFirst();
    const genesis = info.genesis.Cids[0];
    if (row && genesis && !equalBytes(row.genesis, digest(genesis)))
      throw new WrongChainError('The index is of another network than the node');
  }

  #subscribe(): Subscription {
    this.#enter('polling');
    return this.#options.node.subscribeMpool(
      (update) => {
        if (this.#queue.length >= MAX_QUEUE) {
          this.#queue = [];
          this.#resync = true;
        }
        this.#hint(() => this.#queue.push(update));
      },
      (state, reason) => {
        this.#options.log.debug({ state, reason }, 'Stream of the message pool');
        this.#enter(state === 'connected' ? 'subscribed' : 'polling', reason ?? null);
        this.#hint(() => (this.#resync = true));
      },
    );
  }

  #enter(state: MempoolState, reason: string | null = null): void {
    this.#status.state = state;
    this.#status.reason = reason;
  }

  /** What the stream tells while the node is asked comes after its answer. */
  async #takeWhole(chainId: number): Promise<void> {
    await this.#takeQueue(chainId);
    this.#resync = false;
    const all = await unlessAborted(this.#options.node.mpoolPending(), this.#abort.signal);
    const pooled = all.slice(0, MAX_PENDING).flatMap((json) => this.#read(json, chainId) ?? []);
    this.#pool.reset(pooled);
    await this.#write();
  }

  async #takeQueue(chainId: number): Promise<void> {
    while (this.#queue.length > 0) {
      for (const { Type, Message } of this.#queue.splice(0, BATCH)) {
        const pooled = this.#read(Message, chainId);
        if (pooled === null) continue;
        if (Type === 1) this.#pool.remove(pooled.id);
        else if (this.#pool.size < MAX_PENDING) this.#pool.add(pooled);
      }
      await this.#write();
    }
  }

  #read(json: MpoolUpdateJson['Message'], chainId: number): Pooled | null {
    const pooled = pooledOf(json, chainId);
    if (pooled === null) this.#status.refused++;
    return pooled;
  }

  async #write(): Promise<void> {
    const changes = this.#pool.take();
    const { arrived, departed } = changes;
    if (arrived.size === 0 && departed.size === 0) return;
    const { node, store } = this.#options;
    const { Height: height, Blocks } = await unlessAborted(node.chainHead(), this.#abort.signal);
    // A recording's clock is not known until the index has seen its head, which is that time itself.
    const time = (await knownTime(store, Date.now())) ?? Number(Blocks[0]?.Timestamp ?? 0);
    this.#change = await writeChanges(store, changes, this.#change, { time, height });
    const passing = [...departed].filter(([, { pooled }]) => pooled !== null).map(([id]) => id);
    this.#status.arrived += arrived.size + passing.length;
    this.#status.departed += departed.size;
    this.#status.replaced += changes.replaced;
    if (departed.size > 0) this.#moved = true;
    const change: MempoolChange = {
      added: [...passing, ...arrived.keys()],
      removed: [...departed.keys()],
      replaced: [...departed].flatMap(([id, { by }]) => (by === null ? [] : [[id, by]])),
    };
    for (const listener of this.#listeners)
      try {
        listener(change);
      } catch (error) {
        this.#options.log.error({ err: error }, 'A listener to the message pool failed');
      }
  }

  async #tidy(): Promise<void> {
    const { store } = this.#options;
    if (this.#moved) {
      this.#moved = false;
      await settle(store);
      await nameLate(store);
    }
    if (Date.now() - this.#pruned < PRUNE_MS) return;
    this.#pruned = Date.now();
    const now = await knownTime(store, Date.now());
    if (now !== null) await prune(store, now);
  }

  /** Waits until there is something to do; then a moment more, for what comes with it. */
  async #nextHint(): Promise<void> {
    const { signal } = this.#abort;
    const { pollMs, resyncMs } = this.#config;
    const idle = () => this.#queue.length === 0 && !this.#resync && !this.#moved;
    if (!idle() || signal.aborted) return;
    const wait = this.#status.state === 'subscribed' ? resyncMs : pollMs;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#hint(() => (this.#resync = true)), wait);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
    if (this.#queue.length > 0)
      await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
  }
}
