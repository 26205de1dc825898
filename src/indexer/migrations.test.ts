/**
 * Upgrades that change kinds, make, delete and pay actors without a message: on made chains, as Lotus,
 * Forest and Venus tell of them.
 */
import {
  BURNT_FUNDS_ID,
  delegatedFromEth,
  idAddress,
  parseAddress,
  SYSTEM_ID,
} from '#filecoin/address.ts';
import { kindAt, kindIndex } from '#filecoin/actors/kinds.ts';
import { formatCid, parseCid } from '#filecoin/encoding/cid.ts';
import { describe, expect, it } from 'vitest';
import { indexAll, startIndexer } from './testing/demo.ts';
import { differences } from './testing/facts.ts';
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
import { registryWith } from './testing/made-registry.ts';
import { callTrace } from './testing/made-traces.ts';
import { bundleOf } from './testing/made-world.ts';

const index = madeIndex();

const codeOf = (version: number, kind: string): string => bundleOf(version).codes[kind] ?? '';
const ETH_ZERO = delegatedFromEth(new Uint8Array(20));
const BLS_ZERO =
  'f3yaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaby2smx7a';

describe('an upgrade', () => {
  it('makes actors: two of them in one gap, which rewrite nobody else', async () => {
    const genesis = crowded(8);
    const chain = index().make({
      genesis,
      upgrades: { UpgradeSharkHeight: 3, UpgradeHyggeHeight: 4 },
      versions: [
        [-1, 16],
        [3, 17],
        [4, 18],
      ],
      migrations: {
        Shark: recode(9, (now) => {
          now.put(7, 'datacap', 0n);
          // A verified deal that no sector held became an allocation.
          now.get(6).state = registryWith(new Map([[PAYER, [1]]]), 2);
          now.get(2000).state = ['migrated'];
        }),
        Hygge: recode(10, (now) => {
          now.put(10, 'eam', 0n);
          now.put(1200, 'ethaccount', 0n).delegated = ETH_ZERO;
        }),
      },
    });
    chain.add();
    chain.add([{ from: OTHER, to: PAYEE, value: 1n }]);
    chain.add([{ from: OTHER, to: PAYER, value: 2n }], { height: 6 });
    chain.add([{ from: PAYER, to: PAYEE, value: 3n }]);
    // What the migration made is walked when it is final.
    chain.add([], { height: 1_000 });
    chain.add([], { height: 2_000 });
    await indexAll(index().store, chain.node);
    await index().isSound();
    expect(await index().rewritten(1)).toBe(0);
    const made = await index()
      .store.db.selectFrom('actor')
      .selectAll()
      .where('created_height', '=', 6)
      .orderBy('id')
      .execute();
    expect(made.map((row) => [row.id, kindAt(row.kind), row.delegated])).toEqual([
      [7, 'datacap', null],
      [10, 'eam', null],
      [1200, 'ethaccount', ETH_ZERO],
    ]);
    const versions = await index()
      .store.db.selectFrom('network_version')
      .selectAll()
      .orderBy('height')
      .execute();
    expect(versions).toEqual([
      { height: 0, version: 16 },
      { height: 6, version: 18 },
    ]);
    // What a reader is told of the crowd follows from the bundle.
    const codes = await index()
      .store.db.selectFrom('actor_bundle')
      .select(['height', 'code'])
      .where('kind', '=', kindIndex('account'))
      .orderBy('height')
      .execute();
    expect(codes.map(({ height, code }) => [height, formatCid(code)])).toEqual([
      [0, codeOf(8, 'account')],
      [6, codeOf(10, 'account')],
    ]);
    expect(await index().movesAt(6)).toEqual([['transfer', OTHER, PAYER, 2n]]);
    const allocations = await index().store.db.selectFrom('allocation').selectAll().execute();
    expect(allocations).toMatchObject([
      { id: 1, client_id: PAYER, provider_id: MINER, size: '2048', term_min: 500, height: 6 },
    ]);
  });

  it('makes a multisig an account, on one branch only', async () => {
    const genesis = crowded(13);
    const chain = index().make({
      genesis,
      upgrades: { UpgradeWaffleHeight: 2 },
      versions: [
        [-1, 22],
        [2, 23],
      ],
      migrations: {
        Waffle: recode(14, (now) =>
          Object.assign(now.get(90), { kind: 'account', state: [idAddress(90)] }),
        ),
      },
    });
    const fork = chain.add();
    chain.add();
    chain.add();
    chain.add();
    const { indexer } = startIndexer(index().store, chain.node);
    await indexer.sync();
    expect(await index().actorOf(90)).toMatchObject({ kind: 'account', balance: 300n * FIL });
    chain.add([], { on: fork, branch: 1, height: 2 });
    chain.add([], { height: 5 });
    await indexer.sync();
    expect(indexer.metrics.reorganisations).toBe(1);
    expect(await index().actorOf(90)).toMatchObject({ kind: 'multisig' });
    chain.add([{ from: OTHER, to: 90, value: 1n }]);
    chain.add();
    await indexer.sync();
    await indexer.stop();
    expect(await index().actorOf(90)).toMatchObject({ kind: 'account', balance: 300n * FIL + 1n });
    await index().isSound();
    await indexAll(index().other, chain.node);
    expect(await differences(index().store, index().other)).toEqual([]);
  });

  it('that no node lists gives some actors another code: kinds stay, and are known', async () => {
    const genesis = crowded(12);
    const fixed = formatCid(parseCid(codeOf(12, 'storageminer')).fill(7, 6));
    const chain = index().make({
      genesis,
      unlisted: { UpgradeFixHeight: 2 },
      versions: [[-1, 21]],
      migrations: { Fix: recode(12, undefined, { storageminer: fixed }) },
    });
    chain.add();
    chain.add();
    chain.add([{ from: OTHER, to: PAYER, value: 2n }]);
    chain.add([{ from: OTHER, to: MINER, value: 3n }]);
    chain.add();
    await indexAll(index().store, chain.node);
    await index().isSound();
    const row = await index()
      .store.db.selectFrom('actor')
      .select(['kind', 'code', 'last_seen_height'])
      .where('id', '=', MINER)
      .executeTakeFirstOrThrow();
    expect([kindAt(row.kind), formatCid(row.code), row.last_seen_height]).toEqual([
      'storageminer',
      fixed,
      4,
    ]);
    expect(await index().rewritten(1)).toBe(0);
  });

  it('that a node lists may do nothing', async () => {
    const chain = index().make({
      genesis: crowded(7),
      upgrades: {
        UpgradeAssemblyHeight: -1,
        UpgradeSkyrHeight: 1,
        UpgradeLiftoffHeight: 2,
        UpgradeSharkHeight: 2,
      },
    });
    for (let height = 1; height < 5; height++) chain.add([{ from: OTHER, to: PAYER, value: 2n }]);
    await indexAll(index().store, chain.node);
    await index().isSound();
    expect(await index().rewritten(1)).toBe(0);
  });

  it('pays providers out of what was burnt, and makes accounts: network version 4', async () => {
    const genesis = crowded(0);
    genesis.put(1002, 'storageminer', 0n);
    const chain = index().make({
      genesis,
      upgrades: { UpgradeAssemblyHeight: 2 },
      versions: [
        [-1, 3],
        [2, 4],
      ],
      migrations: {
        Assembly: recode(2, (now) => {
          now.move(BURNT_FUNDS_ID, 1002, 3n * FIL);
          now.put(1300, 'account', 0n);
        }),
      },
    });
    chain.add();
    chain.add();
    chain.add([{ from: OTHER, to: PAYER, value: 2n }]);
    chain.add([{ from: OTHER, to: 1300, value: 2n }]);
    chain.add();
    await indexAll(index().store, chain.node);
    expect(await index().movesAt(3)).toEqual([
      ['transfer', OTHER, PAYER, 2n],
      ['rebalance', BURNT_FUNDS_ID, SYSTEM_ID, 3n * FIL],
      ['rebalance', SYSTEM_ID, 1002, 3n * FIL],
    ]);
    expect(await index().rewritten(1)).toBe(0);
    await index().isSound();
  });

  it.each([
    ['Lotus, whose trace tells of it', true],
    ['Venus, whose trace does not', false],
  ])('burns and deletes an account: network version 10, by %s', async (_, told) => {
    const genesis = crowded(2);
    genesis.put(1500, 'account', 9n * FIL).robust = parseAddress(BLS_ZERO);
    const chain = index().make({
      genesis,
      upgrades: { UpgradeTrustHeight: 2 },
      versions: [
        [-1, 9],
        [2, 10],
      ],
      migrations: {
        Trust: (now) => {
          now.bundle = bundleOf(3);
          now.move(1500, BURNT_FUNDS_ID, 9n * FIL);
          now.actors.delete(1500);
          const trace = callTrace(0, BURNT_FUNDS_ID, 0, 9n * FIL);
          trace.Msg.From = BLS_ZERO;
          return told ? trace : null;
        },
      },
    });
    chain.add();
    chain.add();
    chain.add();
    chain.add();
    await indexAll(index().store, chain.node);
    const burnt = 9n * FIL;
    expect((await index().movesAt(3)).toSorted()).toEqual(
      told
        ? [['burn', 1500, BURNT_FUNDS_ID, burnt]]
        : [
            ['rebalance', SYSTEM_ID, BURNT_FUNDS_ID, burnt],
            ['rebalance', 1500, SYSTEM_ID, burnt],
          ],
    );
    expect(await index().actorOf(1500)).toEqual({ kind: 'account', balance: 0n, deleted: 3 });
    expect(await index().rewritten(1)).toBe(0);
    await index().isSound();
  });

  it.each([
    ['Lotus, whose trace tells of it', true],
    ['Venus, whose trace does not', false],
  ])('moves funds and leaves the codes: Breeze, by %s', async (_, told) => {
    const chain = index().make({
      genesis: crowded(0),
      upgrades: { UpgradeBreezeHeight: 2, BreezeGasTampingDuration: 1 },
      versions: [
        [-1, 0],
        [2, 1],
      ],
      migrations: {
        Breeze: (now) => {
          now.move(OTHER, 90, 60n * FIL);
          now.move(BURNT_FUNDS_ID, 90, 50n * FIL);
          const trace = callTrace(SYSTEM_ID, SYSTEM_ID);
          trace.Subcalls = [
            callTrace(OTHER, 90, 0, 60n * FIL),
            callTrace(BURNT_FUNDS_ID, 90, 0, 50n * FIL),
          ];
          return told ? trace : null;
        },
      },
    });
    chain.add();
    chain.add();
    chain.add();
    chain.add();
    await indexAll(index().store, chain.node);
    const moves = (await index().movesAt(3)).toSorted(([, a], [, b]) => b - a);
    expect(moves).toEqual(
      told
        ? [
            ['transfer', OTHER, 90, 60n * FIL],
            ['transfer', BURNT_FUNDS_ID, 90, 50n * FIL],
          ]
        : [
            ['rebalance', OTHER, SYSTEM_ID, 60n * FIL],
            ['rebalance', BURNT_FUNDS_ID, SYSTEM_ID, 50n * FIL],
            ['rebalance', SYSTEM_ID, 90, 110n * FIL],
          ],
    );
    expect(await index().rewritten(1)).toBe(0);
    await index().isSound();
  });
});
