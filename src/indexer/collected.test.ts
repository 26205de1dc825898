/** Actors that delete themselves, among them payment channels that are collected: on made chains. */
import { BURNT_FUNDS_ID, idAddress } from '#filecoin/address.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { describe, expect, it } from 'vitest';
import { indexAll, startIndexer } from './testing/demo.ts';
import { differences } from './testing/facts.ts';
import { FIL, madeIndex, objects, OTHER, PAYEE, PAYER, world } from './testing/made-index.ts';
import { COST, type MadeCall } from './testing/made-traces.ts';
import type { World } from './testing/made-world.ts';

const CHANNEL = 1090;

const index = madeIndex();

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
    const chain = index().make({ genesis, oldTraces });
    chain.add();
    chain.add([
      { from: OTHER, to: CHANNEL, value: FIL },
      { from: OTHER, to: PAYEE, value: 2n },
      collect(by, 31n * FIL, version),
      { from: OTHER, to: PAYER, value: 3n },
    ]);
    chain.add([{ from: OTHER, to: CHANNEL, value: 4n, exit: 2 }]);
    chain.add();
    await indexAll(index().store, chain.node);
    expect(await index().movesAt(2)).toEqual([
      ['transfer', OTHER, CHANNEL, FIL],
      ['transfer', OTHER, PAYEE, 2n],
      ['transfer', CHANNEL, PAYEE, 31n * FIL],
      ['transfer', CHANNEL, PAYER, 70n * FIL],
      ['transfer', OTHER, PAYER, 3n],
    ]);
    expect(await index().actorOf(CHANNEL)).toEqual({
      kind: 'paymentchannel',
      balance: 0n,
      deleted: 2,
    });
    const channel = await index().store.db.selectFrom('channel').selectAll().executeTakeFirst();
    expect(channel).toMatchObject({ actor_id: CHANNEL, collected_height: 2 });
    expect((await index().actorOf(PAYER))?.balance).toBe(
      170n * FIL + 3n - (by === PAYER ? COST.totalCost : 0n),
    );
    await index().isSound();
  });

  it('on one branch only: the fork undoes it', async () => {
    const genesis = withChannel(world(7), 100n * FIL, 30n * FIL);
    const chain = index().make({ genesis });
    const fork = chain.add();
    chain.add([collect(PAYEE, 30n * FIL, 7)]);
    chain.add();
    chain.add();
    const { indexer } = startIndexer(index().store, chain.node);
    await indexer.sync();
    expect(await index().actorOf(CHANNEL)).toMatchObject({ balance: 0n, deleted: 2 });
    chain.add([{ from: OTHER, to: CHANNEL, value: 7n }], { on: fork, branch: 1 });
    for (let height = 3; height < 7; height++) chain.add();
    await indexer.sync();
    expect(indexer.metrics.reorganisations).toBe(1);
    expect(await index().actorOf(CHANNEL)).toEqual({
      kind: 'paymentchannel',
      balance: 100n * FIL + 7n,
      deleted: null,
    });
    await indexAll(index().other, chain.node);
    expect(await differences(index().store, index().other)).toEqual([]);
    // And there it goes after all.
    chain.add([collect(PAYER, 30n * FIL, 7)]);
    chain.add();
    await indexer.sync();
    await indexer.stop();
    expect(await index().actorOf(CHANNEL)).toMatchObject({ balance: 0n, deleted: 7 });
    await index().isSound();
  });
});

it('a provider of the first actors that is reported is burnt and deleted', async () => {
  const genesis = world(0);
  genesis.put(1002, 'storageminer', 5n * FIL);
  const chain = index().make({ genesis, versions: [[-1, 2]] });
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
  await indexAll(index().store, chain.node);
  expect(await index().movesAt(2)).toEqual([
    ['transfer', 1002, OTHER, FIL],
    ['burn', 1002, BURNT_FUNDS_ID, 4n * FIL],
  ]);
  expect(await index().actorOf(1002)).toEqual({ kind: 'storageminer', balance: 0n, deleted: 2 });
  await index().isSound();
});
