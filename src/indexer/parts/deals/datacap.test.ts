import { idAddress } from '#filecoin/address.ts';
import { describe, expect, it } from 'vitest';
import type { Done } from './calls.ts';
import { actsOf } from './decode.ts';
import { aCall, CLIENT, Index, NOTHING_TOLD } from './testing/deals.ts';

describe('data cap', () => {
  const UNIT = 10n ** 18n;
  const token = (from: number, fact: Extract<Done, { of: 'token' }>['fact']): Done => ({
    call: aCall({ from }),
    of: 'token',
    fact,
  });
  const transfer = (from: number, to: number, amount: bigint, left: bigint, got: bigint): Done =>
    token(from, {
      type: 'transfer',
      from: null,
      to: idAddress(to),
      amount: amount * UNIT,
      operatorData: new Uint8Array(),
      fromBalance: left * UNIT,
      toBalance: got * UNIT,
      recipientData: new Uint8Array(),
    });
  const foldAll = (index: Index, height: number, done: Done[], told = NOTHING_TOLD): void =>
    index.fold(
      height,
      actsOf(done, told, height, () => null),
    );

  it('follows grants, transfers and burning, and what led to what', () => {
    const index = new Index();
    foldAll(
      index,
      10,
      [
        {
          call: aCall({ from: 100, to: 6 }),
          of: 'registry',
          fact: { type: 'add-client', client: idAddress(CLIENT), allowance: 64n },
        },
        token(6, {
          type: 'mint',
          to: idAddress(CLIENT),
          amount: 64n * UNIT,
          operators: [],
          balance: 64n * UNIT,
          supply: 64n * UNIT,
        }),
      ],
      { ...NOTHING_TOLD, allowances: new Map([['0/100', [936n]]]) },
    );
    // The transfer's word (4) is of after the burning that it led to.
    foldAll(index, 20, [
      transfer(CLIENT, 6, 10n, 54n, 4n),
      token(6, { type: 'burn', owner: null, amount: 6n * UNIT, balance: 4n * UNIT }),
    ]);
    foldAll(index, 30, [
      transfer(6, CLIENT, 4n, 0n, 58n),
      token(6, {
        type: 'burn',
        owner: idAddress(CLIENT),
        amount: 8n * UNIT,
        balance: 50n * UNIT,
      }),
    ]);
    expect(index.view.get('data_cap', CLIENT)).toMatchObject({
      balance: '50',
      granted: '64',
      allocated: '10',
      returned: '4',
      removed: '8',
      ord: 0,
      changes: 4,
    });
    expect(index.view.get('data_cap', 6)).toMatchObject({ balance: '0', ord: null });
    expect(index.view.get('verifier', 100)).toMatchObject({ allowance: '936', granted: '64' });
    expect(index.rows.verifier_change).toMatchObject([{ kind: 1, client_id: CLIENT, amount: 64n }]);
    expect(
      index.rows.data_cap_change
        .filter((row) => row.actor_id === CLIENT)
        .map((row) => [row.kind, row.amount, row.other_id]),
    ).toEqual([
      [1, 64n, 100],
      [2, -10n, 6],
      [3, 4n, 6],
      [6, -8n, null],
    ]);
  });

  it('was kept by the registry itself before it was a token', () => {
    const index = new Index();
    const registry = (fact: Extract<Done, { of: 'registry' }>['fact']): Done => ({
      call: aCall({ from: 100, to: 6, version: 8 }),
      of: 'registry',
      fact,
    });
    const client = idAddress(CLIENT);
    foldAll(index, 10, [
      registry({ type: 'add-verifier', verifier: idAddress(100), allowance: 100n }),
      registry({ type: 'add-client', client, allowance: 64n }),
      registry({ type: 'use-bytes', client, bytes: 32n }),
      registry({ type: 'restore-bytes', client, bytes: 32n }),
      registry({ type: 'remove-datacap', client, bytes: 60n }),
      registry({ type: 'remove-verifier', verifier: idAddress(100) }),
    ]);
    expect(index.view.get('data_cap', CLIENT)).toMatchObject({
      balance: null,
      granted: '64',
      allocated: '32',
      returned: '32',
      removed: '60',
    });
    expect(index.rows.verifier_change.map((row) => [row.kind, row.allowance])).toEqual([
      [0, 100n],
      [1, 36n],
      [2, 0n],
    ]);
    expect(index.view.get('verifier', 100)).toMatchObject({ removed_height: 10 });
  });
});
