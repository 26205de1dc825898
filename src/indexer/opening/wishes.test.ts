/** What readers ask for of the time before the index, while no slice comes. */
import { createApi } from '#api/app.ts';
import { createExplorer } from '#explorer/explorer.ts';
import { Wishes as ReadersWishes } from '#explorer/wishes.ts';
import { formatAddress, idAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { createNodeClient } from '#node/client.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { walkAddresses } from '#node/state/actor.ts';
import { NOT_OF_LIVE_NODES, startStateNode } from '#node/testing/demo-node.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { WISH_AGAIN_MS, type Wish } from '#store/wishes.ts';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { KindSource } from '../chain/kinds.ts';
import { provenNode } from '../chain/proven.ts';
import { collectLog, startIndexer, until } from '../testing/demo.ts';
import { differences } from '../testing/facts.ts';
import { PROVIDERS } from './providers.ts';
import { VERIFIERS, viewOf } from './storage.ts';
import type { OpeningSource } from './subject.ts';
import { Wishes } from './wishes.ts';

const START = 350;
/** A fork of 24 tipsets is reorganised in between. */
const HEIGHT = 1_290;
const FIRST_HEAD = 1_287;
const HEAD = 1_400;
const CONTRACT = 1_061;
/** No upgrade made any. */
const NOW = { migrated: false };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Until it is let go, no slice comes. */
async function begun() {
  const recorded = await startStateNode(HEIGHT, NOT_OF_LIVE_NODES);
  const node = createNodeClient({ url: recorded.url });
  const store = await openEither();
  closing.push(
    () => store.close(),
    () => recorded.close(),
    () => node.close(),
  );
  const held = Promise.withResolvers<void>();
  const read = VERIFIERS.read.bind(VERIFIERS);
  const holding = vi.spyOn(VERIFIERS, 'read').mockImplementation(async (source, after) => {
    await held.promise;
    return read(source, after);
  });
  const release = (): void => {
    holding.mockRestore();
    held.resolve();
  };
  closing.push(async () => release());
  return { recorded, node, store, release };
}

/** Nobody waits for what is asked for unless told. */
function apiOf(store: Store, patienceMs = 0) {
  const api = createApi({
    explorer: createExplorer(store, { patienceMs }),
    version: '1',
    onError: (error) => expect.unreachable(String(error)),
  });
  return async (path: string) => {
    const response = await api.fetch(new Request(`http://x/api/v1${path}`));
    const body: unknown = await response.json();
    return { status: response.status, retry: response.headers.get('retry-after'), body };
  };
}

const following = (store: Store) => async () => {
  const { rows } = await sql<{ height: number }>`select head_height as height from checkpoint
    where head_height is not null`.execute(store.db);
  return (rows[0]?.height ?? 0) >= FIRST_HEAD;
};

const openedOf = async ({ db }: Store) =>
  (await db.selectFrom('opening').select('subject').execute()).map(({ subject }) => subject);

/** Asks until it is no more being asked for. */
async function come(ask: ReturnType<typeof apiOf>, path: string) {
  let answer = await ask(path);
  await until(async () => (answer = await ask(path)).status !== 503, path);
  return answer;
}

/** Claims by their number and by whose they are, verifiers and data cap. */
async function registryComes(quiet: Store, store: Store, ask: ReturnType<typeof apiOf>) {
  const known = async () =>
    (await store.db.selectFrom('claim').select('id').execute()).map(({ id }) => id);
  expect((await known()).filter((id) => id <= 40)).toEqual([]);
  expect(await ask('/datacap/claims/7')).toMatchObject({ status: 503, retry: '2' });
  expect(await come(ask, '/datacap/claims/7')).toMatchObject({
    status: 200,
    body: { id: 7, clientId: 'f0104', providerId: 'f01000', height: null },
  });
  expect((await known()).filter((id) => id <= 40)).toEqual([7]);
  expect(await ask('/datacap/allocations/7')).toMatchObject({ status: 404 });
  // Who waits has all of a provider's; who does not is told what is there.
  await come(ask, '/address/f01000');
  const list = '/datacap/claims?address=f01000&pageSize=100';
  expect(await ask(list)).toMatchObject({ status: 200, body: { totalCount: 1 } });
  expect(await apiOf(store, 200_000)(list)).toMatchObject({ body: { totalCount: 40 } });
  for (const table of ['allocations', 'claims'])
    expect(await come(ask, `/datacap/${table}/999999`)).toMatchObject({ status: 404 });
  const person = async (table: 'verifier' | 'data_cap') => {
    const rows = await quiet.db
      .selectFrom(table)
      .select('actor_id as id')
      .where('ord', 'is', null)
      .execute();
    const there = await store.db.selectFrom(table).select('actor_id as id').execute();
    const known = new Set(there.map(({ id }) => id));
    return rows.map(({ id }) => id).find((id) => !known.has(id)) ?? expect.unreachable(table);
  };
  for (const [table, path] of [
    ['verifier', 'verifiers'],
    ['data_cap', 'clients'],
  ] as const) {
    const id = await person(table);
    await come(ask, `/address/f0${id}`);
    expect(await come(ask, `/datacap/${path}/f0${id}`)).toMatchObject({
      status: 200,
      body: { id: `f0${id}`, height: null },
    });
  }
}

test('come before the slices, and the index is in the end as if nobody had asked', async () => {
  const config = { startHeight: START, pollMs: 60_000 };
  const quiet = await begun();
  quiet.release();
  const other = startIndexer(quiet.store, quiet.node, config);
  closing.push(() => other.indexer.stop());
  await other.indexer.sync();
  const rows = await quiet.store.db.selectFrom('actor').select(['id', 'robust']).execute();
  const robust = new Map(rows.map((row) => [row.id, row.robust && formatAddress(row.robust)]));

  const { recorded, node, store, release } = await begun();
  const first = startIndexer(store, node, config);
  closing.push(() => first.indexer.stop());
  await until(following(store), 'the head');
  const ask = apiOf(store);
  const awaited = await ask('/address/f0101');
  expect([awaited.status, awaited.retry]).toEqual([503, '2']);
  expect(awaited.body).toMatchObject({ message: expect.stringMatching(/being loaded/) });
  expect(await come(ask, '/address/f0101')).toMatchObject({
    status: 200,
    body: { id: 'f0101', robust: robust.get(101), actor: 'account' },
  });
  expect((await ask('/search?id=f0105')).body).toMatchObject({ type: 'address', address: 'f0105' });
  // Who waits a moment has it at once.
  expect(await apiOf(store, 200_000)('/address/f0103')).toMatchObject({
    status: 200,
    body: { id: 'f0103' },
  });
  // By every form of an address, a multisig with its signers, and a deal of that time.
  for (const id of [100, 106, 1053, 1073])
    expect(await come(ask, `/address/${robust.get(id) ?? ''}`)).toMatchObject({
      body: { id: `f0${id}` },
    });
  const multisig = await come(ask, '/address/f090');
  expect(multisig.body).toMatchObject({ actor: 'multisig', multisig: { pendingTold: true } });
  expect(await come(ask, '/deal/5')).toMatchObject({ status: 200, body: { id: 5 } });
  await registryComes(quiet.store, store, ask);
  // Nobody, in the state before the index and since.
  const nobody = await come(ask, '/address/f0999999');
  expect(nobody.status).toBe(404);
  expect(await ask('/address/f018446744073709551615')).toMatchObject({ status: 404 });
  const absent = formatAddress(Uint8Array.of(2, ...new Uint8Array(20).fill(7)));
  expect(await come(ask, `/address/${absent}`)).toMatchObject({ body: { status: 'absent' } });
  expect(await come(ask, '/deal/999999')).toMatchObject({ status: 404 });
  expect(await openedOf(store)).toEqual([]);

  // Ended between, and a reader who comes again.
  await ask('/address/f0102');
  await first.indexer.stop();
  const again = startIndexer(store, node, config);
  closing.push(() => again.indexer.stop());
  await until(async () => (await apiOf(store)('/address/f0102')).status === 200, 'the restart');
  expect(await openedOf(store)).toEqual([]);

  release();
  for (const [node, { indexer }] of [
    [recorded, again],
    [quiet.recorded, other],
  ] as const) {
    await indexer.sync();
    while (node.position().headHeight < HEAD) {
      await node.stepChange();
      await indexer.sync();
    }
    expect(indexer.metrics.reorganisations).toBeGreaterThan(0);
  }
  expect(await differences(quiet.store, store)).toEqual([]);
  expect(await ask('/address/f0888888')).toMatchObject({ status: 404 });
}, 280_000);

/** Where the state before the first tipset of that height or later is read. */
async function sourceAt(height: number) {
  const { node, store, release } = await begun();
  release();
  const info = await node.probe();
  const first = await node.chainGetTipSetAfterHeight(height, null);
  const { awaited } = createNodeObjects(node);
  const kinds = new KindSource(node, awaited);
  await kinds.learn(first.Cids);
  const { log } = collectLog();
  const source: OpeningSource = {
    node: provenNode(node, awaited, info, kinds, log),
    db: store.db,
    startHeight: START,
    info,
    objects: awaited,
    kinds,
    log,
    room: 3,
    key: first.Cids,
    root: first.Blocks[0]?.ParentStateRoot['/'] ?? '',
    madeHeight: null,
  };
  return { source };
}

test('bring of a provider what its slice brings, and the address by which it was made', async () => {
  const { source } = await sourceAt(START);
  const slice = await PROVIDERS.read(source, null);
  const view = await viewOf(source);
  const addresses = await Array.fromAsync(walkAddresses(view ?? expect.unreachable()));
  const expected = slice.older.providers?.find(({ miner }) => miner.id === 1000);
  const made = addresses.find(({ id }) => id === 1000)?.address ?? expect.unreachable();
  expect(expected).toBeDefined();

  const wishes = new Wishes();
  // Both are one provider.
  wishes.ask({ kind: 'actor', address: toHex(idAddress(1000)) });
  wishes.ask({ kind: 'actor', address: toHex(made) });
  const read = vi.fn();
  wishes.begin(() => source, read);
  await until(() => read.mock.calls.length === 2, 'the provider');
  const taken = wishes.take(() => true);
  expect(taken?.older).toMatchObject({ addresses: [[1000, made]], sectors: [], wallets: [] });
  expect(taken?.older?.actors.map(({ id }) => id)).toEqual([1000]);
  expect(taken?.older?.providers).toEqual([expected]);
});

test('bring the code of a contract', async () => {
  const { source } = await sourceAt(1_150);
  const wishes = new Wishes();
  wishes.ask({ kind: 'actor', address: toHex(idAddress(CONTRACT)) });
  const read = vi.fn();
  wishes.begin(() => source, read);
  await until(() => read.mock.calls.length === 1, 'the contract');
  const [contract] = wishes.take(() => true)?.older?.contracts ?? [];
  expect(contract?.id).toBe(CONTRACT);
  expect(contract?.code?.length).toBeGreaterThan(100);
});

test('bring allocations and claims, by their number and by whose they are, once', async () => {
  const { source } = await sourceAt(1_150);
  const wishes = new Wishes();
  const brought = async (...all: Wish[]) => {
    for (const wish of all) wishes.ask(wish);
    const read = vi.fn();
    wishes.begin(() => source, read);
    await until(() => read.mock.calls.length === all.length, 'what is wished for');
    const taken = wishes.take(() => true);
    wishes.written(taken?.wishes ?? []);
    const { allocations = [], claims = [] } = taken?.older?.storage ?? {};
    return [allocations, claims].map((list) => list.map(({ id }) => id).sort((a, b) => a - b));
  };
  expect(await brought({ kind: 'allocation', id: 85, ...NOW })).toEqual([[85], []]);
  expect(await brought({ kind: 'allocation', id: 84, ...NOW })).toEqual([[], [84]]);
  // Of the first an allocation is given only later, the second is given to nobody.
  for (const id of [87, Number.MAX_SAFE_INTEGER, 0])
    expect(await brought({ kind: 'allocation', id, ...NOW })).toEqual([[], []]);
  expect(
    await brought(
      { kind: 'allocations', id: 1_005, ...NOW },
      { kind: 'allocation', id: 86, ...NOW },
    ),
  ).toEqual([[85, 86], []]);
  expect(
    await brought({ kind: 'claims', id: 1_003 }, { kind: 'allocations', id: 1_003, ...NOW }),
  ).toEqual([[], [77, 78, 79, 80, 81, 82, 83, 84]]);
});

test('are read anew where the state that was read is no more the chain’s', async () => {
  const { source } = await sourceAt(1_150);
  const wishes = new Wishes();
  const wish: Wish = { kind: 'allocation', id: 85, ...NOW };
  wishes.ask(wish);
  const early = vi.fn();
  wishes.begin(() => 'later', early);
  expect([wishes.reads, wishes.busy]).toEqual([false, true]);
  expect(early).not.toHaveBeenCalled();
  for (const stands of [false, true]) {
    const read = vi.fn();
    wishes.begin(() => source, read);
    await until(() => read.mock.calls.length === 1, 'the allocation');
    const taken = wishes.take(() => stands);
    expect(taken?.older?.storage.allocations.map(({ id }) => id)).toEqual(
      stands ? [85] : undefined,
    );
    expect(wishes.busy).toBe(true);
  }
  wishes.written([wish]);
  expect(wishes.busy).toBe(false);
  // Where it cannot be, nobody is asked.
  const other: Wish = { kind: 'allocation', id: 86, ...NOW };
  wishes.ask(other);
  const read = vi.fn();
  wishes.begin(() => null, read);
  await until(() => read.mock.calls.length === 1, 'nothing');
  expect(wishes.take(() => false)).toEqual({ wishes: [other], older: null });
});

test('are bounded, however many are asked for, and are not read again for a while', async () => {
  const wishes = new Wishes();
  let asked = 0;
  let answer = (): void => {};
  const held = new Promise<null>((resolve) => (answer = () => resolve(null)));
  const nobody = (): Promise<null> => {
    asked++;
    return held;
  };
  const { node, store } = await begun();
  const source: OpeningSource = {
    node: { ...node, stateLookupId: nobody },
    db: store.db,
    startHeight: START,
    info: await node.probe(),
    objects: null,
    kinds: new KindSource(node, null),
    log: collectLog().log,
    room: 1,
    key: [],
    root: '',
    madeHeight: null,
  };
  const wish = (id: number): Wish => ({ kind: 'actor', address: toHex(idAddress(id)) });
  for (let id = 0; id < 10_000; id++) expect(wishes.ask(wish(id))).toBe(true);
  const begin = (): void =>
    wishes.begin(
      () => source,
      () => undefined,
    );
  begin();
  begin();
  expect(asked).toBe(8);
  answer();
  let granted = 0;
  while (wishes.busy) {
    await until(() => wishes.ready, 'what there is');
    const taken = wishes.take(() => true);
    expect(taken?.older).toBeNull();
    granted += taken?.wishes.length ?? 0;
    wishes.written(taken?.wishes ?? []);
    begin();
  }
  expect([asked, granted]).toEqual([500, 500]);
  expect([wishes.ask(wish(0)), wishes.ask(wish(9_999))]).toEqual([false, true]);
});

test('are told by one process a few at a time, and again when nobody looked after them', async () => {
  const told: Wish[] = [];
  let grant = (_: Wish): void => {};
  const wishes = new ReadersWishes({
    notifyWish: async (wish) => void told.push(wish),
    onGranted: (listener) => {
      grant = listener;
      return () => undefined;
    },
  });
  const before = wishes.look();
  for (let id = 0; id < 10_000; id++) expect(before({ kind: 'deal', id })).toBe(true);
  expect(told).toHaveLength(500);
  grant({ kind: 'deal', id: 7 });
  // Who began to read before does not see it.
  expect(before({ kind: 'deal', id: 7 })).toBe(true);
  expect(wishes.look()({ kind: 'deal', id: 7 })).toBe(false);
  expect(told).toHaveLength(500);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
  try {
    expect(before({ kind: 'deal', id: 8 })).toBe(true);
    expect(told).toHaveLength(501);
    later.mockReturnValue(performance.now() + WISH_AGAIN_MS);
    expect(wishes.look()({ kind: 'deal', id: 7 })).toBe(true);
    expect(told.at(-1)).toEqual({ kind: 'deal', id: 7 });
  } finally {
    later.mockRestore();
  }
});
