import { BURNT_FUNDS_ID, REWARD_ID } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { transferTypeAt, transferTypeIndex } from '#filecoin/actors/transfers.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netMoves } from '../check/balances.ts';
import { aCall } from '../testing/units.ts';
import type { Call, TransferFacts } from '../types.ts';
import { addLeftovers, deletingCalls } from './leftovers.ts';

const CHANNEL = 1090;
const PAYER = 1088;
const PAYEE = 1089;
const payer = async (): Promise<number> => PAYER;

function collect(message: number | null, parts: Partial<Call> = {}): Call {
  return aCall({ message, to: CHANNEL, kind: kindIndex('paymentchannel'), method: 4, ...parts });
}

function transfer(message: number | null, from: number, to: number, amount: bigint): TransferFacts {
  return { message, type: transferTypeIndex('transfer'), from, to, amount, shownTo: null };
}

describe('what a deleted actor had left', () => {
  it('goes to the payer of a channel, behind what its message moved', async () => {
    const transfers = [
      transfer(0, 1200, REWARD_ID, 1n),
      transfer(1, PAYEE, REWARD_ID, 2n),
      transfer(1, CHANNEL, PAYEE, 30n),
      transfer(null, REWARD_ID, 1000, 5n),
      transfer(2, 1200, REWARD_ID, 3n),
    ];
    await addLeftovers(transfers, [collect(1)], [{ id: CHANNEL, balance: 100n }], payer);
    expect(transfers.map(({ message, from, to, amount }) => [message, from, to, amount])).toEqual([
      [0, 1200, REWARD_ID, 1n],
      [1, PAYEE, REWARD_ID, 2n],
      [1, CHANNEL, PAYEE, 30n],
      [1, CHANNEL, PAYER, 70n],
      [null, REWARD_ID, 1000, 5n],
      [2, 1200, REWARD_ID, 3n],
    ]);
  });

  it('counts what came in before within the tipset', async () => {
    const transfers = [transfer(0, 1200, CHANNEL, 8n), transfer(1, CHANNEL, PAYEE, 3n)];
    const calls = [collect(1, { top: false })];
    await addLeftovers(transfers, calls, [{ id: CHANNEL, balance: 0n }], payer);
    expect(transfers.at(-1)).toMatchObject({ message: 1, from: CHANNEL, to: PAYER, amount: 5n });
  });

  it('is nothing since actors version 12, whose call sends it', async () => {
    const transfers = [transfer(0, CHANNEL, PAYEE, 30n), transfer(0, CHANNEL, PAYER, 70n)];
    const asked = (): never => expect.fail('nobody needs to know');
    await addLeftovers(transfers, [collect(0)], [{ id: CHANNEL, balance: 100n }], asked);
    expect(transfers).toHaveLength(2);
  });

  it('is burnt where a provider of the first actors was reported', async () => {
    const provider = { to: 1000, kind: kindIndex('storageminer'), method: 15 };
    const transfers = [transfer(0, 1000, 1200, 4n)];
    const deleted = [{ id: 1000, balance: 10n }];
    await addLeftovers(transfers, [aCall({ ...provider, version: 0, message: 0 })], deleted, payer);
    expect(transfers[1]).toMatchObject({ from: 1000, to: BURNT_FUNDS_ID, amount: 6n, message: 0 });
    expect(transferTypeAt(transfers[1]?.type ?? -1)).toBe('burn');
    // A later one lives on.
    expect(deletingCalls([aCall({ ...provider, version: 2 })]).size).toBe(0);
  });

  it('stays unexplained where no such call was made', async () => {
    const transfers: TransferFacts[] = [];
    const calls = [collect(0, { method: 3 }), collect(0, { kind: null }), collect(0, { to: null })];
    await addLeftovers(transfers, calls, [{ id: CHANNEL, balance: 9n }], payer);
    expect(transfers).toEqual([]);
  });

  it('leaves a deleted actor nothing, and no FIL is made or lost', async () => {
    const moves = fc.array(
      fc.tuple(fc.nat(5), fc.constantFrom(CHANNEL, PAYEE, 1200), fc.bigInt({ min: 1n, max: 50n })),
    );
    await fc.assert(
      fc.asyncProperty(moves, fc.nat(5), fc.bigInt({ min: 0n, max: 99n }), async (all, at, had) => {
        const transfers = all
          .toSorted(([a], [b]) => a - b)
          .map(([message, to, amount]) => transfer(message, 1300, to, amount));
        const before = transfers.length;
        await addLeftovers(transfers, [collect(at)], [{ id: CHANNEL, balance: had }], payer);
        const net = netMoves(transfers);
        expect(had + (net.get(CHANNEL) ?? 0n)).toBe(0n);
        expect([...net.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n);
        const order = transfers.map(({ message }) => message ?? -1);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(transfers.length - before).toBeLessThanOrEqual(1);
      }),
    );
  });
});
