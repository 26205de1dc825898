/** Sums that do not add up: they stop the index, unless an operator lets their height pass. */
import { aMessage } from '#node/testing/made-actors.ts';
import type { MadeTipset } from '#node/testing/made-run.ts';
import { openEither } from '#store/testing/kept.ts';
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { startIndexer, until } from './testing/demo.ts';
import { aChain, serve, type Served } from './testing/made.ts';
import { verify } from './verify/index.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const account = (robust: string) => ({ kind: 'account' as const, balance: 10n ** 24n, robust });
const sent = aMessage(101, 'f0102', { Value: '5' });

/** A chain whose second tipset tells what `change` makes of it. */
async function served(change: (tipset: MadeTipset) => void): Promise<Served> {
  const chain = aChain({
    101: account(sent.json.From),
    102: account(aMessage(102, 'f00').json.From),
  });
  const first = chain.next(chain.genesis, { height: 1, blocks: [{ miner: 1000, messages: [] }] });
  const second = chain.next(first, {
    height: 2,
    blocks: [{ miner: 1000, messages: [sent] }],
    actors: {},
  });
  change(second);
  const third = chain.next(second, { height: 3, blocks: [{ miner: 1000, messages: [] }] });
  const fourth = chain.next(third, { height: 4, blocks: [{ miner: 1000, messages: [] }] });
  const made = await serve(chain, [first, fourth]);
  closing.push(() => made.close());
  return made;
}

/** Somebody has more afterwards than anybody gave. */
function enriched(tipset: MadeTipset): void {
  const after = new Map(tipset.after);
  const actor = after.get(102);
  if (actor) after.set(102, { ...actor, balance: actor.balance + 77n });
  Object.assign(tipset, { after });
}

/** The node's split of the gas is another than the protocol's. */
function miscounted({ trace }: MadeTipset): void {
  const cost = trace[0]?.GasCost;
  if (cost) Object.assign(cost, { Refund: String(BigInt(cost.Refund) + 1n) });
}

describe('sums that do not add up', () => {
  it.each([
    ['balances', enriched, /invariant 4: f0102 had .* sums of balances .* PASS_HEIGHT=2 takes/],
    ['gas', miscounted, /invariant 3: message .* sums of gas .* PASS_HEIGHT=2 takes/],
  ])('of %s stop the index, and pass at a height that is named', async (_, change, reason) => {
    const { node, recorded } = await served(change);
    while (!recorded.position().ended) await recorded.stepChange();
    const store = await openEither();
    closing.push(() => store.close());
    const stopped = startIndexer(store, node, { passHeight: 3 }).indexer;
    await until(() => stopped.status().state === 'stopped', 'the index to stop');
    expect(stopped.status().reason).toMatch(reason);
    await stopped.stop();

    const passing = startIndexer(store, node, { passHeight: 2 }).indexer;
    await passing.sync();
    expect(passing.status()).toMatchObject({ state: 'ended', reason: null });
    await passing.stop();
    const passed = await store.db.selectFrom('passed').selectAll().execute();
    expect(passed).toMatchObject([{ height: 2 }]);
    const rebalances = (await store.db.selectFrom('transfer').selectAll().execute()).filter(
      ({ type }) => transferTypeAt(type) === 'rebalance',
    );
    expect(
      rebalances.map(({ height, from_id, to_id, amount }) => [height, from_id, to_id, amount]),
    ).toEqual(change === enriched ? [[2, 0, 102, '77']] : []);
    const noted: string[] = [];
    for await (const { differences, name, noted: notes = [] } of verify({
      store,
      node,
      sample: Infinity,
    })) {
      expect(differences, name).toEqual([]);
      noted.push(...notes);
    }
    expect(noted).toEqual([`height 2: ${passed[0]?.details}`]);
  });
});
