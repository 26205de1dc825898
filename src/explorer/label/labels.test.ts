import { ethAddressOf, formatAddress } from '#filecoin/address.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { revise } from '#store/revise.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, robustOf } from '../testing/rows.ts';

const ADDRESS = robustOf(CONTRACT);
const ETH = ethAddressOf(ADDRESS) ?? '';

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;
  beforeAll(async () => {
    store = await open();
    await writeChain(store, makeChain({ height: 5, messages: 2 }));
    explorer = createExplorer(store);
  });

  test('nobody has a label who is not called anything', async () => {
    const asked = [ETH, 'f01234567', `0x${'ab'.repeat(20)}`, 'no address'];
    expect((await explorer.label.of(asked)).data).toEqual(new Map());
  });

  test('editors’ names need no row of the index', async () => {
    const { data } = await explorer.label.of(['f099']);
    expect(data.get('f099')).toMatchObject({
      tag: { name: 'Burnt Funds', signed: false },
      own: null,
    });
  });

  test('a token’s own words are no tag, and are found by any form of its address', async () => {
    const address = ADDRESS.slice(2);
    await store.db
      .insertInto('token')
      .values({
        actor_id: CONTRACT,
        address,
        standard: 1,
        wrapped: false,
        malformed: false,
        mixed: false,
        negative: false,
        partial: false,
        transfer_count: 0,
        holder_count: 0,
        item_count: 0,
        minted: '0',
        burned: '0',
        height: 1,
      })
      .execute();
    await store.db
      .insertInto('token_metadata')
      .values({
        address,
        name: ' Burnt Funds ',
        symbol: '✓',
        decimals: int16(18),
        total_supply: null,
        asked_height: 1,
        complete: true,
        checked: null,
        denied: null,
      })
      .execute();
    await revise(store.db);
    // What a page shows is read before its labels.
    await explorer.message.list();
    const label = { tag: null, own: { kind: 'token', name: 'Burnt Funds', symbol: '✓' } };
    const f410 = formatAddress(ADDRESS);
    expect((await explorer.label.of([ETH, f410])).data).toEqual(
      new Map([
        [ETH, label],
        [f410, label],
      ]),
    );
  });

  test('the database is asked once for each state of the index', async () => {
    const snapshots = vi.spyOn(store, 'snapshot');
    const reader = createExplorer(store);
    const asked = [ETH, 'f01234567', `0x${'cd'.repeat(20)}`];
    const looks = async (read: () => Promise<unknown>) => {
      snapshots.mockClear();
      await read();
      return snapshots.mock.calls.length;
    };
    expect(await looks(() => reader.label.of(asked))).toBe(1);
    expect(await looks(() => reader.label.of(asked))).toBe(0);
    expect(await looks(() => reader.in('zh').label.of(asked.slice(1)))).toBe(0);
    expect(await looks(() => reader.label.of([...asked, formatAddress(robustOf(1000))]))).toBe(1);
    await revise(store.db);
    await reader.message.list();
    expect(await looks(() => reader.label.of(asked))).toBe(1);
    snapshots.mockRestore();
  });

  test('where nothing may be held, it is asked each time', async () => {
    const snapshots = vi.spyOn(store, 'snapshot');
    const reader = createExplorer(store, { heldRows: 0 });
    for (let time = 0; time < 2; time++) await reader.label.of([ETH]);
    expect(snapshots).toHaveBeenCalledTimes(2);
    snapshots.mockRestore();
  });
});
