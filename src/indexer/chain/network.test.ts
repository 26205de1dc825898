import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NodeInfo } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { WrongChainError } from '../errors.ts';
import { collectLog, startDemo, type Demo } from '../testing/demo.ts';
import { clear } from '../testing/facts.ts';
import { openNetwork } from './network.ts';

let demo: Demo;
let info: NodeInfo;
let store: Store;

beforeAll(async () => {
  demo = await startDemo(100);
  info = await demo.node.probe();
  store = await openEither();
});
beforeEach(() => clear(store));
afterAll(async () => {
  await store.close();
  await demo.close();
});

/** `sure`: what is final when calls that are refused for now are waited for. */
const open = (final: number, start?: number, sure = final): Promise<number> =>
  openNetwork(store.db, info, { height: final }, start, collectLog().log, async () => ({
    height: sure,
  }));

it('begins a young chain at its genesis and an old one with its last final day', async () => {
  expect(await open(20_000)).toBe(0);
  await clear(store);
  expect(await open(5_000_000)).toBe(5_000_000 - 2_880);
});

it('begins where it is configured, but never above what is final', async () => {
  expect(await open(20_000, 12_000)).toBe(12_000);
  await clear(store);
  expect(await open(20_000, 25_000)).toBe(20_000);
  await clear(store);
  expect(await open(20_000, 25_000, 26_000)).toBe(25_000);
  await clear(store);
  expect(await open(20_000, 12_000, 11_000)).toBe(12_000);
});

it('keeps its beginning, says what network it is, and refuses another', async () => {
  expect(await open(20_000, 12_000)).toBe(12_000);
  expect(await open(30_000, 15_000)).toBe(12_000);
  const row = await store.db.selectFrom('network').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    name: 'harbor',
    chain_id: 314,
    epoch_seconds: 30,
    genesis_timestamp: 1_794_609_598,
    address_prefix: 'f',
    recorded: true,
  });
  await store.db
    .updateTable('network')
    .set({ genesis: new Uint8Array(32) })
    .execute();
  await expect(open(20_000)).rejects.toThrowError(WrongChainError);
});
