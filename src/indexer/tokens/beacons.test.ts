/** Asking beacons what they give, where no event of theirs has told it. */
import { delegatedFromEth } from '#filecoin/address.ts';
import { concatBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { IMPLEMENTATION_CALL } from '#filecoin/evm/proxies.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blank } from '../parts/contracts/contracts.ts';
import { askBeacons } from './beacons.ts';
import { Round } from './round.ts';

const eth = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const word = (address: Uint8Array): Uint8Array => concatBytes(new Uint8Array(12), address);

let store: Store;
let round: Round<Uint8Array>;
let asked: string[];
let answer: Uint8Array | null | NodeError;

const nowhere = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
const node: NodeClient = {
  ...nowhere,
  chainHead: async () => ({ Cids: [], Blocks: [], Height: 0 }),
  ethCall: async (to, data) => {
    expect(data).toEqual(IMPLEMENTATION_CALL);
    asked.push(toHex(to).slice(0, 2));
    if (answer instanceof Error) throw answer;
    return answer;
  },
};

beforeAll(async () => {
  store = await openEither();
  // Two proxies of one beacon, one of a beacon whose event has told, one of one that nobody knows.
  await store.db
    .insertInto('contract')
    .values([
      { ...blank(1), proxy_kind: 1, beacon: eth(7) },
      { ...blank(2), proxy_kind: 1, beacon: eth(7) },
      { ...blank(3), proxy_kind: 1, beacon: eth(8) },
      { ...blank(4), proxy_kind: 1, beacon: eth(9) },
      { ...blank(5), proxy_kind: 0, implementation: eth(1) },
      blank(7),
      { ...blank(8), proxy_kind: 3, implementation: eth(1) },
    ])
    .execute();
  await store.db
    .insertInto('address')
    .values([7, 8].map((id) => ({ address: delegatedFromEth(eth(id)), actor_id: id })))
    .execute();
});
afterAll(async () => {
  await store?.close();
  await nowhere.close();
});
beforeEach(async () => {
  round = new Round();
  asked = [];
  await store.db.deleteFrom('contract_beacon').execute();
});

async function ask(height: number): Promise<unknown[]> {
  await askBeacons(node, store, height, round);
  const rows = await store.db.selectFrom('contract_beacon').selectAll().orderBy('beacon').execute();
  return rows.map(({ beacon, implementation, asked_height: at }) => [
    beacon[0],
    implementation,
    at,
  ]);
}

test('each is asked once, and again later, but for those whose events tell', async () => {
  answer = word(eth(1));
  const told = [
    [7, eth(1), 100],
    [9, eth(1), 100],
  ];
  expect(await ask(100)).toEqual(told);
  expect(await ask(119)).toEqual(told);
  expect(asked.toSorted()).toEqual(['07', '09']);
  answer = word(eth(2));
  expect(await ask(120)).toEqual([
    [7, eth(2), 120],
    [9, eth(2), 120],
  ]);
});

test('what is no address is none, and what a node refuses stays as it was', async () => {
  answer = word(eth(1));
  await ask(100);
  answer = new NodeError('unavailable', 'eth_call', 'no answer in time');
  expect(await ask(120)).toEqual([
    [7, eth(1), 120],
    [9, eth(1), 120],
  ]);
  answer = new NodeError('rpc', 'eth_call', 'busy');
  expect((await ask(140))[0]).toEqual([7, eth(1), 140]);
  for (const none of [null, new Uint8Array(0), new Uint8Array(32), new Uint8Array(64).fill(1)]) {
    await store.db.deleteFrom('contract_beacon').execute();
    answer = none;
    expect((await ask(150))[0]).toEqual([7, null, 150]);
  }
});
