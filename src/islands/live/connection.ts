/**
 * A client of socket.io over the browser's own WebSocket: Engine.IO protocol 4 with Socket.IO protocol 5
 * on the namespace `/`, websocket transport only, text events only. That is all that pages need, at a
 * tenth of the official client's weight.
 *
 * Engine packets begin with their type: `0` open (JSON), `1` close, `2` ping, `3` pong, `4` message,
 * `6` noop. A message begins with its own: `40` connect, `41` disconnect, `42["event",…]` an event,
 * `44` refusal.
 */
import { readEvent, writeEvent } from './packet.ts';

export interface ConnectionOptions {
  /** `ws:` or `wss:` address of the origin. */
  origin: string;
  /** Wait before the first attempt to come back, in milliseconds; doubled by each failure. */
  firstDelay?: number;
  /** The longest wait, in milliseconds. */
  longestDelay?: number;
}

export type Listener = (payload: unknown) => void;

/** How long an opened connection may stay silent before the server has told its own figures, in ms. */
const GREETING = 20_000;

/**
 * A connection that comes back by itself, each time after a longer wait of random length, so that the
 * readers of a server that was restarted do not all come at once. Rooms are counted by their
 * listeners and asked for again after every reconnect: the server keeps them per connection.
 */
export class Connection {
  readonly #url: string;
  readonly #firstDelay: number;
  readonly #longestDelay: number;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #rooms = new Map<string, number>();
  readonly #watchers = new Set<(connected: boolean) => void>();
  #socket: WebSocket | null = null;
  #connected = false;
  #wanted = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** The server pings at least this often, in ms; when it has not, it is gone. */
  #patience = GREETING;
  #heardAt = 0;

  constructor({ origin, firstDelay = 1_000, longestDelay = 30_000 }: ConnectionOptions) {
    this.#url = `${origin}/socket.io/?EIO=4&transport=websocket`;
    this.#firstDelay = firstDelay;
    this.#longestDelay = longestDelay;
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Opens the connection, and keeps it open until {@link close}. */
  open(): void {
    this.#wanted = true;
    if (this.#socket === null) this.#attempt();
  }

  /** Ends the connection; listeners and rooms stay for the next {@link open}. */
  close(): void {
    this.#wanted = false;
    this.#drop();
  }

  /**
   * The way there may be open again (the browser is online, the page is looked at): a waiting attempt
   * is made at once, and a connection that went silent unnoticed is replaced.
   */
  wake(): void {
    if (!this.#wanted) return;
    if (this.#socket === null) this.#attempt();
    else if (Date.now() - this.#heardAt > this.#patience) this.#lost();
  }

  /** Calls `watcher` whenever the connection is made or lost. */
  onConnected(watcher: (connected: boolean) => void): void {
    this.#watchers.add(watcher);
  }

  /** Calls `listener` with the first argument of every such event. Returns how to stop. */
  on(event: string, listener: Listener): () => void {
    const known = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, known.add(listener));
    return () => {
      known.delete(listener);
    };
  }

  /** Stays in a room for as long as anyone does who joined. Returns how to leave. */
  join(room: string): () => void {
    const count = this.#rooms.get(room) ?? 0;
    this.#rooms.set(room, count + 1);
    if (count === 0) this.#emit('subscribe', room);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const others = (this.#rooms.get(room) ?? 1) - 1;
      if (others > 0) {
        this.#rooms.set(room, others);
        return;
      }
      this.#rooms.delete(room);
      this.#emit('unsubscribe', room);
    };
  }

  #emit(event: string, room: string): void {
    if (this.#connected) this.#socket?.send(writeEvent(event, room));
  }

  #attempt(): void {
    clearTimeout(this.#retry);
    this.#patience = GREETING;
    this.#heard();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#receive(socket, data);
    };
    // An error is always followed by a close.
    socket.onclose = () => this.#lost();
  }

  #receive(socket: WebSocket, packet: string): void {
    this.#heard();
    if (packet === '2') socket.send('3');
    else if (packet.startsWith('0')) {
      this.#patience = patienceOf(packet.slice(1));
      this.#heard();
      socket.send('40');
    } else if (packet.startsWith('40')) {
      this.#failures = 0;
      this.#connected = true;
      for (const room of this.#rooms.keys()) this.#emit('subscribe', room);
      this.#tell(true);
    } else if (packet.startsWith('42')) {
      const [event, payload] = readEvent(packet);
      for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload);
    } else if (packet.startsWith('41') || packet.startsWith('44') || packet === '1') this.#lost();
  }

  /** Something came: the next silence counts from here. */
  #heard(): void {
    this.#heardAt = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), this.#patience);
  }

  #lost(): void {
    this.#drop();
    if (!this.#wanted) return;
    const longest = Math.min(this.#longestDelay, this.#firstDelay * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#attempt(), longest * (0.5 + Math.random() / 2));
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    if (!this.#connected) return;
    this.#connected = false;
    this.#tell(false);
  }

  #tell(connected: boolean): void {
    for (const watcher of this.#watchers) watcher(connected);
  }
}

/** A ping comes every interval and may be late by the timeout, as the opening packet says. */
function patienceOf(opening: string): number {
  try {
    const { pingInterval, pingTimeout }: Record<string, unknown> = JSON.parse(opening);
    const sum = Number(pingInterval) + Number(pingTimeout);
    return sum > 0 ? sum : GREETING;
  } catch {
    return GREETING;
  }
}
