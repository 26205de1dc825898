/** Deals, allocations, claims, verifiers and data cap of an index that begins late, against one that has all. */
import { createExplorer, type Explorer } from '#explorer/explorer.ts';
import { createKindTable, kindIndex } from '#filecoin/actors/kinds.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { stateByObjects } from '#node/state/byObjects.ts';
import type { NodeClient } from '#node/types.ts';
import { OPENING_SUBJECTS } from '#store/opening.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MULTISIG_KIND } from '../parts/wallets/decode.ts';
import { olderStorage } from '../chain/olderStorage.ts';
import { startIndexer } from '../testing/demo.ts';
import { beginAt } from '../testing/stateIndex.ts';

const HEIGHT = 1_290;
const START = 380;
/** Its state holds deals and allocations that the tipset or later ones change. */
const TOUCHED = 1_190;

const closing: (() => Promise<void>)[] = [];
let whole: Explorer;
let late: Explorer;
let store: Store;
let complete: Store;
let node: NodeClient;

async function indexed(startHeight?: number): Promise<{ explorer: Explorer; store: Store }> {
  const begun = await beginAt(HEIGHT, closing);
  node = begun.node;
  const { indexer } = startIndexer(begun.store, begun.node, { startHeight });
  closing.push(() => indexer.stop());
  await indexer.sync();
  return { explorer: createExplorer(begun.store), store: begun.store };
}

beforeAll(async () => {
  ({ explorer: whole, store: complete } = await indexed());
  ({ explorer: late, store } = await indexed(START));
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

interface Page {
  totalCount: number;
  next: string | null;
}

type Ask = (input: { pageSize: number; page?: number; before?: string }) => Promise<Page>;

/** All of a list by its cursors, which page numbers must agree with. */
async function all<T>(ask: Ask, rowsOf: (page: Page) => T[]): Promise<T[]> {
  const pageSize = 7;
  const found: T[] = [];
  let before: string | undefined;
  for (let page = 0; ; page++) {
    const answer = await ask({ pageSize, ...(before === undefined ? {} : { before }) });
    const rows = rowsOf(answer);
    expect(rowsOf(await ask({ pageSize, page }))).toEqual(rows);
    found.push(...rows);
    if (answer.next === null) {
      expect(found).toHaveLength(answer.totalCount);
      return found;
    }
    expect(rows).toHaveLength(pageSize);
    before = answer.next;
  }
}

/** What the beginning of an index says nothing about. */
function lasting<T extends object>(row: T): object {
  const {
    height: _,
    timestamp: __,
    message: ___,
    extensions: ____,
    granted: _____,
    ...rest
  } = {
    height: null,
    timestamp: null,
    message: null,
    extensions: null,
    granted: null,
    ...row,
  };
  return rest;
}

describe.each([
  ['the network', undefined],
  ['a provider', 'f01000'],
  ['a client', 'f01005'],
])('the lists of %s', (_, address) => {
  test.each(['deals', 'claims', 'allocations'] as const)('%s', async (name) => {
    const of = (explorer: Explorer) =>
      all<{ id: number; height: number | null }>(
        async (input) => {
          const wanted = { ...input, address };
          if (name === 'deals') return (await explorer.deal.list(wanted)).data;
          if (name === 'claims') return (await explorer.dataCap.claims(wanted)).data;
          return (await explorer.dataCap.allocations(wanted)).data;
        },
        (page) => Reflect.get(page, name) as { id: number; height: number | null }[],
      );
    const [told, expected] = [await of(late), await of(whole)];
    const byId = (rows: readonly { id: number }[]) =>
      rows.map(lasting).sort((a, b) => Number(Reflect.get(a, 'id')) - Number(Reflect.get(b, 'id')));
    expect(byId(told)).toEqual(byId(expected));
    // What is older comes last, by falling number.
    const ages = told.map(({ height }) => height ?? -1);
    expect(ages).toEqual(ages.toSorted((a, b) => b - a));
    const older = told.filter(({ height }) => height === null).map(({ id }) => id);
    expect(older).toEqual(older.toSorted((a, b) => b - a));
  });
});

test('an older deal and its parts have their pages', async () => {
  for (const id of [0, 83]) {
    const [deal, expected] = [await late.deal.get(id), await whole.deal.get(id)];
    expect(deal.data).toMatchObject({
      status: expected.data.status,
      pieceCid: expected.data.pieceCid,
      sector: expected.data.sector,
      height: null,
      message: null,
    });
  }
  const [claim, expected] = [await late.dataCap.claim(7), await whole.dataCap.claim(7)];
  expect(lasting(claim.data)).toEqual(lasting(expected.data));
  expect(claim.data.height).toBeNull();
});

test('data cap and its givers', async () => {
  const clients = async (explorer: Explorer) =>
    (await explorer.dataCap.clients()).data.clients.map(
      ({ id, balance, allocationCount, claimCount }) => [id, balance, allocationCount, claimCount],
    );
  const verifiers = async (explorer: Explorer) =>
    (await explorer.dataCap.verifiers()).data.verifiers.map(({ id, allowance }) => [id, allowance]);
  for (const read of [clients, verifiers]) {
    const [told, expected] = [await read(late), await read(whole)];
    expect(told.length).toBeGreaterThan(2);
    expect(told.toSorted()).toEqual(expected.toSorted());
  }
});

test('all of it is taken over', async () => {
  const opening = await store.db.selectFrom('opening').selectAll().execute();
  const subjects = opening.map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([...OPENING_SUBJECTS, 'wallets'].sort());
  for (const row of opening) expect(row).toMatchObject({ done: true, refused: null });
});

test('what a tipset touches is told as it was before it', async () => {
  const objects = createNodeObjects(node).urgent;
  const kinds = createKindTable();
  const states = stateByObjects(node, objects, { kindOf: async (code) => kinds(code) });
  const head = await node.chainHead();
  const { Cids: key } = await node.chainGetTipSetByHeight(TOUCHED, head.Cids);
  const told = await olderStorage(
    states,
    [
      { table: 'deal', id: 84, owner: null, made: false },
      { table: 'deal', id: 88, owner: null, made: false },
      { table: 'allocation', id: 85, owner: 1_005, made: false },
      { table: 'allocation', id: 85, owner: 1_006, made: false },
      { table: 'claim', id: 7, owner: 1_000, made: false },
      { table: 'claim', id: 7, owner: 1_001, made: false },
      { table: 'verifier', id: 100, owner: null, made: false },
      { table: 'data_cap', id: 1_005, owner: null, made: false },
      { table: 'data_cap', id: 1_001, owner: null, made: false },
    ],
    key,
  );
  const ids = Object.fromEntries(
    Object.entries(told).map(([name, all]) => [name, all.map(({ id }: { id: number }) => id)]),
  );
  // What was made later, and what belongs to somebody else, is not there.
  expect(ids).toEqual({
    deals: [84],
    allocations: [85],
    claims: [7],
    verifiers: [100],
    holders: [1_005],
  });
  expect(told.deals[0]).toMatchObject({ activatedHeight: null, sector: null });
});

test('an older actor has the address by which it was made', async () => {
  const robustOf = async ({ db }: Store) =>
    db
      .selectFrom('actor')
      .select(['id', 'kind', 'robust'])
      .where('kind', '<>', kindIndex('account'))
      .orderBy('id')
      .execute();
  const told = await robustOf(store);
  expect(told).toEqual(await robustOf(complete));
  const { rows: named } = await sql<{ id: number }>`select a.id from actor a
    join address d on d.actor_id = a.id and d.address = a.robust
    where a.kind = ${MULTISIG_KIND} and a.created_height = ${START - 1} and a.id >= 100`.execute(
    store.db,
  );
  expect(named.length).toBeGreaterThan(0);
});

test('an older contract has its code, whether anybody calls it or not', async () => {
  const contractsOf = async ({ db }: Store) =>
    db
      .selectFrom('contract as c')
      .innerJoin('contract_code as k', 'k.hash', 'c.code_hash')
      .select(['c.actor_id', 'k.code'])
      .orderBy('c.actor_id')
      .execute();
  const expected = await contractsOf(complete);
  expect(expected.length).toBeGreaterThan(2);
  expect(await contractsOf(store)).toEqual(expected);
});
