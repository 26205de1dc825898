import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Explorer } from '#explorer/index.ts';
import { watchBacklog } from './backlog.ts';
import { ROOMS, type Room, type RoomEvent } from './rooms.ts';

/** What every client is told on every change of the head. */
export interface TipsetEvent {
  height: number;
  /** Block CIDs in tipset order. */
  key: string[];
  /** Height of the newest tipset that the old and the new chain share, when blocks were replaced. */
  reorgFrom?: number | undefined;
}

export interface LiveOptions {
  explorer: Explorer;
  /** The present head; null while the index is empty. */
  head(): TipsetEvent | null;
  /** Hears of every change of the head; returns how to stop. */
  onHead(listener: (head: TipsetEvent) => void): () => void;
  onError(error: unknown): void;
  /** Told whenever the number of clients changes, and when one was dropped for being slow. */
  onClients?(count: number): void;
  onDropped?(): void;
}

export interface Live {
  clients(): number;
  /** Tells everyone to leave. The HTTP server is left alone. */
  close(): void;
}

/** Where socket.io answers. */
export const LIVE_PATH = '/socket.io/';

/** Packets that may wait for a client before it is dropped: some ten heads. */
const BACKLOG = 64;
/** Room states are sent at most this often, in milliseconds: while the index fills, heads come fast. */
const PACE_MS = 200;

/** Serves socket.io at /socket.io/ of an HTTP server, websocket only, protocols 3 and 4. */
export function createLive(http: HttpServer, options: LiveOptions): Live {
  const io = new Server(http, {
    path: LIVE_PATH,
    transports: ['websocket'],
    allowEIO3: true,
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
  });
  const states = new RoomStates(options);

  io.on('connection', (socket) => {
    options.onClients?.(io.engine.clientsCount);
    socket.on('disconnect', () => options.onClients?.(io.engine.clientsCount));
    watchBacklog(socket.conn, BACKLOG, () => {
      options.onDropped?.();
      socket.conn.close(true);
    });
    socket.on('subscribe', (topic: unknown) => {
      void subscribe(socket, topic);
    });
    socket.on('unsubscribe', (topic: unknown) => {
      if (typeof topic === 'string' && ROOMS.has(topic)) void socket.leave(topic);
    });
    const head = options.head();
    if (head !== null) socket.emit('tipset', head);
  });

  async function subscribe(socket: Socket, topic: unknown): Promise<void> {
    if (typeof topic !== 'string' || socket.rooms.has(topic)) return;
    const room = ROOMS.get(topic);
    if (room === undefined) return;
    try {
      await socket.join(topic);
      for (const { event, payload } of await states.of(topic, room)) socket.emit(event, payload);
    } catch (error) {
      if (!isEmptyIndex(error)) options.onError(error);
    }
  }

  async function tellRooms(): Promise<void> {
    for (const [topic, room] of ROOMS) {
      if ((io.sockets.adapter.rooms.get(topic)?.size ?? 0) === 0) continue;
      try {
        for (const { event, payload } of await states.of(topic, room))
          io.to(topic).emit(event, payload);
      } catch (error) {
        if (!isEmptyIndex(error)) options.onError(error);
      }
    }
  }

  const pace = paced(tellRooms, PACE_MS);
  const unsubscribe = options.onHead((head) => {
    io.emit('tipset', head);
    states.forget();
    pace.request();
  });

  return {
    clients: () => io.engine.clientsCount,
    close() {
      unsubscribe();
      pace.stop();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function isEmptyIndex(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotFound';
}

/** What each room tells, read once per head however many clients join. */
class RoomStates {
  readonly #explorer: Explorer;
  #known = new Map<string, Promise<RoomEvent[]>>();

  constructor(options: LiveOptions) {
    this.#explorer = options.explorer;
  }

  of(topic: string, room: Room): Promise<RoomEvent[]> {
    const known = this.#known.get(topic);
    if (known !== undefined) return known;
    const read = room(this.#explorer);
    const states = this.#known;
    states.set(topic, read);
    read.catch(() => states.delete(topic));
    return read;
  }

  /** A new head: what was read before, or is being read, is not told to anyone who asks later. */
  forget(): void {
    this.#known = new Map();
  }
}

/** Runs `work` soon after it was requested, never twice at once, and not more often than every `ms`. */
function paced(work: () => Promise<void>, ms: number): { request(): void; stop(): void } {
  let requested = false;
  let running = false;
  let stopped = false;
  async function run(): Promise<void> {
    running = true;
    while (requested && !stopped) {
      requested = false;
      await work();
      await new Promise((resolve) => setTimeout(resolve, ms).unref());
    }
    running = false;
  }
  return {
    request() {
      requested = true;
      if (!running) void run();
    },
    stop() {
      stopped = true;
    },
  };
}
