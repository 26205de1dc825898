import {
  addVesting,
  packVesting,
  SOONEST_FUNDS,
  takeSoonest,
  vestedAt,
} from '#filecoin/mining/vesting.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { availableAt, type Funds } from './vested.ts';

const DAY = 2880;
const ID = 1000;
const table = addVesting(addVesting([], 0, 180_000n, 0), DAY / 2, 1_800n, 0);
const soonest = (funds: typeof table): Uint8Array => packVesting(funds.slice(0, SOONEST_FUNDS));
const funds: Funds = { id: ID, available: '-500', vesting: soonest(table) };

let store: Store;
beforeAll(async () => {
  store = await openEither();
  await store.db
    .insertInto('miner_vesting')
    .values({ miner_id: ID, funds: packVesting(table) })
    .execute();
});
afterAll(() => store.close());

it('counts what has vested by each height, however long nothing was unlocked', async () => {
  const heights = table.flatMap(({ epoch }) => [epoch, epoch + 1]);
  const told = await availableAt(
    store,
    heights.map((height) => ({ funds, height })),
  );
  expect(told).toEqual(
    heights.map((height) => {
      const vested = vestedAt(table, height);
      return { available: String(vested - 500n), vested: String(vested) };
    }),
  );
  expect(told.at(-1)?.vested).toBe('181800');
});

it('takes the table for that of other funds only where it begins as they do', async () => {
  const later = takeSoonest(table, 10n);
  const height = table.at(-1)?.epoch ?? 0;
  const [told] = await availableAt(store, [
    { funds: { ...funds, vesting: soonest(later) }, height },
  ]);
  expect(told?.vested).toBe(String(vestedAt(later.slice(0, SOONEST_FUNDS), height)));
});

it('tells nothing of a table that is not known', async () => {
  const asked = [
    { funds: { ...funds, vesting: null }, height: 10 ** 6 },
    { funds: { ...funds, vesting: packVesting([]) }, height: 10 ** 6 },
  ];
  expect(await availableAt(store, asked)).toEqual([
    { available: '-500', vested: '0' },
    { available: '-500', vested: '0' },
  ]);
  expect(await availableAt(store, [])).toEqual([]);
});
