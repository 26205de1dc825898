import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Explorer } from '#explorer/index.ts';
import type { MempoolChange } from '#explorer/mempool/schema.ts';
import type { SeenPool } from '#explorer/mempool/since.ts';
import { watchBacklog } from './backlog.ts';
import { paced } from './paced.ts';
import { RoomCount } from './roomCount.ts';
import { type Progress, type Room, type RoomEvent, roomOf } from './rooms.ts';
import { inTurn } from './turns.ts';

/** What every client is told on every change of the head. */
export interface TipsetEvent {
  height: number;
  /** Block CIDs in tipset order. */
  key: string[];
  /** Height of the newest tipset that the old and the new chain share, when blocks were replaced. */
  reorgFrom?: number | undefined;
}

/** What a client is told that sends `subscribe` with an acknowledgement. */
export interface SubscribeAnswer {
  ok: boolean;
  /** Why not. */
  reason?: string;
}

export interface LiveOptions {
  explorer: Explorer;
  /** How far verifications are; without it they have no rooms. */
  progress?: Progress;
  /** Whom a request comes from, as limits count clients; without it all are one. */
  client?(request: IncomingMessage): string;
  /** Counts the reads that whoever sent a request causes by joining rooms; false when they are too many. */
  grants?(request: IncomingMessage): boolean;
  /** The present head; null while the index is empty. */
  head(): TipsetEvent | null;
  /** Hears of every change of the head; returns how to stop. */
  onHead(listener: (head: TipsetEvent) => void): () => void;
  /** Hears that the message pool has changed; returns how to stop. */
  onPool(listener: () => void): () => void;
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

/** Packets that may wait for a client, or of it, before it is dropped: some ten heads. */
const BACKLOG = 64;
/** Rooms of one connection, besides its own. */
const MAX_ROOMS = 24;
/**
 * Rooms of all connections of a client, without the shared ones: each may be read again with every head.
 * A page of the site is in one at most, so that two hundred readers of an office may each follow an
 * address; whoever comes after them is only not told by itself what is new. Each process counts its own:
 * with several, a client may be in so many of each.
 */
const MAX_CLIENT_ROOMS = 200;
const NO_ROOM = 'there is no such room';
const TOO_MANY_ROOMS = `a connection is in ${MAX_ROOMS} rooms at most, and all of a client in ${MAX_CLIENT_ROOMS} besides those of the network`;
const TOO_MANY_CALLS = 'too many calls and rooms: wait for a minute';
/** Room states are sent at most this often, in milliseconds: while the index fills, heads come fast. */
const PACE_MS = 200;
/** The same of the pool, which changes with every message. */
const POOL_PACE_MS = 1000;

/** Serves socket.io at /socket.io/ of an HTTP server, websocket only, protocols 3 and 4. */
export function createLive(http: HttpServer, options: LiveOptions): Live {
  const { explorer, onError } = options;
  const io = new Server(http, {
    path: LIVE_PATH,
    transports: ['websocket'],
    allowEIO3: true,
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
  });
  /** Rooms that somebody is in, by topic. */
  const rooms = new Map<string, Room>();
  const states = new RoomStates(explorer);
  /** The pool as each room was told it last. */
  const pools = new Map<string, SeenPool>();
  /** How to stop what rooms follow that follow themselves. */
  const stops = new Map<string, () => void>();
  const count = new RoomCount(MAX_CLIENT_ROOMS);
  // However it comes about: by leaving, by closing the room, or because the connection has ended.
  io.sockets.adapter.on('leave-room', (topic: string, id: string) => count.leave(id, topic));
  io.sockets.adapter.on('delete-room', (topic: string) => {
    rooms.delete(topic);
    pools.delete(topic);
    stops.get(topic)?.();
    stops.delete(topic);
  });

  io.on('connection', (socket) => {
    options.onClients?.(io.engine.clientsCount);
    socket.on('disconnect', () => options.onClients?.(io.engine.clientsCount));
    const drop = () => {
      options.onDropped?.();
      socket.conn.close(true);
    };
    // Now: of a connection that has ended nobody can say whose it was.
    const client = options.client?.(socket.request) ?? '';
    watchBacklog(socket.conn, BACKLOG, drop);
    const turn = inTurn(BACKLOG, drop, onError);
    socket.on('subscribe', (topic: unknown, tell?: (answer: SubscribeAnswer) => void) =>
      turn(async () => {
        const reason = await subscribe(socket, client, topic);
        if (typeof tell === 'function')
          tell(reason === null ? { ok: true } : { ok: false, reason });
      }),
    );
    socket.on('unsubscribe', (topic: unknown) =>
      turn(() => {
        if (typeof topic === 'string' && topic !== socket.id) return socket.leave(topic);
      }),
    );
    const head = options.head();
    if (head !== null) socket.emit('tipset', head);
  });

  /** Why not, or null: the client is in the room, and was told what it holds if there is anything yet. */
  async function subscribe(socket: Socket, client: string, topic: unknown): Promise<string | null> {
    if (typeof topic !== 'string' || !socket.connected) return NO_ROOM;
    if (socket.rooms.has(topic)) return null;
    const room = roomOf(topic, options.progress);
    if (room === null) return NO_ROOM;
    if (socket.rooms.size > MAX_ROOMS) return TOO_MANY_ROOMS;
    if (!room.shared) {
      if (count.isFull(client)) return TOO_MANY_ROOMS;
      if (options.grants?.(socket.request) === false) return TOO_MANY_CALLS;
      count.enter(client, socket.id, topic);
    }
    // Joined and noted in one go: while this waits the room may be closed, which takes all of it back.
    const joined = socket.join(topic);
    rooms.set(topic, room);
    // Followed before it is read: what comes in between is told twice rather than never.
    if (room.follow !== undefined && !stops.has(topic))
      stops.set(
        topic,
        room.follow(({ event, payload }) => io.to(topic).emit(event, payload)),
      );
    await joined;
    const exists = await attempt(topic, async () => {
      // Seen before the list is read: what comes in between is told twice rather than never.
      if (room.follows === 'pool' && !pools.has(topic)) await poolSince(topic, room);
      const told = room.follows === 'head' ? states.of(topic, room) : room.state(explorer);
      for (const { event, payload } of await told) socket.emit(event, payload);
    });
    return exists ? null : NO_ROOM;
  }

  /** What nobody can answer closes the room (false); what is not there yet may come. */
  async function attempt(topic: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name === 'BadInput') {
        io.in(topic).socketsLeave(topic);
        return false;
      }
      const awaited = error instanceof Error && error.message === 'notTakenOver';
      if (name !== 'NotFound' && !awaited) onError(error);
    }
    return true;
  }

  async function tell(topic: string, events: Promise<RoomEvent[]>): Promise<void> {
    for (const { event, payload } of await events) io.to(topic).emit(event, payload);
  }

  /**
   * Does it for the rooms that there are at first and still are: whoever joins meanwhile is told on
   * joining, and clients that join one room after the other would keep the rest waiting for ever.
   */
  async function eachRoom(
    follows: Room['follows'],
    work: (topic: string, room: Room) => Promise<void>,
  ): Promise<void> {
    for (const [topic, room] of [...rooms])
      if (room.follows === follows && rooms.has(topic))
        await attempt(topic, () => work(topic, room));
  }

  function tellHead(): Promise<void> {
    return eachRoom('head', (topic, room) => tell(topic, states.of(topic, room)));
  }

  function tellPool(): Promise<void> {
    return eachRoom('pool', async (topic, room) => {
      const change = await poolSince(topic, room);
      if (change === null) await tell(topic, room.state(explorer));
      else if (change.added.length + change.removed.length > 0)
        io.to(topic).emit(`${topic}/change`, change);
    });
  }

  async function poolSince(topic: string, room: Room): Promise<MempoolChange | null> {
    const { mempool } = explorer.in(room.locale);
    const before = pools.get(topic);
    const { now, change } = (await mempool.since(before ?? null)).data;
    // Clients that join at once each look: a later look in place of another would pass over what came between.
    if (rooms.has(topic) && pools.get(topic) === before) pools.set(topic, now);
    return change;
  }

  const pace = paced(tellHead, PACE_MS);
  const poolPace = paced(tellPool, POOL_PACE_MS);
  const stopHeads = options.onHead((head) => {
    io.emit('tipset', head);
    states.forget();
    pace.request();
  });
  const stopPool = options.onPool(() => poolPace.request());

  return {
    clients: () => io.engine.clientsCount,
    close() {
      stopHeads();
      stopPool();
      pace.stop();
      poolPace.stop();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** What each room of the head tells, read once per head however many clients join. */
class RoomStates {
  readonly #explorer: Explorer;
  #known = new Map<string, Promise<RoomEvent[]>>();

  constructor(explorer: Explorer) {
    this.#explorer = explorer;
  }

  of(topic: string, room: Room): Promise<RoomEvent[]> {
    const known = this.#known.get(topic);
    if (known !== undefined) return known;
    const read = room.state(this.#explorer);
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
