/** An index that begins in the middle of the demo chain. */
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../testing/facts.ts';
import { indexAll, startDemo, type Demo } from '../testing/demo.ts';

/** Not below the finality of the recording's heads: an index cannot begin above what is final. */
const START = 14_250;
const BEFORE_FORK = 15_190;
const TOP = 15_300;

let demo: Demo;
let store: Store;

beforeAll(async () => {
  demo = await startDemo(BEFORE_FORK);
  await demo.recorded.advanceTo(TOP);
  store = await openEither();
  await indexAll(store, demo.node, { startHeight: START });
}, 300_000);

afterAll(async () => {
  await store?.close();
  await demo?.close();
});

test('every balance of the beginning is taken over, those that nothing has touched since too', async () => {
  const first = await demo.node.chainGetTipSetAfterHeight(START, null);
  const ids = await demo.node.stateListActors(first.Cids);
  const miners = await demo.node.stateListMiners(first.Cids);
  expect([ids.length, miners.length]).toEqual([200, 17]);
  const opened = new Map<string, string>();
  for (const { actor_id, balance } of await store.db
    .selectFrom('balance')
    .select(['actor_id', 'balance'])
    .where('height', '=', START - 1)
    .execute())
    opened.set(`f0${actor_id}`, balance);
  for (const id of ids) {
    const actor = await demo.node.stateGetActor(id, first.Cids);
    expect([id, opened.get(id) ?? '0']).toEqual([id, actor?.Balance]);
  }
  const contracts = await store.db
    .selectFrom('contract')
    .select('code_hash')
    .where('created_height', 'is', null)
    .execute();
  expect(contracts.length).toBeGreaterThan(10);
  const opening = await store.db.selectFrom('opening').selectAll().orderBy('subject').execute();
  const all = { after: null, done: true, refused: null };
  expect(opening.filter(({ done }) => done)).toEqual([
    { subject: 'actors', taken: ids.length, ...all },
    { subject: 'addresses', taken: 22, ...all },
    { subject: 'contracts', taken: contracts.length, ...all },
    { subject: 'providers', taken: miners.length, ...all },
    { subject: 'sectors', taken: 0, ...all },
    { subject: 'wallets', taken: 0, ...all },
  ]);
  // The recording has no deals and no data cap of that height, and says so.
  const rest = opening.filter(({ done }) => !done);
  expect(rest.map(({ subject }) => subject)).toEqual([
    'allocations',
    'claims',
    'dataCap',
    'deals',
    'verifiers',
  ]);
  for (const { refused } of rest) expect(refused).toMatch(/not recorded/);
});

test('multisigs and payment channels of the beginning come with what is open in them', async () => {
  const { db } = store;
  const older = await db.selectFrom('older_wallet').selectAll().orderBy('actor_id').execute();
  expect(older).toEqual([
    { actor_id: 90, told: true, settled: 0 },
    { actor_id: 1070, told: true, settled: 22 },
    { actor_id: 1071, told: true, settled: 0 },
    ...[1090, 1145, 1167].map((actor_id) => ({ actor_id, told: true, settled: null })),
  ]);
  const ofRow = { signers: '[1009,1010,1011]', threshold: 2 };
  const multisig = db.selectFrom('multisig').selectAll().where('actor_id', '=', 1070);
  expect(await multisig.executeTakeFirst()).toMatchObject(ofRow);
  const lists = await db
    .selectFrom('account_channel as l')
    .innerJoin('channel as c', 'c.actor_id', 'l.channel_id')
    .select(['l.actor_id', 'l.channel_id', 'l.ord', 'c.from_id', 'c.to_id', 'c.height'])
    .orderBy('l.channel_id')
    .execute();
  expect(lists.length).toBe(6);
  for (const { actor_id, ord, from_id, to_id, height } of lists)
    expect([[from_id, to_id].includes(actor_id), ord, height]).toEqual([true, -1, START - 1]);
});

test('an index of an older version takes over what it knew of actors only', async () => {
  const old = await openEither();
  try {
    await indexAll(old, demo.node, { startHeight: START });
    const untouched = sql`select id from actor where created_height = ${START - 1}
      and last_seen_height = ${START - 1}`;
    const before = await differences(old, store);
    const kept = await old.db.selectFrom('older_wallet').selectAll().orderBy('actor_id').execute();
    const { rows: still } = await sql<{ id: number }>`${untouched}`.execute(old.db);
    const quiet = new Set(still.map(({ id }) => id));
    const wallets = kept.map(({ actor_id }) => actor_id).filter((id) => quiet.has(id));
    expect(wallets.length).toBeGreaterThan(3);
    for (const table of ['older_wallet', 'multisig', 'proposal', 'channel'] as const)
      await old.db.deleteFrom(table).where('actor_id', 'in', wallets).execute();
    await old.db.deleteFrom('account_channel').where('channel_id', 'in', wallets).execute();
    await old.db.deleteFrom('opening').where('subject', '=', 'wallets').execute();
    expect((await differences(old, store)).length).toBeGreaterThan(before.length);
    await indexAll(old, demo.node, { startHeight: START });
    expect(before).toEqual([]);
    const tables = ['older_wallet', 'multisig', 'proposal', 'channel', 'account_channel'];
    expect(await differences(old, store, tables)).toEqual([]);
    // What a tipset has changed since is said to be unknown.
    const touched = kept.find(({ actor_id }) => !quiet.has(actor_id))?.actor_id ?? -1;
    await old.db.deleteFrom('older_wallet').where('actor_id', '=', touched).execute();
    await old.db.deleteFrom('opening').where('subject', '=', 'wallets').execute();
    await indexAll(old, demo.node, { startHeight: START });
    const told = old.db.selectFrom('older_wallet').select('told').where('actor_id', '=', touched);
    expect(await told.executeTakeFirst()).toEqual({ told: false });
  } finally {
    await old.close();
  }
}, 300_000);

test('balances are the sums of their transfers', async () => {
  const { rows } = await sql<{ id: number; balance: string; sum: string }>`
    select a.id, a.balance, coalesce(sum(t.value), 0) as sum from actor a
    left join account_transfer t on t.actor_id = a.id
    where a.id <> 0 group by a.id having a.balance <> coalesce(sum(t.value), 0)`.execute(store.db);
  expect(rows).toEqual([]);
});

test('whatever way the index came, through forks or straight, the rows are the same', async () => {
  const forked = await startDemo(BEFORE_FORK);
  const other = await openEither();
  try {
    await indexAll(other, forked.node, { startHeight: START });
    // Twelve tipsets are taken back in between.
    for (const height of [15_206, 15_212, TOP]) {
      await forked.recorded.advanceTo(height);
      await indexAll(other, forked.node, { startHeight: START });
    }
    const head = async (of: Store) =>
      of.db.selectFrom('checkpoint').select(['head_height', 'head_key']).executeTakeFirstOrThrow();
    expect(await head(other)).toEqual(await head(store));
    expect(await differences(store, other)).toEqual([]);
  } finally {
    await other.close();
    await forked.close();
  }
}, 300_000);
