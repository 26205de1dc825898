/** What readers ask for of the time before the index, while no slice comes. */
import { createApi } from '#api/app.ts';
import { createExplorer } from '#explorer/explorer.ts';
import { formatAddress } from '#filecoin/address.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startIndexer, until } from '../testing/demo.ts';
import { differences } from '../testing/facts.ts';
import { heldOpenings, START } from '../testing/heldOpening.ts';

const FIRST_HEAD = 1_287;
const HEAD = 1_400;

const { begun, closing } = heldOpenings();

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
