import { ethAddressOf, formatAddress } from '#filecoin/address.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, expect, test } from 'vitest';
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
    const label = { tag: null, own: { kind: 'token', name: 'Burnt Funds', symbol: '✓' } };
    const f410 = formatAddress(ADDRESS);
    expect((await explorer.label.of([ETH, f410])).data).toEqual(
      new Map([
        [ETH, label],
        [f410, label],
      ]),
    );
  });
});
