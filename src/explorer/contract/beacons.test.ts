/** What is told of contracts that give proxies their implementation. */
import { delegatedFromEth, formatAddress, formatEthAddress } from '#filecoin/address.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { writeNetwork } from '../testing/network.ts';
import { CONTRACT } from '../testing/rows.ts';
import { writeContract } from '../testing/verified.ts';
import { MOST_PROXIES } from './beacons.ts';
import { contractDetailSchema } from './schema.ts';

const BEACON = new Uint8Array(20).fill(0xbe);
const LOGIC = new Uint8Array(20).fill(0x10);
/** Ids from here on are of nobody's account. */
const PROXIES = 500_000;

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;

  beforeAll(async () => {
    store = await open();
    const chain = makeChain({ height: 3, messages: 1 });
    await writeChain(store, chain);
    await writeNetwork(store, chain);
    explorer = createExplorer(store);
    const address = delegatedFromEth(BEACON);
    await store.db
      .updateTable('actor')
      .set({ delegated: address })
      .where('id', '=', CONTRACT)
      .execute();
    await store.db.insertInto('address').values({ address, actor_id: CONTRACT }).execute();
  });
  afterEach(async () => {
    await store.db.deleteFrom('contract').execute();
    await store.db.deleteFrom('contract_beacon').execute();
  });

  const proxies = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        writeContract(store, PROXIES + at, { proxy_kind: 1, beacon: BEACON }),
      ),
    );
  const answers = (implementation: Uint8Array | null) =>
    store.db
      .insertInto('contract_beacon')
      .values({ beacon: BEACON, implementation, asked_height: 1 })
      .execute();
  async function proxy() {
    const { data } = await explorer.contract.get(formatAddress(delegatedFromEth(BEACON)));
    expect(contractDetailSchema.parse(data)).toEqual(data);
    // Its own code runs when it is called.
    expect(data.proxyImpl).toBeNull();
    return data.proxy;
  }

  test('one of which no event has told is one by its answer and by those who ask it', async () => {
    await writeContract(store, CONTRACT, {});
    await answers(LOGIC);
    expect(await proxy()).toBeNull();
    await proxies(2);
    expect(await proxy()).toMatchObject({
      kind: 'source',
      implementation: formatEthAddress(LOGIC),
      beacon: null,
      askedBy: { count: 2, more: false },
    });
  });

  test('what answers nothing is none, however many name it', async () => {
    await writeContract(store, CONTRACT, {});
    await proxies(2);
    expect(await proxy()).toBeNull();
    await answers(null);
    expect(await proxy()).toBeNull();
  });

  test('one of which events told says who asks it, too', async () => {
    await writeContract(store, CONTRACT, { proxy_kind: 3, implementation: LOGIC });
    expect(await proxy()).toMatchObject({ kind: 'source', askedBy: { count: 0, more: false } });
    await proxies(1);
    expect(await proxy()).toMatchObject({
      implementation: formatEthAddress(LOGIC),
      askedBy: { count: 1, more: false },
    });
  });

  test('a proxy that is asked by proxies stays what it is', async () => {
    await writeContract(store, CONTRACT, { proxy_kind: 2, implementation: LOGIC });
    await answers(LOGIC);
    await proxies(1);
    const { data } = await explorer.contract.get(formatAddress(delegatedFromEth(BEACON)));
    expect(data.proxy).toMatchObject({ kind: 'EIP-1167', askedBy: null });
    expect(data.proxyImpl).toBe(formatEthAddress(LOGIC));
  });

  test('many are counted as far as is reasonable', async () => {
    await writeContract(store, CONTRACT, {});
    await answers(LOGIC);
    await proxies(MOST_PROXIES);
    expect((await proxy())?.askedBy).toEqual({ count: MOST_PROXIES, more: false });
    await writeContract(store, PROXIES - 1, { proxy_kind: 1, beacon: BEACON });
    expect((await proxy())?.askedBy).toEqual({ count: MOST_PROXIES, more: true });
  });
});
