/**
 * Upgrades that change kinds, make, delete and pay actors without a message, and payment channels that
 * are deleted when they are collected: on made chains, as Lotus, Forest and Venus tell of them.
 */
import {
  BURNT_FUNDS_ID,
  delegatedFromEth,
  idAddress,
  INIT_ID,
  parseAddress,
  SYSTEM_ID,
} from '#filecoin/address.ts';
import { kindAt, kindIndex } from '#filecoin/actors/kinds.ts';
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { CborCid, encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { formatCid, parseCid } from '#filecoin/encoding/cid.ts';
import { encodeUvarint } from '#filecoin/encoding/varint.ts';
import { buildHamt } from '#filecoin/ipld/buildHamt.ts';
import { openStore, type Store } from '#store/store.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexAll, startIndexer } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';
import { MadeChain, type MadeChainOptions, type Migration } from './testing/made-chain.ts';
import { callTrace, COST, type MadeCall } from './testing/made-traces.ts';
import { bundleOf, Objects, World } from './testing/made-world.ts';
import { verify } from './verify/index.ts';

const [MINER, PAYER, PAYEE, OTHER, CHANNEL] = [1000, 1088, 1089, 1100, 1090];
const FIL = 10n ** 18n;

const objects = new Objects();
const NOBODY = objects.link([new Uint8Array(0), []]);
const MULTISIG: CborValue = [[idAddress(OTHER)], 1, 0, bigintToBytes(0n), 0, 0, NOBODY];

let store: Store;
let other: Store;
let chain: MadeChain;
beforeAll(async () => {
  [store, other] = await Promise.all([
    openStore({ dataDir: 'memory://' }),
    openStore({ dataDir: 'memory://' }),
  ]);
}, 120_000);
beforeEach(() => Promise.all([clear(store), clear(other)]));
afterEach(() => chain.close());
afterAll(async () => {
  await store.close();
  await other.close();
});

/** The network's own actors, a provider, and some people. */
function world(version: number): World {
  const made = new World(bundleOf(version));
  made.put(SYSTEM_ID, 'system', 0n);
  made.put(INIT_ID, 'init', 0n);
  made.put(2, 'reward', 10n ** 9n * FIL);
  made.put(3, 'cron', 0n);
  made.put(4, 'storagepower', 0n);
  made.put(5, 'storagemarket', 0n);
  made.put(6, 'verifiedregistry', 0n);
  made.put(90, 'multisig', 300n * FIL, MULTISIG);
  made.put(BURNT_FUNDS_ID, 'account', 50n * FIL);
  made.put(MINER, 'storageminer', 5n * FIL);
  for (const id of [PAYER, PAYEE, OTHER]) made.put(id, 'account', 100n * FIL);
  return made;
}

function withChannel(made: World, balance: bigint, toSend: bigint): World {
  const lanes = objects.link([0, 0, [new Uint8Array(1), [], []]]);
  const [from, to] = [idAddress(PAYER), idAddress(PAYEE)];
  made.put(CHANNEL, 'paymentchannel', balance, [from, to, bigintToBytes(toSend), 1, 0, lanes]);
  return made;
}

/** The channel is paid out: what is left goes to the payer without a call, since version 12 with one. */
function collect(from: number, toSend: bigint, version: number): MadeCall {
  const calls: MadeCall[] = [{ from: CHANNEL, to: PAYEE, value: toSend }];
  if (version >= 12) calls.push({ from: CHANNEL, to: PAYER, value: 70n * FIL });
  return {
    from,
    to: CHANNEL,
    method: 4,
    calls,
    effect(now) {
      now.move(CHANNEL, PAYER, now.get(CHANNEL).balance);
      now.actors.delete(CHANNEL);
    },
  };
}

function make(options: Partial<MadeChainOptions> & Pick<MadeChainOptions, 'genesis'>): MadeChain {
  return (chain = new MadeChain({ versions: [[-1, 15]], objects, ...options }));
}

const actorOf = async (id: number) => {
  const row = await store.db
    .selectFrom('actor')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && { kind: kindAt(row.kind), balance: BigInt(row.balance), deleted: row.deleted_height }
  );
};

/** What was moved in the tipset at a height, without the fees. */
const movesAt = async (height: number) => {
  const rows = await store.db
    .selectFrom('transfer')
    .selectAll()
    .where('height', '=', height)
    .where('position', '>=', 0)
    .orderBy('position')
    .execute();
  return rows
    .map((row) => [transferTypeAt(row.type), row.from_id, row.to_id, BigInt(row.amount)] as const)
    .filter(([type]) => type !== 'burn-fee');
};

/** The index is that of the chain, to the last attoFIL. */
async function isSound(of = store): Promise<void> {
  for await (const { name, differences: found } of verify({
    store: of,
    node: chain.node,
    sample: Infinity,
  }))
    expect(found, name).toEqual([]);
  const { world: now } = chain.head;
  const rows = await of.db.selectFrom('actor').selectAll().orderBy('id').execute();
  const living = rows.filter((row) => row.deleted_height === null);
  expect(living.map((row) => [row.id, kindAt(row.kind), BigInt(row.balance)])).toEqual(
    [...now.actors].sort(([a], [b]) => a - b).map(([id, { kind, balance }]) => [id, kind, balance]),
  );
}

describe('a payment channel that is collected is deleted', () => {
  it.each([
    [0, PAYER, false],
    [7, PAYEE, false],
    [7, PAYER, true],
    [8, PAYEE, false],
    [11, PAYEE, false],
    [11, PAYEE, true],
    [12, PAYEE, false],
  ])('actors version %i, by f0%i, traces of an old node: %s', async (version, by, oldTraces) => {
    const genesis = withChannel(world(version), 100n * FIL, 30n * FIL);
    make({ genesis, oldTraces });
    chain.add();
    chain.add([
      { from: OTHER, to: CHANNEL, value: FIL },
      { from: OTHER, to: PAYEE, value: 2n },
      collect(by, 31n * FIL, version),
      { from: OTHER, to: PAYER, value: 3n },
    ]);
    chain.add([{ from: OTHER, to: CHANNEL, value: 4n, exit: 2 }]);
    chain.add();
    await indexAll(store, chain.node);
    expect(await movesAt(2)).toEqual([
      ['transfer', OTHER, CHANNEL, FIL],
      ['transfer', OTHER, PAYEE, 2n],
      ['transfer', CHANNEL, PAYEE, 31n * FIL],
      ['transfer', CHANNEL, PAYER, 70n * FIL],
      ['transfer', OTHER, PAYER, 3n],
    ]);
    expect(await actorOf(CHANNEL)).toEqual({ kind: 'paymentchannel', balance: 0n, deleted: 2 });
    const channel = await store.db.selectFrom('channel').selectAll().executeTakeFirst();
    expect(channel).toMatchObject({ actor_id: CHANNEL, collected_height: 2 });
    expect((await actorOf(PAYER))?.balance).toBe(
      170n * FIL + 3n - (by === PAYER ? COST.totalCost : 0n),
    );
    await isSound();
  });

  it('on one branch only: the fork undoes it', async () => {
    const genesis = withChannel(world(7), 100n * FIL, 30n * FIL);
    make({ genesis });
    const fork = chain.add();
    chain.add([collect(PAYEE, 30n * FIL, 7)]);
    chain.add();
    chain.add();
    const { indexer } = startIndexer(store, chain.node);
    await indexer.sync();
    expect(await actorOf(CHANNEL)).toMatchObject({ balance: 0n, deleted: 2 });
    chain.add([{ from: OTHER, to: CHANNEL, value: 7n }], { on: fork, branch: 1 });
    for (let height = 3; height < 7; height++) chain.add();
    await indexer.sync();
    expect(indexer.metrics.reorganisations).toBe(1);
    expect(await actorOf(CHANNEL)).toEqual({
      kind: 'paymentchannel',
      balance: 100n * FIL + 7n,
      deleted: null,
    });
    await indexAll(other, chain.node);
    expect(await differences(store, other)).toEqual([]);
    // And there it goes after all.
    chain.add([collect(PAYER, 30n * FIL, 7)]);
    chain.add();
    await indexer.sync();
    await indexer.stop();
    expect(await actorOf(CHANNEL)).toMatchObject({ balance: 0n, deleted: 7 });
    await isSound();
  });
});

/** Gives all actors the codes of another bundle, and does what else is said. */
function recode(
  version: number,
  more: (now: World) => void = () => {},
  codes: Record<string, string> = {},
): Migration {
  return (now) => {
    now.bundle = bundleOf(version, codes);
    more(now);
    return null;
  };
}

/** Nobody touches these. */
const CROWD = Array.from({ length: 300 }, (_, index) => 2000 + index);

function crowded(version: number): World {
  const made = world(version);
  for (const id of CROWD) made.put(id, 'account', FIL);
  return made;
}

/** Of those whom nobody touched, how many rows were written at the height or above. */
async function rewritten(height: number): Promise<number> {
  const rows = await store.db
    .selectFrom('actor')
    .select('id')
    .where('id', 'in', CROWD)
    .where('last_seen_height', '>=', height)
    .execute();
  return rows.length;
}

/** A verified deal that no sector held became an allocation. */
function registryState(): CborValue {
  const mapOf = (key: number, value: CborValue): CborCid => {
    const map = buildHamt([[encodeUvarint(key), encodeCbor(value)]]);
    objects.add(map.objects);
    return new CborCid(parseCid(map.root));
  };
  const allocation = [PAYER, MINER, objects.link(['piece']), 2048, 500, 900, 800];
  return [idAddress(90), NOBODY, NOBODY, mapOf(PAYER, mapOf(1, allocation)), 2, NOBODY];
}

const codeOf = (version: number, kind: string): string => bundleOf(version).codes[kind] ?? '';
const ETH_ZERO = delegatedFromEth(new Uint8Array(20));
const BLS_ZERO =
  'f3yaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaby2smx7a';

describe('an upgrade', () => {
  it('makes actors: two of them in one gap, which rewrite nobody else', async () => {
    const genesis = crowded(8);
    make({
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
          now.get(6).state = registryState();
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
    chain.add();
    await indexAll(store, chain.node);
    await isSound();
    expect(await rewritten(1)).toBe(0);
    const made = await store.db
      .selectFrom('actor')
      .selectAll()
      .where('created_height', '=', 6)
      .orderBy('id')
      .execute();
    expect(made.map((row) => [row.id, kindAt(row.kind), row.delegated])).toEqual([
      [7, 'datacap', null],
      [10, 'eam', null],
      [1200, 'ethaccount', ETH_ZERO],
    ]);
    const versions = await store.db
      .selectFrom('network_version')
      .selectAll()
      .orderBy('height')
      .execute();
    expect(versions).toEqual([
      { height: 0, version: 16 },
      { height: 6, version: 18 },
    ]);
    // What a reader is told of the crowd follows from the bundle.
    const codes = await store.db
      .selectFrom('actor_bundle')
      .select(['height', 'code'])
      .where('kind', '=', kindIndex('account'))
      .orderBy('height')
      .execute();
    expect(codes.map(({ height, code }) => [height, formatCid(code)])).toEqual([
      [0, codeOf(8, 'account')],
      [6, codeOf(10, 'account')],
    ]);
    expect(await movesAt(6)).toEqual([['transfer', OTHER, PAYER, 2n]]);
    const allocations = await store.db.selectFrom('allocation').selectAll().execute();
    expect(allocations).toMatchObject([
      { id: 1, client_id: PAYER, provider_id: MINER, size: 2048, term_min: 500, height: 6 },
    ]);
  });

  it('makes a multisig an account, on one branch only', async () => {
    const genesis = crowded(13);
    make({
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
    const { indexer } = startIndexer(store, chain.node);
    await indexer.sync();
    expect(await actorOf(90)).toMatchObject({ kind: 'account', balance: 300n * FIL });
    chain.add([], { on: fork, branch: 1, height: 2 });
    chain.add([], { height: 5 });
    await indexer.sync();
    expect(indexer.metrics.reorganisations).toBe(1);
    expect(await actorOf(90)).toMatchObject({ kind: 'multisig' });
    chain.add([{ from: OTHER, to: 90, value: 1n }]);
    chain.add();
    await indexer.sync();
    await indexer.stop();
    expect(await actorOf(90)).toMatchObject({ kind: 'account', balance: 300n * FIL + 1n });
    await isSound();
    await indexAll(other, chain.node);
    expect(await differences(store, other)).toEqual([]);
  });

  it('that no node lists gives some actors another code: kinds stay, and are known', async () => {
    const genesis = crowded(12);
    const fixed = formatCid(parseCid(codeOf(12, 'storageminer')).fill(7, 6));
    make({
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
    await indexAll(store, chain.node);
    await isSound();
    const row = await store.db
      .selectFrom('actor')
      .select(['kind', 'code', 'last_seen_height'])
      .where('id', '=', MINER)
      .executeTakeFirstOrThrow();
    expect([kindAt(row.kind), formatCid(row.code), row.last_seen_height]).toEqual([
      'storageminer',
      fixed,
      4,
    ]);
    expect(await rewritten(1)).toBe(0);
  });

  it('that a node lists may do nothing', async () => {
    make({
      genesis: crowded(7),
      upgrades: {
        UpgradeAssemblyHeight: -1,
        UpgradeSkyrHeight: 1,
        UpgradeLiftoffHeight: 2,
        UpgradeSharkHeight: 2,
      },
    });
    for (let height = 1; height < 5; height++) chain.add([{ from: OTHER, to: PAYER, value: 2n }]);
    await indexAll(store, chain.node);
    await isSound();
    expect(await rewritten(1)).toBe(0);
  });

  it('pays providers out of what was burnt, and makes accounts: network version 4', async () => {
    const genesis = crowded(0);
    genesis.put(1002, 'storageminer', 0n);
    make({
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
    await indexAll(store, chain.node);
    expect(await movesAt(3)).toEqual([
      ['transfer', OTHER, PAYER, 2n],
      ['rebalance', BURNT_FUNDS_ID, SYSTEM_ID, 3n * FIL],
      ['rebalance', SYSTEM_ID, 1002, 3n * FIL],
    ]);
    expect(await rewritten(1)).toBe(0);
    await isSound();
  });

  it.each([
    ['Lotus, whose trace tells of it', true],
    ['Venus, whose trace does not', false],
  ])('burns and deletes an account: network version 10, by %s', async (_, told) => {
    const genesis = crowded(2);
    genesis.put(1500, 'account', 9n * FIL).robust = parseAddress(BLS_ZERO);
    make({
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
    await indexAll(store, chain.node);
    const burnt = 9n * FIL;
    expect((await movesAt(3)).toSorted()).toEqual(
      told
        ? [['burn', 1500, BURNT_FUNDS_ID, burnt]]
        : [
            ['rebalance', SYSTEM_ID, BURNT_FUNDS_ID, burnt],
            ['rebalance', 1500, SYSTEM_ID, burnt],
          ],
    );
    expect(await actorOf(1500)).toEqual({ kind: 'account', balance: 0n, deleted: 3 });
    expect(await rewritten(1)).toBe(0);
    await isSound();
  });

  it.each([
    ['Lotus, whose trace tells of it', true],
    ['Venus, whose trace does not', false],
  ])('moves funds and leaves the codes: Breeze, by %s', async (_, told) => {
    make({
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
    await indexAll(store, chain.node);
    const moves = (await movesAt(3)).toSorted(([, a], [, b]) => b - a);
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
    expect(await rewritten(1)).toBe(0);
    await isSound();
  });
});

it('a provider of the first actors that is reported is burnt and deleted', async () => {
  const genesis = world(0);
  genesis.put(1002, 'storageminer', 5n * FIL);
  make({ genesis, versions: [[-1, 2]] });
  chain.add();
  chain.add([
    {
      from: OTHER,
      to: 1002,
      method: 15,
      calls: [{ from: 1002, to: OTHER, value: FIL }],
      effect(now) {
        now.move(1002, BURNT_FUNDS_ID, now.get(1002).balance);
        now.actors.delete(1002);
      },
    },
  ]);
  chain.add();
  chain.add();
  await indexAll(store, chain.node);
  expect(await movesAt(2)).toEqual([
    ['transfer', 1002, OTHER, FIL],
    ['burn', 1002, BURNT_FUNDS_ID, 4n * FIL],
  ]);
  expect(await actorOf(1002)).toEqual({ kind: 'storageminer', balance: 0n, deleted: 2 });
  await isSound();
});
