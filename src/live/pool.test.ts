/** What the live channel tells of the pool. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { Explorer } from '#explorer/index.ts';
import type { DemoIndex } from '#server/testing/demo-index.ts';
import { digest } from '#explorer/testing/rows.ts';
import { pooled, writePool } from '#explorer/testing/pool.ts';
import { Clients, next } from './testing/clients.ts';
import { serve, serveDemo, type ServedDemo } from './testing/serve.ts';

let served: ServedDemo;
let demo: DemoIndex;
const clients = new Clients();
const open = (at = served.port) => clients.open(at);

beforeAll(async () => {
  served = await serveDemo(120);
  ({ demo } = served);
});
afterEach(() => {
  clients.leave();
  expect(served.errors).toEqual([]);
});
afterAll(() => served.close());

it('tells of the pool what came, went and was replaced', async () => {
  const write = async (change: () => Promise<unknown>) => {
    await change();
    await demo.store.notifyPool();
  };
  await write(() => writePool(demo.store, [pooled('one', 100, 1, 1), pooled('two', 101, 1, 2)]));
  const [one, two, three] = ['one', 'two', 'three'].map((name) => cidOf(digest(name)));
  const socket = open();
  const first = next(socket, 'mempool/list');
  socket.emit('subscribe', 'mempool');
  expect(await first).toEqual((await demo.explorer.mempool.list()).data);

  const change = next(socket, 'mempool/change');
  await write(async () => {
    await writePool(demo.store, [pooled('three', 100, 1, 3)]);
    await demo.store.db
      .updateTable('mempool')
      .set({ departure: 4, fate: 2, replaced_by: digest('three') })
      .where('cid', '=', digest('one'))
      .execute();
  });
  const { messages } = (await demo.explorer.mempool.list()).data;
  expect(await change).toEqual({
    totalCount: 2,
    added: messages.filter(({ cid }) => cid === three),
    removed: [one],
    replaced: [{ cid: one, by: three }],
  });

  // A reorganisation gives a message back; nobody else hears of what another language is told.
  const back = next(socket, 'mempool/change');
  const other = open();
  const korean = next(other, 'mempool/ko/list');
  other.emit('subscribe', 'mempool/ko');
  await write(() =>
    demo.store.db
      .updateTable('mempool')
      .set({ departure: null, fate: null, replaced_by: null })
      .where('cid', '=', digest('one'))
      .execute(),
  );
  expect(await back).toMatchObject({ added: [{ cid: one }], removed: [], totalCount: 3 });
  expect(await korean).toMatchObject({ totalCount: expect.any(Number) });

  // More than is told one by one: the list again.
  const again = next(socket, 'mempool/list');
  const many = [...Array(250).keys()].map((i) => pooled(`of many ${i}`, 100, 10 + i, 10 + i));
  await write(() => writePool(demo.store, many));
  expect(await again).toEqual((await demo.explorer.mempool.list()).data);
  expect(two).not.toBe(one);
});

it('passes over no change of the pool while another client joins', async () => {
  const asked = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  let looks = 0;
  const held: Explorer = {
    ...demo.explorer,
    in(locale) {
      const own = demo.explorer.in(locale);
      return {
        ...own,
        mempool: {
          ...own.mempool,
          async since(seen) {
            if (looks++ === 0) {
              asked.resolve();
              await goesOn.promise;
            }
            return own.mempool.since(seen);
          },
        },
      };
    },
  };
  let notify = (): void => {};
  const other = await serve({
    explorer: held,
    head: () => null,
    onHead: () => () => {},
    onPool(listener) {
      notify = listener;
      return () => {};
    },
    onError: (error) => served.errors.push(error),
  });
  try {
    const slow = open(other.port);
    const slowTold = next(slow, 'mempool/list');
    slow.emit('subscribe', 'mempool');
    await asked.promise;
    const quick = open(other.port);
    const quickTold = next(quick, 'mempool/list');
    quick.emit('subscribe', 'mempool');
    await quickTold;
    await writePool(demo.store, [pooled('between', 102, 1, 1001)]);
    goesOn.resolve();
    await slowTold;
    const change = next(quick, 'mempool/change');
    notify();
    await writePool(demo.store, [pooled('later', 103, 1, 1002)]);
    notify();
    expect(JSON.stringify(await change)).toContain(cidOf(digest('between')));
  } finally {
    other.close();
  }
});
