/** Verified contracts, and proxies of them, are read by their own words. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledContent } from '#content/networks.ts';
import { delegatedFromEth } from '#filecoin/address.ts';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { openStore, type Store } from '#store/store.ts';
import { createPast } from '../past.ts';
import { Claims } from '../tag/claims.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { look, type View } from '../view.ts';
import { Wishes } from '../wishes.ts';
import { abisOf, type Abis } from './abis.ts';
import { diamondOf } from './facets.ts';
import { signaturesBy } from './signatures.ts';

const LOGIC = 90_001;
const PROXY = 90_002;
const BEACON = 90_003;
const BEACON_PROXY = 90_004;
const OTHER = 90_005;
const DIAMOND = 90_006;
const OTHER_DIAMOND = 90_007;
const eth = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
/** keccak-256 of `zap(uint8)`, its first four bytes. */
const ZAP = '0x25dd0282';

let store: Store;

async function contract(
  id: number,
  row: {
    code_hash?: Uint8Array;
    proxy_kind?: number;
    implementation?: Uint8Array;
    beacon?: Uint8Array;
  },
): Promise<void> {
  await store.db
    .insertInto('contract')
    .values({
      actor_id: id,
      creator_id: null,
      created_height: null,
      created_by: null,
      init_hash: null,
      code_hash: null,
      destroyed_height: null,
      destroyed_by: null,
      proxy_kind: null,
      implementation: null,
      beacon: null,
      admin: null,
      upgrades: 0,
      ...row,
    })
    .execute();
}

beforeAll(async () => {
  store = await openStore({ dataDir: 'memory://' });
  await writeChain(store, makeChain({ height: 3, messages: 1 }));
  const hash = new Uint8Array(32).fill(1);
  const key = new Uint8Array(32).fill(2);
  await contract(LOGIC, { code_hash: hash });
  await contract(PROXY, { proxy_kind: 0, implementation: eth(1) });
  await contract(BEACON, { proxy_kind: 3, implementation: eth(1) });
  await contract(BEACON_PROXY, { proxy_kind: 1, beacon: eth(3) });
  await contract(OTHER, { proxy_kind: 2, implementation: eth(9) });
  for (const [id, selector] of [
    [DIAMOND, ZAP],
    [OTHER_DIAMOND, '0xa9059cbb'],
  ] as const) {
    const code = new Uint8Array(32).fill(id % 256);
    const facets = [1, 9].map((byte) => ({ address: to0x(eth(byte)), selectors: [selector] }));
    await contract(id, { proxy_kind: 4, code_hash: code });
    await store.db
      .insertInto('contract_diamond')
      .values({ contract_id: id, code_hash: code, facets: JSON.stringify(facets), asked_height: 1 })
      .execute();
  }
  for (const [byte, id] of [
    [1, LOGIC],
    [3, BEACON],
  ] as const)
    await store.db
      .insertInto('address')
      .values({ address: delegatedFromEth(eth(byte)), actor_id: id })
      .execute();
  await store.db
    .insertInto('verified_build')
    .values({ key, compiler: 'v0.8.23+commit.f704f362', input: '{}' })
    .execute();
  await store.db
    .insertInto('verified_code')
    .values({
      key,
      deployed: true,
      length: 1,
      head: Uint8Array.of(0),
      build: key,
      file: 'A.sol',
      name: 'A',
      complete: true,
      abi: JSON.stringify([
        { type: 'function', name: 'zap', inputs: [{ name: 'count', type: 'uint8' }] },
      ]),
      docs: '{}',
      libraries: '[]',
      immutables: '[]',
      license: null,
      brought_by: null,
      verified_at: 7,
    })
    .execute();
  await store.db
    .insertInto('contract_source')
    .values({ hash, key, length: 1, complete: true, verified_at: 7 })
    .execute();
});
afterAll(() => store?.close());

async function seen<T>(read: (view: View) => Promise<T>): Promise<T> {
  const setting = {
    language: 'en',
    places: () => null,
    past: createPast(),
    wishes: new Wishes(store),
    contentOf: bundledContent(),
    claims: new Claims(),
  } as const;
  return (await look(store, setting, read)).data;
}

const abis = (ids: readonly (number | bigint | null)[]): Promise<Abis> =>
  seen((view) => abisOf(view, ids));

it('finds the ABI of a contract, and behind proxies and beacons', async () => {
  // Parsed at first, kept then.
  for (let time = 0; time < 2; time++) {
    const found = await abis([LOGIC, PROXY, BEACON_PROXY, OTHER, null, 2n ** 63n, 12_345]);
    for (const id of [LOGIC, PROXY, BEACON_PROXY])
      expect([id, found(id)?.functionOf(ZAP)?.canonical]).toEqual([id, 'zap(uint8)']);
    for (const id of [OTHER, null, 2n ** 63n, 12_345]) expect(found(id)).toBeUndefined();
  }
  expect((await abis([]))(LOGIC)).toBeUndefined();
});

it('reads the functions of a diamond by the facets that answer to them', async () => {
  const found = await abis([DIAMOND, OTHER_DIAMOND]);
  expect(found(DIAMOND)?.functionOf(ZAP)?.canonical).toBe('zap(uint8)');
  expect(found(OTHER_DIAMOND)?.functionOf(ZAP)).toBeNull();
  const diamond = await seen((view) => diamondOf(view, DIAMOND));
  expect(diamond?.facets.map(({ name }) => name)).toEqual(['A', null]);
  expect(JSON.parse(diamond?.abi ?? '')).toMatchObject([{ name: 'zap' }]);
  expect(await seen((view) => diamondOf(view, OTHER_DIAMOND))).toMatchObject({ abi: null });
  expect(await seen((view) => diamondOf(view, PROXY))).toBeNull();
});

it('tells what hashes are called in verified contracts, a few of each', async () => {
  const hashes = [[ZAP, 'zap(uint8)'], ...[1, 2, 3, 4].map((n) => ['0x01020304', `a${n}()`])];
  for (const [hash = '', signature = ''] of hashes)
    await store.db
      .insertInto('verified_signature')
      .values({ hash: fromHex(hash), signature })
      .execute();
  const found = await seen((view) => signaturesBy(view, [ZAP, '0x01020304', '0xffffffff']));
  expect([...found]).toEqual([
    [ZAP, ['zap(uint8)']],
    ['0x01020304', ['a1()', 'a2()', 'a3()']],
  ]);
  expect((await seen((view) => signaturesBy(view, []))).size).toBe(0);
});
