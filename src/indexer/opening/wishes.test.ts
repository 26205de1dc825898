/** How what is asked for is read. */
import { idAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { walkAddresses } from '#node/state/actor.ts';
import type { Wish } from '#store/wishes.ts';
import { expect, test, vi } from 'vitest';
import { KindSource } from '../chain/kinds.ts';
import { provenNode } from '../chain/proven.ts';
import { collectLog, until } from '../testing/demo.ts';
import { heldOpenings, START } from '../testing/heldOpening.ts';
import { PROVIDERS } from './providers.ts';
import { viewOf } from './storage.ts';
import type { OpeningSource } from './subject.ts';
import { Wishes } from './wishes.ts';

const CONTRACT = 1_061;
/** No upgrade made any. */
const NOW = { migrated: false };

const { begun } = heldOpenings();

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
