/** Verified contracts, and proxies of them, are read by their own words. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { delegatedFromEth } from '#filecoin/address.ts';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { settingOf } from '../setting.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { writeContract, writeMembers, writeVerified } from '../testing/verified.ts';
import { look, type View } from '../view.ts';
import { abisOf, type Abis } from './abis.ts';
import { diamondOf } from './facets.ts';
import { KnownSignatures, signaturesBy } from './signatures.ts';

const LOGIC = 90_001;
const PROXY = 90_002;
const BEACON = 90_003;
const BEACON_PROXY = 90_004;
const OTHER = 90_005;
const DIAMOND = 90_006;
const OTHER_DIAMOND = 90_007;
const SILENT_BEACON_PROXY = 90_008;
const eth = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
/** keccak-256 of `zap(uint8)`, its first four bytes. */
const ZAP = '0x25dd0282';

let store: Store;

beforeAll(async () => {
  store = await openEither();
  await writeChain(store, makeChain({ height: 3, messages: 1 }));
  const hash = new Uint8Array(32).fill(1);
  await writeContract(store, LOGIC, { code_hash: hash });
  await writeContract(store, PROXY, { proxy_kind: 0, implementation: eth(1) });
  await writeContract(store, BEACON, { proxy_kind: 3, implementation: eth(1) });
  await writeContract(store, BEACON_PROXY, { proxy_kind: 1, beacon: eth(3) });
  await writeContract(store, SILENT_BEACON_PROXY, { proxy_kind: 1, beacon: eth(4) });
  // A beacon is believed what its events said rather than what it answered.
  await store.db
    .insertInto('contract_beacon')
    .values([
      { beacon: eth(3), implementation: eth(9), asked_height: 1 },
      { beacon: eth(4), implementation: eth(1), asked_height: 1 },
    ])
    .execute();
  await writeContract(store, OTHER, { proxy_kind: 2, implementation: eth(9) });
  for (const [id, selector] of [
    [DIAMOND, ZAP],
    [OTHER_DIAMOND, '0xa9059cbb'],
  ] as const) {
    const code = new Uint8Array(32).fill(id % 256);
    const facets = [1, 9].map((byte) => ({ address: to0x(eth(byte)), selectors: [selector] }));
    await writeContract(store, id, { proxy_kind: 4, code_hash: code });
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
  await writeVerified(store, hash, [
    { type: 'function', name: 'zap', inputs: [{ name: 'count', type: 'uint8' }] },
  ]);
});
afterAll(() => store?.close());

async function seen<T>(read: (view: View) => Promise<T>): Promise<T> {
  return (await look(store, settingOf(store), read)).data;
}

const abis = (ids: readonly (number | bigint | null)[]): Promise<Abis> =>
  seen((view) => abisOf(view, ids));

it('finds the ABI of a contract, and behind proxies and beacons', async () => {
  // Parsed at first, kept then.
  for (let time = 0; time < 2; time++) {
    const found = await abis([
      ...[LOGIC, PROXY, BEACON_PROXY, SILENT_BEACON_PROXY],
      ...[OTHER, null, 2n ** 63n, 12_345],
    ]);
    for (const id of [LOGIC, PROXY, BEACON_PROXY, SILENT_BEACON_PROXY])
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
  expect(JSON.parse(diamond?.docs ?? '')).toMatchObject({ userdoc: { methods: {} } });
  expect(await seen((view) => diamondOf(view, OTHER_DIAMOND))).toMatchObject({
    abi: null,
    docs: null,
  });
  expect(await seen((view) => diamondOf(view, PROXY))).toBeNull();
});

it('tells what hashes are called in verified contracts, a few of each', async () => {
  const hashes = [[ZAP, 'zap(uint8)'], ...[1, 2, 3, 4].map((n) => ['0x01020304', `a${n}()`])];
  for (const [hash = '', signature = ''] of hashes)
    await store.db
      .insertInto('verified_signature')
      .values({ hash: fromHex(hash), form: '', signature, item: null })
      .execute();
  const found = await seen((view) => signaturesBy(view, [ZAP, '0x01020304', '0xffffffff']));
  expect([...found]).toEqual([
    [ZAP, ['zap(uint8)']],
    ['0x01020304', ['a1()', 'a2()', 'a3()']],
  ]);
  expect((await seen((view) => signaturesBy(view, []))).size).toBe(0);
});

it('what verified contracts have goes behind what the product knows, and tells what is returned', async () => {
  const inputs = ['whom', 'much'].map((name, at) => ({ name, type: at ? 'uint256' : 'address' }));
  const ids = ['from', 'to', 'id'].map((name) => ({
    name,
    type: name === 'id' ? 'uint256' : 'address',
    indexed: name === 'id',
  }));
  await writeMembers(store, [
    { type: 'function', name: 'transfer', inputs, outputs: [{ name: 'done', type: 'bool' }] },
    { type: 'function', name: 'many_msg_babbage', inputs: [{ name: 'x', type: 'bytes1' }] },
    { type: 'error', name: 'many_msg_babbage', inputs: [{ name: 'x', type: 'bytes1' }] },
    { type: 'event', name: 'Transfer', inputs: ids },
  ]);
  const transfer = '0xa9059cbb';
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const known = new KnownSignatures();
  // Asked for the first time, there is what the product brings.
  expect(known.functionsOf(transfer)).toHaveLength(1);
  expect(known.errorsOf(transfer)).toEqual([]);
  expect(known.eventsOf(topic)).toHaveLength(2);
  known.functionsOf('0x01020300');
  expect(await seen((view) => known.load(view))).toBe(true);
  const functions = known.functionsOf(transfer);
  expect(functions.map(({ canonical }) => canonical)).toEqual([
    'transfer(address,uint256)',
    'many_msg_babbage(bytes1)',
  ]);
  expect(functions[0]).toMatchObject({
    params: [{ name: 'to' }, { name: 'value' }],
    outputs: [{ name: 'done', type: 'bool' }],
  });
  expect(known.errorsOf(transfer)).toMatchObject([{ canonical: 'many_msg_babbage(bytes1)' }]);
  expect(
    known
      .eventsOf(topic)
      .at(-1)
      ?.params.map(({ indexed }) => indexed),
  ).toEqual([false, false, true]);
  expect(known.functionsOf('0x01020300')).toEqual([]);
  // Nothing is asked twice.
  expect(await seen((view) => known.load(view))).toBe(false);
});
