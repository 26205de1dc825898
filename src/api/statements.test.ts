/**
 * What a call asks of the database that nobody has asked for yet: each statement costs a hundred times
 * what a cached answer does, and each round of them a way to the server and back. What is held per head
 * is there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContent } from '#content/networks.ts';
import { createExplorer } from '#explorer/index.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { SAMPLE_CONTENT } from '#server/testing/demo-index.ts';
import { openEither } from '#store/testing/kept.ts';
import type { Store } from '#store/store.ts';
import { API_BASE, createApi } from './app.ts';
import { ENDPOINTS } from './endpoints.ts';
import { COSTS, HELD, usualOf } from './testing/costs.ts';
import { counted, type Cost } from './testing/rounds.ts';
import { findSamples } from './testing/samples.ts';

/** Messages of most kinds are there. */
const HEIGHT = 1300;

/** Of the calls of one kind together, for one of them: statements on average. */
const MEANS: [part: 'message' | 'address' | 'token', path: string, mean: number][] = [
  ['message', '/message/{part}', 6],
  ['message', '/message/{part}/others', 6],
  ['address', '/address/{part}', 11.5],
  ['token', '/token/{part}', 6],
];

let store: Store;
let asked: Cost;
type Ask = (path: string) => Promise<Response>;
/** Where rows are held that others had asked for before, and where none are. */
let ask: { held: Ask; bare: Ask };

beforeAll(async () => {
  store = await openEither(demoAt(HEIGHT));
  const counting = counted(store);
  asked = counting.cost;
  const asking = (heldRows?: number): Ask => {
    const contentOf = readContent(SAMPLE_CONTENT);
    const api = createApi({
      explorer: createExplorer(counting.store, { contentOf, heldRows }),
      version: 'test',
      onError: (error) => {
        throw error;
      },
    });
    return async (path) => api.request(API_BASE + path);
  };
  ask = { held: asking(), bare: asking(0) };
}, 600_000);
afterAll(() => store.close());

/** Of each of the calls that are not refused. */
async function costsOf(
  path: string,
  samples: readonly string[],
  rows: keyof typeof ask = 'bare',
): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const sample of new Set(samples)) {
    const call = path.replace(/\{\w+\}/, sample);
    await ask[rows](call);
    Object.assign(asked, { statements: 0, rounds: 0 });
    if ((await ask[rows](call)).ok) costs.push({ ...asked });
  }
  return costs;
}

const samplesOf = (part: Parameters<typeof findSamples>[0]): Promise<string[]> =>
  findSamples(part, async (at) => (await ask.held(at)).json());

test.each(MEANS)('each %s asks few statements for %s', async (part, path, mean) => {
  const counts = await costsOf(path, await samplesOf(part));
  const sum = counts.reduce((total, { statements }) => total + statements, 0);
  expect(counts.length).toBeGreaterThan(5);
  expect(sum / counts.length).toBeLessThanOrEqual(mean);
});

test.each(ENDPOINTS)('$path waits for the database only so often', async ({ path, part }) => {
  const costs = await costsOf(path, await samplesOf(part));
  const most = (of: keyof Cost): number => Math.max(...costs.map((cost) => cost[of]));
  const [rounds, statements] = COSTS[path] ?? usualOf(part);
  expect(costs.length).toBeGreaterThan(0);
  expect(most('rounds')).toBeLessThanOrEqual(rounds);
  expect(most('statements')).toBeLessThanOrEqual(statements);
});

test.each(ENDPOINTS.filter(({ path }) => path in HELD))(
  '$path waits less often where rows are held',
  async ({ path, part }) => {
    const costs = await costsOf(path, await samplesOf(part), 'held');
    const most = (of: keyof Cost): number => Math.max(...costs.map((cost) => cost[of]));
    const [rounds, statements] = HELD[path] ?? usualOf(part);
    expect(most('rounds')).toBeLessThanOrEqual(rounds);
    expect(most('statements')).toBeLessThanOrEqual(statements);
  },
);

test('what is held of a call is held of one that there is', () => {
  const known = new Set(ENDPOINTS.map(({ path }) => path));
  const told = [...Object.keys(COSTS), ...Object.keys(HELD)];
  expect(told.filter((path) => !known.has(path))).toEqual([]);
});

test('what depends on nothing is one round, what depends on an answer another', async () => {
  const { store: counting, cost } = counted(store);
  await counting.snapshot(async (trx) => {
    const one = () => trx.selectFrom('checkpoint').select('id').execute();
    await Promise.all([one(), one().then(one), one()]);
    await one();
  });
  expect(cost).toEqual({ statements: 5, rounds: 3 });
});
