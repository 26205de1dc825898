/** The process that has forked web processes: hands on what they tell each other, and replaces one that has died. */
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { CompilerError } from '#compiler/errors.ts';
import type { CompileQueue } from '#compiler/queue.ts';
import type { Logger } from '../log.ts';
import type { FromPrimary, FromWorker, Measured } from './messages.ts';

/** How long a worker may take to stop, and how long it is waited before another takes its place, ms. */
const GRACE_MS = 10_000;
const AGAIN_MS = 1000;
/** How long a worker may take to tell what it has measured, ms. */
const MEASURE_MS = 2000;

/** A forked process, as far as it is known here. */
export interface Forked {
  send(message: FromPrimary): unknown;
  isConnected(): boolean;
  process: { kill(signal: NodeJS.Signals): unknown };
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  once(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown;
}

export interface PrimaryOptions {
  /** Web processes. */
  count: number;
  log: Logger;
  /** What this process measures itself. */
  registry: Registry;
  /** Who of all compiles when. */
  queue: CompileQueue;
  fork?: () => Forked;
}

/** The side of the primary of what its web processes share. */
export class Primary {
  readonly #options: PrimaryOptions;
  /** Of each worker its compilations, by the number it gives them. */
  readonly #workers = new Map<Forked, Map<number, () => void>>();
  readonly #measuring = new Map<number, (measured: Measured) => void>();
  readonly #exits = new Set<Promise<void>>();
  #next = 0;
  #stopping = false;
  /** What a worker that comes later has to be told. */
  readonly #lasting = new Map<FromPrimary['kind'], FromPrimary>();

  constructor(options: PrimaryOptions) {
    this.#options = options;
  }

  /**
   * Resolves to where the workers answer as soon as one does: a port, a build or a database that
   * cannot be had is told once. @throws Error when the first one ends before
   */
  async start(): Promise<string> {
    const url = await this.#fork();
    for (let at = 1; at < this.#options.count; at += 1)
      this.#fork().catch((error) => this.#again(error));
    return url;
  }

  /** Tells all workers, those that come later too, where the node answers, or why the index does not go on. */
  tell(message: Extract<FromPrimary, { kind: 'node' | 'phase' }>): void {
    this.#lasting.set(message.kind, message);
    for (const worker of this.#workers.keys()) send(worker, message);
  }

  /** Lets all finish what runs. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const worker of this.#workers.keys()) send(worker, { kind: 'stop' });
    const late = setTimeout(() => {
      for (const worker of this.#workers.keys()) worker.process.kill('SIGKILL');
    }, GRACE_MS);
    await Promise.all(this.#exits);
    clearTimeout(late);
  }

  async #fork(): Promise<string> {
    const worker = (this.#options.fork ?? (() => cluster.fork()))();
    this.#workers.set(worker, new Map());
    const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#exits.add(exit);
    let listens = false;
    const url = await new Promise<string>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'listening') resolve(message.url);
        else void this.#hear(worker, message);
      });
      worker.once('exit', (code, signal) => {
        reject(new Error('A web process has ended before it answered'));
        for (const end of this.#workers.get(worker)?.values() ?? []) end();
        this.#workers.delete(worker);
        this.#exits.delete(exit);
        if (listens && !this.#stopping) void this.#replace(code, signal);
      });
    });
    listens = true;
    return url;
  }

  /** Puts another one where one has died, and goes on trying. */
  async #replace(code: number | null, signal: string | null): Promise<void> {
    this.#options.log.error({ code, signal }, 'A web process has died: another takes its place');
    await this.#again();
  }

  /** @param failed what the first attempt came to, if there was one */
  async #again(failed?: unknown): Promise<void> {
    for (let error = failed; ;) {
      if (this.#stopping) return;
      if (error !== undefined)
        this.#options.log.error({ err: error }, 'A web process could not be started');
      await sleep(AGAIN_MS);
      if (this.#stopping) return;
      try {
        await this.#fork();
        return;
      } catch (cause) {
        error = cause;
      }
    }
  }

  async #hear(from: Forked, message: Exclude<FromWorker, { kind: 'listening' }>): Promise<void> {
    switch (message.kind) {
      case 'hears':
        for (const lasting of this.#lasting.values()) send(from, lasting);
        if (this.#stopping) send(from, { kind: 'stop' });
        return;
      case 'granted':
        for (const worker of this.#workers.keys()) if (worker !== from) send(worker, message);
        return;
      case 'asksMetrics':
        return send(from, { kind: 'metrics', id: message.id, text: await this.#metrics() });
      case 'measured':
        this.#measuring.get(message.id)?.(message.measured);
        return;
      case 'asksTurn':
        return this.#turn(from, message.turn, message.client);
      case 'endsTurn':
        this.#workers.get(from)?.get(message.turn)?.();
        return;
    }
  }

  /** What all have measured; who does not answer in time is left out. */
  async #metrics(): Promise<string> {
    const own = this.#options.registry.getMetricsAsJSON();
    const theirs = [...this.#workers.keys()].map((worker) => this.#measured(worker));
    const all = await Promise.all([...theirs, own]);
    return AggregatorRegistry.aggregate(all).metrics();
  }

  async #measured(worker: Forked): Promise<Measured> {
    const id = this.#next++;
    const told = new Promise<Measured>((resolve) => {
      this.#measuring.set(id, resolve);
      setTimeout(() => resolve([]), MEASURE_MS).unref();
    });
    send(worker, { kind: 'asksMeasured', id });
    const measured = await told;
    this.#measuring.delete(id);
    return measured;
  }

  /** A worker's compilation in the queue of all, until the worker says that it has ended, or dies. */
  async #turn(worker: Forked, turn: number, client: string): Promise<void> {
    const turns = this.#workers.get(worker);
    // It has ended since it asked: nobody would say that its compilation has.
    if (turns === undefined) return;
    const left = new AbortController();
    const place = (at: number) => send(worker, { kind: 'turn', turn, place: at });
    const work = () =>
      new Promise<void>((resolve) => {
        turns.set(turn, resolve);
        place(0);
      });
    turns.set(turn, () => left.abort());
    try {
      await this.#options.queue.run(client, left.signal, work, place);
    } catch (error) {
      if (error instanceof CompilerError)
        send(worker, { kind: 'turnRefused', turn, retryAfter: error.retryAfter });
    } finally {
      turns.delete(turn);
    }
  }
}

function send(worker: Forked, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}
