import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { DemoIndex } from '#server/testing/demo-index.ts';
import { digest } from '#explorer/testing/rows.ts';
import type { Live, TipsetEvent } from './server.ts';
import { Clients, next } from './testing/clients.ts';
import { serve, serveDemo, type ServedDemo } from './testing/serve.ts';

let served: ServedDemo;
let demo: DemoIndex;
let live: Live;
let port = 0;
const clients = new Clients();
const open = (at = port) => clients.open(at);

beforeAll(async () => {
  served = await serveDemo(120);
  ({ demo, live, port } = served);
});
afterEach(() => {
  clients.leave();
  expect(served.errors).toEqual([]);
});
afterAll(() => served.close());

it('tells the head at once, and a new one within 2 s of the node announcing it', async () => {
  const socket = open();
  const first = await next(socket, 'tipset');
  const status = await demo.explorer.network.status();
  expect(first).toEqual({ height: status.headHeight, key: status.headKey });
  const told = next(socket, 'tipset');
  const started = performance.now();
  const { headHeight, headKey } = await demo.node.step();
  expect(await told).toMatchObject({ height: headHeight, key: headKey });
  expect(performance.now() - started).toBeLessThan(2000);
});

it('tells a room what the calls answer, on joining and on every head', async () => {
  await demo.caughtUp();
  const socket = open();
  const overview = next(socket, 'blockchain/overview');
  const recent = ['en', 'zh', 'ko'].map((locale) => next(socket, `tipset/recent/${locale}`));
  socket.emit('subscribe', 'blockchain');
  socket.emit('subscribe', 'tipset');
  expect(await overview).toEqual((await demo.explorer.network.overview()).data);
  const { data } = await demo.explorer.tipset.recent({ count: 10 });
  for (const event of recent) expect(await event).toEqual(data);
  const locales = ['en', 'zh', 'ko'] as const;
  const richest = locales.map((locale) => next(socket, `account/rich-list/${locale}`));
  socket.emit('subscribe', 'account');
  for (const [index, locale] of locales.entries()) {
    const list = await demo.explorer.in(locale).richList.list({ pageSize: 10 });
    expect(list.data.richList).toHaveLength(10);
    expect(await richest[index]).toEqual(list.data);
  }

  const later = next(socket, 'tipset/recent/en');
  const { headHeight } = await demo.node.step();
  expect((await later) as unknown[]).toContainEqual(
    expect.objectContaining({ height: headHeight }),
  );
});

it('tells nothing more to who left, and stumbles over nothing', async () => {
  const socket = open();
  const seen: string[] = [];
  socket.onAny((event: string) => seen.push(event));
  for (const topic of ['nowhere', '', '__proto__', 1, null, ['tipset'], { a: 1 }, 'x'.repeat(9000)])
    socket.emit('subscribe', topic);
  socket.emit('unsubscribe', 'tipset');
  socket.emit('subscribe', 'tipset');
  await next(socket, 'tipset/recent/ko');
  socket.emit('unsubscribe', 'tipset');
  await new Promise((resolve) => setTimeout(resolve, 50));
  seen.length = 0;
  await Promise.all([next(socket, 'tipset'), demo.node.step()]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(new Set(seen)).toEqual(new Set(['tipset']));
});

it('tells what concerns one message or one address, as the calls answer it', async () => {
  await demo.caughtUp();
  const { data: list } = await demo.explorer.message.list({ pageSize: 1 });
  const cid = list.messages[0]?.cid ?? '';
  const socket = open();
  const topics = [`message/${cid}`, `message/${cid}/zh`, 'address/f099', 'address/f099/ko'];
  const answers = async () => [
    (await demo.explorer.message.get(cid)).data,
    (await demo.explorer.in('zh').message.get(cid)).data,
    (await demo.explorer.account.get('f099')).data,
    (await demo.explorer.in('ko').account.get('f099')).data,
  ];
  const first = topics.map((topic) => next(socket, topic));
  for (const topic of topics) socket.emit('subscribe', topic);
  expect(await Promise.all(first)).toEqual(await answers());
  const later = topics.map((topic) => next(socket, topic));
  const { headHeight } = await demo.node.step();
  const told = await Promise.all(later);
  expect(told).toEqual(await answers());
  expect(told[3]).toMatchObject({ tag: { name: '소각 계정' } });
  expect((await demo.explorer.network.info()).data.height).toBe(headHeight);
});

it('lets a client wait for what is not there yet, and into so many rooms only', async () => {
  const socket = open();
  const seen: string[] = [];
  socket.onAny((event: string) => seen.push(event));
  const absent = cidOf(digest('a message that nobody sent'));
  for (const topic of [`message/${absent}`, 'message/nonsense', 'address/f1nonsense', 'mempool/xx'])
    socket.emit('subscribe', topic);
  for (let id = 100; id < 150; id += 1) socket.emit('subscribe', `address/f0${id}`);
  socket.emit('subscribe', 'tipset');
  await Promise.all([next(socket, 'tipset'), demo.node.step()]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const rooms = new Set(seen.filter((event) => event !== 'tipset'));
  expect(rooms.has('tipset/recent/en')).toBe(false);
  expect(rooms.size).toBeLessThan(24);
});

it('says to a client that asks whether it is in a room, and why not', async () => {
  let left = 3;
  const held = await serve({
    explorer: demo.explorer,
    grants: () => (left -= 1) >= 0,
    head: () => null,
    onHead: () => () => undefined,
    onPool: () => () => undefined,
    onError: (error) => served.errors.push(error),
  });
  const socket = open(held.port);
  const join = (topic: unknown): Promise<unknown> => socket.emitWithAck('subscribe', topic);
  expect(await join('address/f099')).toEqual({ ok: true });
  expect(await join('address/f099')).toEqual({ ok: true });
  expect(await join('mempool')).toEqual({ ok: true });
  const nowhere = { ok: false, reason: 'there is no such room' };
  for (const topic of ['nowhere', 7, { a: 1 }, 'address/f1nonsense'])
    expect(await join(topic)).toEqual(nowhere);
  // What has to be read for one client is counted; what is read for all is not.
  const counted = { ok: false, reason: expect.stringContaining('wait for a minute') };
  expect(await join('address/f02')).toEqual(counted);
  expect(await join('mempool/ko')).toEqual(counted);
  expect(await join('tipset')).toEqual({ ok: true });
  left = Infinity;
  for (let id = 100; id < 121; id += 1) expect(await join(`address/f0${id}`)).toEqual({ ok: true });
  expect(await join('address/f0200')).toEqual({
    ok: false,
    reason: expect.stringMatching(/24 rooms/),
  });
  // Something else than a function in the place of one is no matter.
  socket.emit('subscribe', 'tipset', { a: 1 }, 7);
  expect(await join('tipset')).toEqual({ ok: true });
  held.close();
});

it('lets all connections of a client into so many rooms only that are read for it', async () => {
  const held = await serve({
    explorer: demo.explorer,
    client: ({ headers }) => String(headers['x-client']),
    head: () => null,
    onHead: () => () => undefined,
    onPool: () => () => undefined,
    onError: (error) => served.errors.push(error),
  });
  const connect = (client: string) => clients.open(held.port, { 'x-client': client });
  const join = (socket: Socket, topic: string): Promise<unknown> =>
    socket.emitWithAck('subscribe', topic);
  const ok = { ok: true };
  const refused = { ok: false, reason: expect.stringMatching(/all of a client in 200/) };
  const joinMany = (socket: Socket, rooms: number) =>
    Promise.all(Array.from({ length: rooms }, (_, n) => join(socket, `address/f0${n + 100}`)));

  // Closed rooms and shared ones do not count.
  const last = connect('a');
  expect(await join(last, 'address/f1nonsense')).toMatchObject({ ok: false });
  expect(await join(last, 'tipset')).toEqual(ok);
  const full = Array.from({ length: 8 }, () => connect('a'));
  for (const socket of full) expect(await joinMany(socket, 24)).toEqual(Array(24).fill(ok));
  expect(await joinMany(last, 9)).toEqual([...Array<object>(8).fill(ok), refused]);
  expect(await join(last, 'blockchain')).toEqual(ok);
  expect(await join(connect('b'), 'address/f099')).toEqual(ok);

  last.emit('unsubscribe', 'address/f0100');
  last.emit('unsubscribe', 'address/f0100');
  expect(await join(last, 'address/f0200')).toEqual(ok);
  expect(await join(last, 'address/f0201')).toEqual(refused);

  full[0]?.disconnect();
  await vi.waitFor(async () => expect(await join(last, 'address/f0201')).toEqual(ok));
  const newest = connect('a');
  expect(await joinMany(newest, 24)).toEqual([...Array<object>(23).fill(ok), refused]);
  held.close();
});

it('drops a client that asks faster than it can be answered', async () => {
  const socket = open();
  await next(socket, 'connect');
  const gone = next(socket, 'disconnect');
  for (let turn = 0; turn < 1000; turn += 1) {
    socket.emit('subscribe', 'mempool');
    socket.emit('unsubscribe', 'mempool');
  }
  await gone;
});

it('drops a client that does not read, and no other', async () => {
  let tell = (_head: TipsetEvent): void => undefined;
  let dropped = 0;
  const held = await serve({
    explorer: demo.explorer,
    head: () => null,
    onHead: (listener) => {
      tell = listener;
      return () => undefined;
    },
    onPool: () => () => undefined,
    onError: (error) => served.errors.push(error),
    onDropped: () => (dropped += 1),
  });
  const reading = open(held.port);
  let heard = 0;
  reading.on('tipset', () => (heard += 1));
  await next(reading, 'connect');
  const deaf = new WebSocket(`ws://127.0.0.1:${held.port}/socket.io/?EIO=4&transport=websocket`);
  await new Promise((resolve) => deaf.once('message', resolve));
  deaf.send('40');
  await new Promise((resolve) => deaf.once('message', resolve));
  deaf.pause();
  const key = ['x'.repeat(200_000)];
  let height = 0;
  while (dropped === 0 && height < 2000) {
    tell({ height: (height += 1), key });
    // The reader keeps up.
    while (heard < height) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(dropped).toBe(1);
  await vi.waitFor(() => expect(held.live.clients()).toBe(1));
  expect(reading.connected).toBe(true);
  deaf.terminate();
  held.close();
});

it('counts its clients and speaks websocket only', async () => {
  const socket = open();
  await next(socket, 'connect');
  expect(live.clients()).toBeGreaterThan(0);
  const polling = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`);
  expect(polling.status).toBe(400);
});

it('speaks protocol 3 with the clients of the reference', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=3&transport=websocket`);
  const packets: string[] = [];
  const until = async (start: string) => {
    for (;;) {
      const found = packets.find((packet) => packet.startsWith(start));
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  socket.on('message', (data) => packets.push(String(data)));
  await until('0{');
  await until('42["tipset",');
  socket.send('42["subscribe","tipset"]');
  const recent = await until('42["tipset/recent/zh",');
  const { data } = await demo.explorer.tipset.recent({ count: 10 });
  expect(JSON.parse(recent.slice(2))).toEqual(['tipset/recent/zh', data]);
  socket.send('2');
  await until('3');
  socket.close();
});

it('tells a verification to who knows its id, and follows it no longer than anyone does', async () => {
  const id = '0b6ea1a2-5b7d-4c55-9f0c-1f4b9a0e7c11';
  let tell: ((state: object) => void) | null = null;
  const own = await serve({
    explorer: demo.explorer,
    progress: {
      find: (given) => Promise.resolve(given === id ? { id, state: 'queued' } : null),
      follow(_, listener) {
        tell = listener;
        return () => (tell = null);
      },
    },
    head: () => null,
    onHead: () => () => undefined,
    onPool: () => () => undefined,
    onError: (error) => served.errors.push(error),
  });
  const socket = open(own.port);
  const topic = `verification/${id}`;
  const first = next(socket, topic);
  expect(await socket.emitWithAck('subscribe', topic)).toEqual({ ok: true });
  expect(await first).toEqual({ id, state: 'queued' });
  const later = next(socket, topic);
  (tell as ((state: object) => void) | null)?.({ id, state: 'compiling' });
  expect(await later).toEqual({ id, state: 'compiling' });
  const unknown = `verification/${id.replace('0', '1')}`;
  for (const none of [unknown, 'verification/x', `${topic}/en`])
    expect(await socket.emitWithAck('subscribe', none)).toMatchObject({ ok: false });
  expect(await open().emitWithAck('subscribe', topic)).toMatchObject({ ok: false });
  socket.emit('unsubscribe', topic);
  await vi.waitFor(() => expect(tell).toBeNull());
  socket.disconnect();
  own.close();
});
