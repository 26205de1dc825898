/** One of several web processes behind one port: its side of what they share. */
import type { Registry } from 'prom-client';
import { CompilerError } from '#compiler/errors.ts';
import type { CompileQueue, OnPlace } from '#compiler/queue.ts';
import { RateLimit } from '../http/limit.ts';
import type { FromPrimary, FromWorker, LimitName } from './messages.ts';
import type { Siblings } from './siblings.ts';

/** How long calls that were granted wait to be told together, ms. */
const TELL_MS = 50;

/** Connections of a kind of all web processes together, and of one at least. */
const CONNECTIONS = 32;
const LEAST_CONNECTIONS = 2;

/** The channel to the primary; of a test, to what stands for it. */
export interface Channel {
  send(message: FromWorker): void;
  onMessage(listener: (message: FromPrimary) => void): void;
}

/** The channel that Node gives a process that `cluster` has forked. */
export const processChannel: Channel = {
  send(message) {
    if (process.connected) process.send?.(message);
  },
  onMessage: (listener) => void process.on('message', (told) => listener(told as FromPrimary)),
};

/** What a compilation that waits for its turn hears. */
interface Waiting {
  place(place: number): void;
  refused(retryAfter: number): void;
}

export class Worker implements Siblings {
  readonly followed = true;
  readonly connections: number;
  readonly #channel: Channel;
  readonly #limits = new Map<LimitName, RateLimit>();
  readonly #granted = new Map<LimitName, Map<string, number>>();
  #telling: NodeJS.Timeout | null = null;
  readonly #texts = new Map<number, (text: string) => void>();
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #registry: Registry | null = null;
  #node: string | null = null;
  #phase: string | null = null;
  readonly #listeners: { node: (url: string) => void; phase: (phase: string) => void } = {
    node: () => undefined,
    phase: () => undefined,
  };
  readonly #onStop: () => void;

  /** @param processes of them all  @param onStop told that this one is to stop */
  constructor(processes: number, onStop: () => void, channel = processChannel) {
    this.connections = Math.max(LEAST_CONNECTIONS, Math.floor(CONNECTIONS / processes));
    this.#onStop = onStop;
    this.#channel = channel;
    channel.onMessage((message) => void this.#hear(message));
    channel.send({ kind: 'hears' });
  }

  /** @param url where this process answers */
  listening(url: string): void {
    this.#channel.send({ kind: 'listening', url });
  }

  limit(name: LimitName, perMinute: number): RateLimit {
    const limit = new RateLimit(perMinute);
    this.#limits.set(name, limit);
    limit.onGranted((key, calls) => {
      const counts = this.#granted.get(name) ?? new Map<string, number>();
      this.#granted.set(name, counts.set(key, (counts.get(key) ?? 0) + calls));
      this.#telling ??= setTimeout(() => this.#tellGranted(), TELL_MS).unref();
    });
    return limit;
  }

  metrics(own: Registry): () => Promise<string> {
    this.#registry = own;
    return () =>
      new Promise((resolve) => {
        const id = this.#next++;
        this.#texts.set(id, resolve);
        this.#channel.send({ kind: 'asksMetrics', id });
      });
  }

  readonly compiling: CompileQueue = {
    run: async (client, signal, work, onPlace) => {
      signal?.throwIfAborted();
      const turn = this.#next++;
      const end = () => this.#channel.send({ kind: 'endsTurn', turn });
      try {
        await this.#turn(turn, client, signal, onPlace);
        return await work();
      } finally {
        this.#waiting.delete(turn);
        end();
      }
    },
  };

  onNode(listener: (url: string) => void): void {
    this.#listeners.node = listener;
    if (this.#node !== null) listener(this.#node);
  }

  onPhase(listener: (phase: string) => void): void {
    this.#listeners.phase = listener;
    if (this.#phase !== null) listener(this.#phase);
  }

  #turn(
    turn: number,
    client: string,
    signal: AbortSignal | undefined,
    onPlace: OnPlace | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.set(turn, {
        place(place) {
          if (place > 0) onPlace?.(place);
          else {
            signal?.removeEventListener('abort', leave);
            resolve();
          }
        },
        refused: (retryAfter) =>
          reject(new CompilerError('queueFull', 'Too many compilations wait.', { retryAfter })),
      });
      this.#channel.send({ kind: 'asksTurn', turn, client });
    });
  }

  #tellGranted(): void {
    this.#telling = null;
    const granted = [...this.#granted].flatMap(([name, counts]) =>
      [...counts].map(([key, calls]) => [name, key, calls] as const),
    );
    this.#granted.clear();
    this.#channel.send({ kind: 'granted', granted });
  }

  async #hear(message: FromPrimary): Promise<void> {
    switch (message.kind) {
      case 'stop':
        return this.#onStop();
      case 'node':
        this.#node = message.url;
        return this.#listeners.node(message.url);
      case 'phase':
        this.#phase = message.phase;
        return this.#listeners.phase(message.phase);
      case 'granted':
        for (const [name, key, calls] of message.granted) this.#limits.get(name)?.add(key, calls);
        return;
      case 'asksMeasured': {
        const measured = (await this.#registry?.getMetricsAsJSON()) ?? [];
        return this.#channel.send({ kind: 'measured', id: message.id, measured });
      }
      case 'metrics':
        this.#texts.get(message.id)?.(message.text);
        this.#texts.delete(message.id);
        return;
      case 'turn':
        return this.#waiting.get(message.turn)?.place(message.place);
      case 'turnRefused':
        return this.#waiting.get(message.turn)?.refused(message.retryAfter);
    }
  }
}
