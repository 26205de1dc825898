/** The pages’ own client of the live channel (`islands/live/connection.ts`) against its server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as IoServer } from 'socket.io';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Connection } from '#islands/live/connection.ts';
import type { DemoIndex } from '#server/testing/demo-index.ts';
import { serve, serveDemo, type ServedDemo } from './testing/serve.ts';

let served: ServedDemo;
let demo: DemoIndex;
const opened: Connection[] = [];

beforeAll(async () => {
  served = await serveDemo(20);
  ({ demo } = served);
});
afterEach(() => {
  for (const client of opened.splice(0)) client.close();
  expect(served.errors).toEqual([]);
});
afterAll(() => served.close());

function connect(to = served.port): Connection {
  const client = new Connection({
    origin: `ws://127.0.0.1:${to}`,
    firstDelay: 20,
    longestDelay: 100,
  });
  opened.push(client);
  client.open();
  return client;
}
const told = (client: Connection, event: string) =>
  new Promise<unknown>((resolve) => {
    const stop = client.on(event, (payload) => {
      stop();
      resolve(payload);
    });
  });

it('hears the head at once and every new one', async () => {
  const client = connect();
  // It may come before the status has been read.
  const first = told(client, 'tipset');
  const { headHeight, headKey } = await demo.explorer.network.status();
  expect(await first).toEqual({ height: headHeight, key: headKey });
  const later = told(client, 'tipset');
  const next = await demo.node.step();
  expect(await later).toMatchObject({ height: next.headHeight, key: next.headKey });
});

it('joins a room with its first listener, leaves it with its last', async () => {
  const client = connect();
  // Before the connection stands: the room is asked for when it does.
  const leave = client.join('tipset');
  expect(await told(client, 'tipset/recent/zh')).toEqual(
    (await demo.explorer.tipset.recent({ count: 10 })).data,
  );
  const leaveToo = client.join('tipset');
  leave();
  leave();
  const still = told(client, 'tipset/recent/en');
  await demo.node.step();
  await still;
  leaveToo();
  let heard = 0;
  client.on('tipset/recent/en', () => (heard += 1));
  await Promise.all([told(client, 'tipset'), demo.node.step()]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(heard).toBe(0);
});

it('answers pings, and takes a server that pings no more for gone', async () => {
  const quick = createServer();
  const server = new IoServer(quick, {
    transports: ['websocket'],
    pingInterval: 200,
    pingTimeout: 1500,
  });
  await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve));
  const client = connect((quick.address() as AddressInfo).port);
  const states: boolean[] = [];
  client.onConnected((state) => states.push(state));
  // Many heartbeats: who does not answer the first is dropped before the last.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(states).toEqual([true]);
  const [held] = server.sockets.sockets.values();
  // The connection stays open, but nothing comes any more.
  clearTimeout(Reflect.get(held?.conn ?? {}, 'pingIntervalTimer'));
  await vi.waitFor(() => expect(states).toEqual([true, false, true]), { timeout: 20_000 });
  await server.close();
});

it('comes back after a restart and asks for its rooms again', async () => {
  const quiet = {
    explorer: demo.explorer,
    head: () => null,
    onHead: () => () => undefined,
    onPool: () => () => undefined,
    onError: (error: unknown) => served.errors.push(error),
  };
  const before = await serve(quiet);
  const client = connect(before.port);
  const states: boolean[] = [];
  client.onConnected((state) => states.push(state));
  client.join('blockchain');
  await told(client, 'blockchain/overview');
  const again = told(client, 'blockchain/overview');
  before.close();
  await vi.waitFor(() => expect(states).toEqual([true, false]));
  // Several attempts in vain.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const after = await serve(quiet, before.port);
  await again;
  expect(states).toEqual([true, false, true]);
  // Closed for good: nobody comes back.
  client.close();
  await vi.waitFor(() => expect(after.live.clients()).toBe(0));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([client.connected, after.live.clients()]).toEqual([false, 0]);
  after.close();
});
