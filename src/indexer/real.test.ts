import { createNodeObjects } from '#node/objects/objects.ts';
/**
 * An index that begins with a real tipset, of which a node tells no more than the fixture does
 * (testing/stand-in.ts): folded, written, taken back.
 */
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOTHING_OLDER } from './fold/older.ts';
import { Gatherer } from './chain/gather.ts';
import { KindSource } from './chain/kinds.ts';
import { Pace } from './chain/pace.ts';
import { prepare } from './chain/prepare.ts';
import { PARTS } from './parts/index.ts';
import { collectLog } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';
import { FORTUNE, standIn, type StandIn } from './testing/stand-in.ts';
import { isExplicit, read } from './testing/tipsets.ts';
import type { ChainUnit } from './parts/part.ts';
import { CHAIN_CHECKS } from './verify/chain.ts';
import { verify } from './verify/index.ts';
import { LIST_CHECKS } from './verify/lists.ts';
import { readCheckpoint, type Checkpoint } from './write/checkpoint.ts';
import { writeOpening } from './write/opening.ts';
import { writeStretch, type Stretch } from './write/writer.ts';

let store: Store;
let other: Store;
beforeAll(async () => {
  [store, other] = await Promise.all([openEither(), openEither()]);
}, 120_000);
afterAll(async () => {
  await store?.close();
  await other?.close();
});

/** What the tipset's execution means, with the actors that are older than it. */
async function unitOf({ node, info, tipset, child }: StandIn): Promise<ChainUnit> {
  const { log } = collectLog();
  const gatherer = new Gatherer({
    node,
    objects: createNodeObjects(node).urgent,
    info,
    kinds: new KindSource(node),
    log,
    pace: new Pace(),
  });
  const { executed, parts } = await gatherer.execution(tipset, child(), {
    opening: true,
    parentHeight: null,
  });
  const unit: ChainUnit = {
    tipset: tipset.facts,
    executed,
    older: NOTHING_OLDER,
    parts: PARTS.map((part, index) => part.bind(parts[index])),
  };
  const startHeight = tipset.facts.height;
  const context = {
    node,
    db: store.db,
    gatherer,
    startHeight,
    migration: null,
    room: 1_000,
    forkHeight: null,
  };
  await prepare(context, [unit], child().json.Cids);
  return unit;
}

/** An empty index that begins at the tipset. */
async function begin(of: Store, { info, tipset }: StandIn): Promise<Checkpoint> {
  await clear(of);
  const { height, timestamp } = tipset.facts;
  await of.db
    .insertInto('network')
    .values({
      name: info.networkName,
      genesis: tipset.facts.key.subarray(0, 32),
      genesis_timestamp: timestamp - height * 30,
      epoch_seconds: 30,
      chain_id: info.chainId,
      address_prefix: 'f',
      start_height: height,
      recorded: false,
    })
    .execute();
  return readCheckpoint(of.db);
}

describe.each(['2907480', '2907520', '3450305', '1258459', '1698055'])('tipset %s', (height) => {
  const fixture = read(`${height}.json.gz`);
  let real: StandIn;
  let unit: ChainUnit;
  beforeEach(async () => {
    await begin(store, (real = standIn(fixture)));
    unit = await unitOf(real);
  });
  afterEach(() => real.close());

  /** The tipset, its execution, and its child. */
  const stretch = (branch: number, parts: Partial<Stretch> = {}): Stretch => ({
    revert: null,
    units: [unit],
    arrivals: [real.child(branch).facts],
    final: null,
    belowFinal: false,
    startHeight: real.tipset.facts.height,
    pace: new Pace(),
    ...parts,
  });
  const write = (of: Store, checkpoint: Checkpoint, parts: Stretch): Promise<Checkpoint> =>
    writeStretch(of, checkpoint, parts).then((written) => written.checkpoint);

  it('is folded and written: all that it tells is there, and adds up', async () => {
    const { facts } = real.tipset;
    const both = stretch(0, { arrivals: [facts, real.child().facts] });
    await write(store, await readCheckpoint(store.db), both);
    const explicit = fixture.compute.Trace.filter(isExplicit);
    const { rows } = await sql<Record<string, string>>`
      select (select count(*) from execution) as executions,
        (select count(*) from message) as messages,
        (select count(*) from block) as blocks,
        (select coalesce(sum(base_fee_burn + over_estimation_burn), 0) from execution) as burns,
        (select coalesce(sum(miner_tip), 0) from execution) as tips`.execute(store.db);
    const sum = (amounts: readonly string[]): string =>
      amounts.reduce((total, amount) => total + BigInt(amount), 0n).toString();
    expect(rows[0]).toMatchObject({
      executions: explicit.length,
      messages: explicit.length,
      blocks: facts.blocks.length,
      burns: sum(
        explicit.flatMap(({ GasCost }) => [GasCost.BaseFeeBurn, GasCost.OverEstimationBurn]),
      ),
      tips: sum(explicit.map(({ GasCost }) => GasCost.MinerTip)),
    });
    const transfers = await store.db
      .selectFrom('transfer')
      .select(['type', 'amount'])
      .where('position', '>=', 0)
      .execute();
    const burnt = transfers.filter(({ type }) => transferTypeAt(type) === 'burn-fee');
    expect(sum(burnt.map(({ amount }) => amount))).toBe(rows[0]?.['burns']);
    expect(transfers.length).toBe(unit.executed.transfers.length);
    const balances = await store.db.selectFrom('actor').select(['id', 'balance']).execute();
    for (const { id, balance } of balances)
      expect([id, balance]).toEqual([id, (FORTUNE + (real.moved.get(id) ?? 0n)).toString()]);
    expect(balances.length).toBeGreaterThanOrEqual(real.moved.size);
    const checks = [
      ...CHAIN_CHECKS.filter(({ name }) => name !== 'CIDs of messages'),
      ...LIST_CHECKS,
    ];
    for await (const { name, differences: found } of verify({
      store,
      node: real.node,
      sample: 1,
      checks,
    }))
      expect([name, found]).toEqual([name, []]);
  }, 60_000);

  it('is taken back without a trace, and written again as if it had never been', async () => {
    const { facts } = real.tipset;
    // The tipset as head, what is older than it, and nothing of its execution.
    const bare = stretch(0, { units: [], arrivals: [facts] });
    let checkpoint = await write(other, await begin(other, real), bare);
    const begun = { subject: 'actors', after: null, taken: 0, done: false, refused: null };
    checkpoint = await writeOpening(other, checkpoint, facts.height, unit.older, begun);
    let own = await write(store, await readCheckpoint(store.db), bare);
    own = await write(store, own, stretch(0));
    const revert = { forkHeight: facts.height, unexecuteFork: true };
    own = await write(store, own, stretch(1, { revert, units: [] }));
    checkpoint = await write(other, checkpoint, stretch(1, { units: [] }));
    expect(await differences(store, other)).toEqual([]);
    // What is older is known by now.
    unit = { ...unit, older: NOTHING_OLDER };
    await write(store, own, stretch(2, { revert: { ...revert, unexecuteFork: false } }));
    await write(other, checkpoint, stretch(2, { revert: { ...revert, unexecuteFork: false } }));
    expect(await differences(store, other)).toEqual([]);
  }, 60_000);
});
