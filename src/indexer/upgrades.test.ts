/** All upgrades of mainnet, one after the other, on a made chain; and what one costs that changes all codes. */
import {
  BURNT_FUNDS_ID,
  DATACAP_ID,
  delegatedFromEth,
  EAM_ID,
  idAddress,
  parseAddress,
} from '#filecoin/address.ts';
import { actorsVersionOf, kindIndex } from '#filecoin/actors/kinds.ts';
import { formatCid } from '#filecoin/encoding/cid.ts';
import { migrationOf } from '#filecoin/migrations.ts';
import { expect, it } from 'vitest';
import { indexAll } from './testing/demo.ts';
import type { Migration } from './testing/made-execution.ts';
import {
  crowded,
  FIL,
  madeIndex,
  MINER,
  OTHER,
  PAYEE,
  PAYER,
  recode,
} from './testing/made-index.ts';
import { bundleOf, type World } from './testing/made-world.ts';

const index = madeIndex();

/** In mainnet's order (lotus build/buildconstants/params_mainnet.go), with the network version that each began. */
const UPGRADES: readonly (readonly [name: string, version: number])[] = [
  ['Breeze', 1],
  ['Smoke', 2],
  ['Ignition', 3],
  ['Refuel', 3],
  ['Assembly', 4],
  ['Tape', 5],
  ['Liftoff', 5],
  ['Kumquat', 6],
  ['Calico', 7],
  ['Persian', 8],
  ['Orange', 9],
  ['Claus', 9],
  ['Trust', 10],
  ['Norwegian', 11],
  ['Turbo', 12],
  ['Hyperdrive', 13],
  ['Chocolate', 14],
  ['OhSnap', 15],
  ['Skyr', 16],
  ['Shark', 17],
  ['Hygge', 18],
  ['Lightning', 19],
  ['Thunder', 20],
  ['Watermelon', 21],
  ['Dragon', 22],
  ['Phoenix', 22],
  ['Waffle', 23],
  ['TukTuk', 24],
  ['Teep', 25],
  ['Tock', 26],
  ['GoldenWeek', 27],
];

const BLS_ZERO_ID = 1500;
const ETH_ZERO_ID = 1200;

/** What some did besides. */
const MORE: Readonly<Record<string, (now: World) => void>> = {
  Ignition: (now) => now.move(OTHER, 90, FIL),
  Assembly(now) {
    now.move(BURNT_FUNDS_ID, MINER, 3n * FIL);
    now.put(1300, 'account', 0n);
  },
  Trust(now) {
    now.move(BLS_ZERO_ID, BURNT_FUNDS_ID, 9n * FIL);
    now.actors.delete(BLS_ZERO_ID);
  },
  Shark(now) {
    now.put(DATACAP_ID, 'datacap', 0n);
  },
  Hygge(now) {
    now.put(EAM_ID, 'eam', 0n);
    now.put(ETH_ZERO_ID, 'ethaccount', 0n).delegated = delegatedFromEth(new Uint8Array(20));
  },
  Waffle(now) {
    Object.assign(now.get(90), { kind: 'account', state: [idAddress(90)] });
  },
};

const heightOf = (place: number): number => 3 * place + 2;

it('an index follows through all of them, and knows the state to the last attoFIL', async () => {
  const genesis = crowded(0);
  const [address = ''] = migrationOf(['Trust']).actors;
  genesis.put(BLS_ZERO_ID, 'account', 9n * FIL).robust = parseAddress(address);
  const migrations = Object.fromEntries(
    UPGRADES.map(([name, version]): [string, Migration] => [
      name,
      recode(actorsVersionOf(version), MORE[name]),
    ]),
  );
  const heights = UPGRADES.map(([name], place) => [`Upgrade${name}Height`, heightOf(place)]);
  const versions = UPGRADES.map(([, version], place) => [heightOf(place), version] as const);
  const chain = index().make({
    genesis,
    migrations,
    upgrades: Object.fromEntries(heights),
    versions: [[-1, 0], ...versions],
  });
  const tipsets = [0];
  for (let height = 1; height < heightOf(UPGRADES.length + 2); height++) {
    // Null rounds, in which two upgrades meet now and then.
    if (height % 11 >= 3 && height % 11 <= 6) continue;
    const to = [PAYER, PAYEE, MINER, 90][height % 4] ?? PAYER;
    chain.add([{ from: OTHER, to, value: BigInt(height) }], { height });
    tipsets.push(height);
  }
  await indexAll(index().store, chain.node);
  await index().isSound();
  expect(await index().rewritten(1)).toBe(0);
  expect(await index().actorOf(90)).toMatchObject({ kind: 'account' });
  expect(await index().actorOf(BLS_ZERO_ID)).toMatchObject({ balance: 0n });

  const { db } = index().store;
  const told = await db.selectFrom('network_version').selectAll().orderBy('height').execute();
  const carried = new Map([[0, 0]]);
  for (const [upgrade, version] of versions)
    carried.set(tipsets.find((height) => height > upgrade) ?? 0, version);
  expect(carried.size).toBeLessThan(UPGRADES.length);
  expect(told.map((row) => [row.height, row.version])).toEqual([...carried]);
  const bundles = await db
    .selectFrom('actor_bundle')
    .select('code')
    .where('kind', '=', kindIndex('account'))
    .orderBy('height')
    .execute();
  const codes = [...carried.values()].map(
    (version) => bundleOf(actorsVersionOf(version)).codes.account,
  );
  expect([...new Set(bundles.map(({ code }) => formatCid(code)))]).toEqual([...new Set(codes)]);
});

it('one that changes all codes costs no more among many actors', async () => {
  const costOf = async (size: number): Promise<number> => {
    await index().clear();
    const chain = index().make({
      genesis: crowded(14, size),
      upgrades: { UpgradeTukTukHeight: 2 },
      versions: [
        [-1, 23],
        [2, 24],
      ],
      migrations: { TukTuk: recode(15) },
    });
    for (let height = 1; height < 4; height++) chain.add();
    await indexAll(index().store, chain.node);
    const before = chain.reads;
    chain.add([{ from: OTHER, to: PAYER, value: 1n }]);
    chain.add();
    await indexAll(index().store, chain.node);
    expect(await index().rewritten(1)).toBe(0);
    await chain.close();
    return chain.reads - before;
  };
  const few = await costOf(100);
  expect(await costOf(2_000)).toBeLessThan(2 * few);
});

it('what the network was at its beginning is told once, though a fork goes down to the genesis', async () => {
  const chain = index().make({ genesis: crowded(16) });
  const told = async () => ({
    versions: await index().store.db.selectFrom('network_version').selectAll().execute(),
    bundle: await index()
      .store.db.selectFrom('actor_bundle')
      .selectAll()
      .orderBy('height')
      .orderBy('kind')
      .execute(),
  });
  const first = chain.add([{ from: OTHER, to: PAYER, value: 1n }], { height: 1 });
  chain.add([], { on: first });
  await indexAll(index().store, chain.node);
  const before = await told();
  expect(before.versions).toHaveLength(1);
  const other = chain.add([], { on: chain.genesis, height: 1, branch: 1 });
  chain.add([], { on: other, branch: 1 });
  await indexAll(index().store, chain.node);
  await index().isSound();
  expect(await told()).toEqual(before);
});
