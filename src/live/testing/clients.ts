/** Clients of the live channel, for tests. */
import { io, type Socket } from 'socket.io-client';

/** Clients that leave together. */
export class Clients {
  readonly #sockets: Socket[] = [];

  open(port: number, extraHeaders: Record<string, string> = {}): Socket {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders,
    });
    this.#sockets.push(socket);
    return socket;
  }

  leave(): void {
    for (const socket of this.#sockets.splice(0)) socket.disconnect();
  }
}

/** What a client is told next by an event. */
export const next = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve) => socket.once(event, resolve));
