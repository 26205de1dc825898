import { Client } from 'pg';
import type { StoreLog } from '../connection.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;

/**
 * Listens to channels on a connection of its own, which it opens again whenever it breaks.
 * Notifications sent meanwhile are lost, so `onReconnect` runs after each reconnection.
 */
export class ChannelListener {
  readonly #databaseUrl: string;
  readonly #channels: Readonly<Record<string, (payload: string) => void>>;
  readonly #onReconnect: () => void;
  readonly #log: StoreLog;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #delay = FIRST_RETRY_MS;
  #closed = false;

  constructor(options: {
    databaseUrl: string;
    /** What hears each channel. */
    channels: Readonly<Record<string, (payload: string) => void>>;
    onReconnect: () => void;
    log: StoreLog;
  }) {
    this.#databaseUrl = options.databaseUrl;
    this.#channels = options.channels;
    this.#onReconnect = options.onReconnect;
    this.#log = options.log;
  }

  /** Resolves when the channels are listened to for the first time; rejects if it cannot be. */
  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.#databaseUrl,
      application_name: 'sextant heads',
      keepAlive: true,
    });
    let lost = false;
    const onLoss = (): void => {
      if (lost) return;
      lost = true;
      if (this.#client === client) this.#retryLater();
    };
    client.on('error', onLoss);
    client.on('end', onLoss);
    client.on('notification', ({ channel, payload = '' }) => this.#channels[channel]?.(payload));
    await client.connect();
    try {
      for (const channel of Object.keys(this.#channels))
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    if (this.#closed) {
      await client.end();
      return;
    }
    this.#client = client;
    this.#delay = FIRST_RETRY_MS;
    if (lost) this.#retryLater();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  #retryLater(): void {
    this.#client = null;
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.open().then(
        () => {
          if (!this.#closed) this.#onReconnect();
        },
        (error: unknown) => {
          this.#log.warn({ err: error }, 'The database does not take the listening connection');
          this.#retryLater();
        },
      );
    }, this.#delay);
    this.#delay = Math.min(this.#delay * 2, LAST_RETRY_MS);
  }
}
