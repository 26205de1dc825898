/**
 * How many rooms the connections of each client are in, up to so many. It holds an entry for each room
 * that somebody is in, and none for who has left.
 */
export class RoomCount {
  readonly #most: number;
  /** Whose connection it is that is in a room, by both. */
  readonly #clients = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** @param most rooms of one client */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a client is in as many rooms as it may be. */
  isFull(client: string): boolean {
    return (this.#counts.get(client) ?? 0) >= this.#most;
  }

  /** Counts a room that a connection of a client enters. */
  enter(client: string, connection: string, topic: string): void {
    const entry = entryOf(connection, topic);
    if (this.#clients.has(entry)) return;
    this.#clients.set(entry, client);
    this.#counts.set(client, (this.#counts.get(client) ?? 0) + 1);
  }

  /** Counts it no more. A room that was not counted may be left too. */
  leave(connection: string, topic: string): void {
    const entry = entryOf(connection, topic);
    const client = this.#clients.get(entry);
    if (client === undefined) return;
    this.#clients.delete(entry);
    const left = (this.#counts.get(client) ?? 0) - 1;
    if (left > 0) this.#counts.set(client, left);
    else this.#counts.delete(client);
  }
}

/** Ids of connections have no spaces. */
const entryOf = (connection: string, topic: string): string => `${connection} ${topic}`;
