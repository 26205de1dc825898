/**
 * Readers of the live channel in a process of their own: opens BENCH_CLIENTS connections to BENCH_URL,
 * hears the node at BENCH_NODE announce its heads, and tells its parent how late every tipset came.
 */
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createNodeClient } from '#node/client.ts';

/** What the parent is told at the end. */
export interface Heard {
  /** Connections that were lost. */
  lost: number;
  tipsets: {
    height: number;
    /** Of how many clients. */
    clients: number;
    /** From the node's announcement to the first and the last of them, ms; null: announced before we listened. */
    first: number | null;
    last: number | null;
  }[];
}

const tipsetSchema = z.tuple([
  z.literal('tipset'),
  z.object({ height: z.int(), key: z.array(z.string()) }),
]);
/** Connections that are opened at a time. */
const AT_ONCE = 50;

const url = `${(process.env['BENCH_URL'] ?? '').replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
const wanted = Number(process.env['BENCH_CLIENTS']);
const announced = new Map<string, number>();
/** By the packet's text: it is the same for all, and is read once. */
const heard = new Map<string, { clients: number; first: number; last: number }>();
let lost = 0;
let stopping = false;

function connect(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.once('error', reject);
    socket.on('close', () => {
      if (!stopping) lost += 1;
    });
    socket.on('message', (data: Buffer) => {
      const packet = data.toString();
      if (packet === '2') socket.send('3');
      else if (packet.startsWith('0')) socket.send('40');
      else if (packet.startsWith('40')) resolve();
      else if (packet.startsWith('42["tipset"')) hear(packet);
    });
  });
}

function hear(packet: string): void {
  const now = performance.now();
  const known = heard.get(packet);
  if (known === undefined) heard.set(packet, { clients: 1, first: now, last: now });
  else {
    known.clients += 1;
    known.last = now;
  }
}

function summary(from: number): Heard {
  const tipsets = [...heard].flatMap(([packet, { clients, first, last }]) => {
    if (first < from) return [];
    const [, { height, key }] = tipsetSchema.parse(JSON.parse(packet.slice(2)));
    const at = announced.get(key.join());
    return [
      {
        height,
        clients,
        first: at === undefined ? null : first - at,
        last: at === undefined ? null : last - at,
      },
    ];
  });
  return { lost, tipsets };
}

const node = createNodeClient({ url: process.env['BENCH_NODE'] ?? '' });
const heads = node.subscribeHeads(
  (changes) => {
    const now = performance.now();
    for (const { Val } of changes) {
      const key = Val.Cids.map((cid) => cid['/']).join();
      if (!announced.has(key)) announced.set(key, now);
    }
  },
  () => undefined,
);
for (let open = 0; open < wanted; open += AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted - open) }, connect));
// What is said while they connect comes to some only.
const from = performance.now() + 3000;
process.send?.('connected');
process.once('message', () => {
  stopping = true;
  process.send?.(summary(from), () => {
    heads.close();
    process.exit(0);
  });
});
