/** Providers with more sectors than are read at once. */
import { createExplorer } from '#explorer/explorer.ts';
import { numbersOfRuns } from '#filecoin/encoding/bitfield.ts';
import { runsOf } from '#filecoin/encoding/bitsets.ts';
import type { NodeClient, SectorJson } from '#node/types.ts';
import { StoreError } from '#store/connection.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import type { LookedAt } from '../parts/part.ts';
import { startIndexer, until } from '../testing/demo.ts';
import { differences } from '../testing/facts.ts';
import { beginAt, BEFORE_FORKS, followAll, LATE, stateFrom } from '../testing/stateIndex.ts';
import { SECTORS, touchedSectors } from './sectors.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function takenOf({ db }: Store): Promise<number> {
  const row = await db
    .selectFrom('opening')
    .select('taken')
    .where('subject', '=', 'sectors')
    .executeTakeFirst();
  return row?.taken ?? 0;
}

test('by slices the index is the same, row for row, whenever the indexer is ended between', async () => {
  const whole = await openEither(stateFrom(LATE));
  closing.push(() => whole.close());
  expect(await takenOf(whole)).toBe(0);
  const { recorded, node, store } = await beginAt(BEFORE_FORKS, closing);
  const config = { startHeight: LATE, openingRoom: 2 };
  for (const after of [1, 5]) {
    const { indexer } = startIndexer(store, node, config);
    await until(async () => (await takenOf(store)) >= after, `${after} sectors`);
    await indexer.stop();
    // What happens meanwhile is followed before the next slice.
    await recorded.stepChange();
  }
  const { indexer } = startIndexer(store, node, config);
  closing.push(() => indexer.stop());
  await indexer.sync();
  expect(await takenOf(store)).toBe(84);
  await followAll(recorded, indexer);
  // How many came by slices is all that tells the two apart.
  await sql`update opening set taken = 0 where subject = 'sectors'`.execute(store.db);
  expect(await differences(whole, store)).toEqual([]);
}, 400_000);

test('a reader has the sectors of a page before their slices', async () => {
  const { node, store } = await beginAt(BEFORE_FORKS, closing);
  const held = Promise.withResolvers<void>();
  const read = SECTORS.read.bind(SECTORS);
  const holding = vi.spyOn(SECTORS, 'read').mockImplementation(async (source, after) => {
    await held.promise;
    return read(source, after);
  });
  const { indexer } = startIndexer(store, node, { startHeight: LATE, openingRoom: 2 });
  closing.push(async () => {
    holding.mockRestore();
    held.resolve();
    await indexer.stop();
  });
  await until(async () => {
    const done = await store.db.selectFrom('opening').select('subject').where('done', '=', true);
    return (await done.execute()).some(({ subject }) => subject === 'deals');
  }, 'what comes before the sectors');
  const sectors = async (patienceMs: number, sector?: number) => {
    const explorer = createExplorer(store, { patienceMs });
    const { data } = await explorer.sector.list('f01000', { pageSize: 5, sector });
    return data.sectors.map(({ number, expiration }) => [number, expiration !== null]);
  };
  expect(await sectors(0, 7)).toEqual([[7, false]]);
  expect(await sectors(200_000, 7)).toEqual([[7, true]]);
  const page = await sectors(200_000);
  expect(page).toHaveLength(5);
  expect(page.every(([, told]) => told)).toBe(true);
}, 200_000);

test('a slice waits for a database that is away, and tells its other words to nobody', async () => {
  const { node, store } = await beginAt(BEFORE_FORKS, closing);
  const failures = [
    new StoreError('Connection terminated unexpectedly'),
    new StoreError('permission denied for table sector of owner hidden', { code: '42501' }),
  ];
  const read = vi.spyOn(SECTORS, 'read').mockImplementation(() => {
    const failure = failures.shift();
    return Promise.reject(failure ?? new Error('once too often'));
  });
  const { indexer } = startIndexer(store, node, { startHeight: LATE, openingRoom: 2 });
  closing.push(async () => {
    read.mockRestore();
    await indexer.stop();
  });
  const told = async () => {
    const rows = store.db.selectFrom('opening').select('refused').where('subject', '=', 'sectors');
    return (await rows.executeTakeFirst())?.refused ?? null;
  };
  await until(async () => (await told()) !== null, 'what was refused');
  expect(await told()).toBe('The database refuses to go on; the log says why');
  expect(failures).toEqual([]);
}, 200_000);

const KEY = [{ '/': 'key' }];
const CHILD_KEY = [{ '/': 'child' }];

/** Tells sectors of f01000 as they were before, and which of them are live after. */
function nodeOf(live: readonly number[]): NodeClient {
  const calls: Partial<NodeClient> = {
    stateMinerPartitions: (_, deadline, key) => {
      expect(key).toBe(CHILD_KEY);
      const sectors = runsOf(live.filter((number) => number % 48 === deadline));
      const sets = { AllSectors: sectors, LiveSectors: sectors, ActiveSectors: sectors };
      return Promise.resolve([{ ...sets, FaultySectors: [], RecoveringSectors: [] }]);
    },
    stateMinerSectors: (address, numbers, key) => {
      expect([address, key]).toEqual(['f01000', KEY]);
      return Promise.resolve([...numbersOfRuns(numbers ?? [])].map(Number).map(sectorOf));
    },
  };
  return calls as NodeClient;
}

function sectorOf(number: number): SectorJson {
  return {
    SectorNumber: number,
    SealProof: 8,
    SealedCID: { '/': 'bagboea4b5abcamxgfu3txvd4f5s3xwyk5dqxmqcgtjjpkjvrixgzyqhwsfx5nqtk' },
    Activation: 100,
    Expiration: 1100,
    DealWeight: '0',
    VerifiedDealWeight: '0',
    InitialPledge: '7',
  };
}

async function touched(looked: LookedAt[], live: readonly number[]) {
  const part = { facts: null, touches: () => [], stored: () => [], fold: () => undefined };
  const unit = { parts: [{ ...part, sectors: () => looked }] };
  const unopened = new Map([[1000, runsOf([3, 4, 5, 100])]]);
  const found = await touchedSectors(nodeOf(live), unit, unopened, KEY, CHILD_KEY);
  return found.map(({ miner, numbers, sectors }) => {
    expect(sectors.map(({ number }) => number)).toEqual([...numbersOfRuns(numbers)]);
    return [miner, ...numbersOfRuns(numbers)];
  });
}

test('a tipset touches what its calls name and what ends in it, of those that are left', async () => {
  const call = (miner: number, numbers: number[]): LookedAt => ({
    miner,
    named: runsOf(numbers),
    ending: false,
  });
  const changed: LookedAt = { miner: 1000, named: [], ending: true };
  expect(await touched([call(1000, [1, 3]), call(1000, [4, 3, 200])], [])).toEqual([[1000, 3, 4]]);
  expect(await touched([changed], [3, 4, 100, 200])).toEqual([[1000, 5]]);
  expect(await touched([changed, call(1000, [100])], [1, 4, 5, 100])).toEqual([[1000, 3, 100]]);
  expect(await touched([changed, call(1001, [3])], [3, 4, 5, 100])).toEqual([]);
});
