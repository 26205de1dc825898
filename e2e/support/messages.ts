/** Stands in for what an index tells of messages: `/message/{hash}`, its room, and new heads. */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface MessageState {
  cid: string;
  status: string;
  height: number | null;
  finality: {
    status: string;
    ecDepth: number;
    ecProbability: number | null;
    f3Instance: number | null;
    f3Height: number | null;
  } | null;
  nonce: number;
  receipt: { exitCode: number; return: string; gasUsed: number; exitCodeName: string } | null;
  revert: { kind: string; text: string; args?: unknown } | null;
  error: string;
  replaced?: boolean;
  oldCid?: string;
  replacedBy?: string;
}

export const CID = 'bafy2bzacedxlwhqbnh3gh7o2cgi5mdyrqvxl2tzxmdzflrmo7ml2lxkkqz5aa';
export const OTHER_CID = 'bafy2bzacebr3aaaxh3trimdhsvcylzyflhwmrx2qoqsnsgqnhhetfch5whuju';
const RECEIPT = { exitCode: 0, return: '0x', gasUsed: 1_000, exitCodeName: 'OK' };

/** A message at a stage, as `/message/{hash}` tells it. */
export function messageAt(
  status: 'pending' | 'included' | 'executed' | 'final' | 'dropped',
  more: Partial<MessageState> = {},
): MessageState {
  const onChain = status !== 'pending' && status !== 'dropped';
  const ran = status === 'executed' || status === 'final';
  return {
    cid: CID,
    status,
    height: onChain ? 1_000 : null,
    finality: onChain
      ? { status, ecDepth: 2, ecProbability: null, f3Instance: null, f3Height: null }
      : null,
    nonce: 0,
    receipt: ran ? RECEIPT : null,
    revert: null,
    error: '',
    ...more,
  };
}

export class StandInIndex {
  readonly #states = new Map<string, MessageState>();
  readonly #sockets = new Map<WebSocketRoute, Set<string>>();
  #height = 1_000;

  /** To be called before the page is opened. */
  async install(page: Page): Promise<void> {
    await page.route(/\/api\/v1\/message\/0x[0-9a-f]{64}/, async (route) => {
      const hash = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      const state = this.#states.get(hash);
      await route.fulfill(
        state === undefined
          ? { status: 404, json: { statusCode: 404, message: 'no such message' } }
          : { json: state },
      );
    });
    await page.routeWebSocket(/\/socket\.io\//, (socket) => {
      const rooms = new Set<string>();
      this.#sockets.set(socket, rooms);
      socket.onClose(() => this.#sockets.delete(socket));
      socket.send('0{"sid":"x","pingInterval":60000,"pingTimeout":60000,"upgrades":[]}');
      socket.onMessage((packet) => {
        const text = packet.toString();
        if (text === '40') socket.send('40{"sid":"y"}');
        const [event, room]: string[] = text.startsWith('42') ? JSON.parse(text.slice(2)) : [];
        if (room === undefined) return;
        if (event === 'unsubscribe') rooms.delete(room);
        else rooms.add(room);
        const state = this.#states.get(room.replace('message/', ''));
        if (state !== undefined) socket.send(`42${JSON.stringify([room, state])}`);
      });
    });
  }

  /**
   * What is told of a message from now on; null: nothing. Rooms hear of it, and of a head that is so
   * many epochs above the last one (more than one: null rounds between).
   */
  tell(hash: string, state: MessageState | null, epochs = 1): void {
    if (state === null) this.#states.delete(hash);
    else this.#states.set(hash, state);
    this.#height += epochs;
    const head = { height: this.#height, key: [OTHER_CID] };
    const room = `message/${hash}`;
    for (const [socket, rooms] of this.#sockets) {
      socket.send(`42${JSON.stringify(['tipset', head])}`);
      if (state !== null && rooms.has(room)) socket.send(`42${JSON.stringify([room, state])}`);
    }
  }
}
