/**
 * How many statements a call asks of the database that nobody has asked for yet: each costs a hundred
 * times what a cached answer does. What is held per head is there.
 */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExplorer } from '#explorer/index.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { openMemory } from '#store/testing/kept.ts';
import type { Store } from '#store/store.ts';
import { API_BASE, createApi } from './app.ts';
import { findSamples } from './testing/samples.ts';

/** Messages of most kinds are there. */
const HEIGHT = 1300;

/** Of the calls of one kind together, for one of them: on average, and at most. */
const BUDGETS: [part: 'message' | 'address' | 'token', path: string, mean: number, most: number][] =
  [
    ['message', '/message/{part}', 14, 25],
    ['message', '/message/{part}/others', 16, 27],
    ['address', '/address/{part}', 23, 32],
    ['token', '/token/{part}', 6, 6],
  ];
const LISTS: [path: string, most: number][] = [
  ['/message/list?pageSize=25', 10],
  ['/tipset/list?pageSize=25', 4],
  ['/overview', 11],
];

let store: Store;
let statements = 0;
let ask: (path: string) => Promise<string>;

beforeAll(async () => {
  store = await openMemory(demoAt(HEIGHT));
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const snapshot: Store['snapshot'] = (work) =>
    store.snapshot((trx) => work(trx.withPlugin(counter)));
  const api = createApi({
    explorer: createExplorer({ ...store, snapshot }),
    version: 'test',
    onError: (error) => {
      throw error;
    },
  });
  ask = async (path) => (await api.request(API_BASE + path)).text();
}, 600_000);
afterAll(() => store.close());

async function countOf(path: string): Promise<number> {
  await ask(path);
  statements = 0;
  await ask(path);
  return statements;
}

test.each(BUDGETS)('each %s asks few statements for %s', async (part, path, mean, most) => {
  const samples = await findSamples(part, async (at) => JSON.parse(await ask(at)));
  const counts: number[] = [];
  for (const sample of new Set(samples)) counts.push(await countOf(path.replace('{part}', sample)));
  const sum = counts.reduce((total, count) => total + count, 0);
  expect(counts.length).toBeGreaterThan(5);
  expect(sum / counts.length).toBeLessThanOrEqual(mean);
  expect(Math.max(...counts)).toBeLessThanOrEqual(most);
});

test.each(LISTS)('%s asks at most %i', async (path, most) => {
  expect(await countOf(path)).toBeLessThanOrEqual(most);
});
