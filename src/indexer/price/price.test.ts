import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { collectLog, until } from '../testing/demo.ts';
import { askPrice } from './ask.ts';
import { createPriceFeed } from './feed.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A provider on this machine. */
async function provider(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/price`;
}

const json = (body: unknown): Promise<string> =>
  provider((_, response) => response.end(JSON.stringify(body)));
const { signal } = new AbortController();

describe('asking for the price', () => {
  it.each([
    [{ price: 3.25 }, 'price', 3.25],
    [{ filecoin: { usd: '1.5' } }, 'filecoin.usd', 1.5],
    [{ data: [{ last: 0.75 }] }, 'data.0.last', 0.75],
  ])('%j at %s', async (body, path, price) => {
    expect(await askPrice({ url: await json(body), path }, signal)).toBe(price);
  });

  it.each([
    [{ price: 0 }, 'price'],
    [{ price: -1 }, 'price'],
    [{ price: '1e3' }, 'price'],
    [{ price: { usd: 1 } }, 'price'],
    [null, 'price'],
    [{}, 'constructor.name.length'],
    [{ price: 'NaN' }, 'price'],
  ])('refuses %j', async (body, path) => {
    await expect(askPrice({ url: await json(body), path }, signal)).rejects.toThrow(
      `there is no price at ${path}`,
    );
  });

  it('says what is wrong with a provider', async () => {
    const of = async (answer: RequestListener): Promise<unknown> =>
      askPrice({ url: await provider(answer), path: 'price' }, signal).catch(
        (error: unknown) => (error as Error).message,
      );
    expect(await of((_, response) => response.writeHead(503).end())).toBe(
      'the provider answers 503',
    );
    expect(await of((_, response) => response.end('<html>'))).toBe('the answer is no JSON');
    expect(await of((_, response) => response.end(' '.repeat(300_000)))).toBe(
      'the answer is too long',
    );
    expect(await of((_, response) => response.destroy())).toBe('the provider cannot be reached');
    // Wherever it leads: nothing is asked there.
    let followed = false;
    const inner = await provider((_, response) => {
      followed = true;
      response.end('{"price":1}');
    });
    expect(await of((_, response) => response.writeHead(302, { location: inner }).end())).toBe(
      'the provider cannot be reached',
    );
    expect(followed).toBe(false);
  });
});

describe('the price feed', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openEither();
  });
  afterAll(() => store.close());
  const state = () => store.db.selectFrom('price_feed').selectAll().executeTakeFirst();
  const prices = () => store.db.selectFrom('price').selectAll().execute();
  const GENESIS = 1_600_000_000;
  const network = (recorded: boolean) =>
    store.db
      .insertInto('network')
      .values({
        name: 'some',
        genesis: new Uint8Array(32),
        genesis_timestamp: GENESIS,
        epoch_seconds: 30,
        chain_id: 1,
        address_prefix: 'f',
        start_height: 0,
        recorded,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ recorded }))
      .execute();

  it('keeps prices, tells of failures, and forgets a provider that is gone', async () => {
    await network(false);
    let body = '{"price":4.5}';
    const url = await provider((_, response) => response.end(body));
    const { log } = collectLog();
    const feed = createPriceFeed({ store, log, source: { url, path: 'price' }, everyMs: 20 });
    feed.start();
    await until(async () => (await state())?.error === null, 'a price');
    const [first] = await prices();
    expect(Math.abs((first?.at ?? 0) - Date.now() / 1000)).toBeLessThan(600);
    expect((await prices()).map(({ price }) => price)).toContain('4.5');
    body = 'nothing';
    await until(async () => (await state())?.error === 'the answer is no JSON', 'a failure');
    const kept = await prices();
    expect(kept.every(({ price }) => price === '4.5')).toBe(true);
    await feed.stop();
    const without = createPriceFeed({ store, log, source: null, everyMs: 20 });
    without.start();
    await until(async () => (await state()) === undefined, 'to be forgotten');
    await without.stop();
    expect(await prices()).toEqual(kept);
  });

  it('keeps a price by the clock of a recording, once that is known', async () => {
    await store.db.deleteFrom('price').execute();
    await network(true);
    const url = await json({ price: 2 });
    const { log } = collectLog();
    const feed = createPriceFeed({ store, log, source: { url, path: 'price' }, everyMs: 20 });
    feed.start();
    const seen = new Date();
    await store.db
      .insertInto('status')
      .values({
        state: 'backfilling',
        reason: null,
        node_height: 1000,
        from_height: 0,
        target_height: 1000,
        updated_at: seen,
        head_seen_at: seen,
        node: null,
      })
      .execute();
    await until(async () => (await prices()).length > 0, 'a price');
    await feed.stop();
    for (const { at } of await prices()) {
      expect(at).toBeGreaterThanOrEqual(GENESIS + 30_000);
      expect(at).toBeLessThan(GENESIS + 31_000);
    }
  });
});
