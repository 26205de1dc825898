/** Asking tokens their names: whatever they and the node answer. */
import { concatBytes, fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { TOKEN_READS } from '#filecoin/evm/token-calls.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { collectLog } from '../testing/demo.ts';
import { clear } from '../testing/facts.ts';
import { createTokenReader, type TokenReader } from './reader.ts';

const word = (value: number): Uint8Array => fromHex(value.toString(16).padStart(64, '0'));
const text = (value: string): Uint8Array => {
  const bytes = new TextEncoder().encode(value);
  const padding = new Uint8Array((32 - (bytes.length % 32)) % 32);
  return concatBytes(word(32), word(bytes.length), bytes, padding);
};
const eth = (n: number): Uint8Array => new Uint8Array(20).fill(n);
const CALLS = new Map(Object.entries(TOKEN_READS).map(([name, data]) => [toHex(data), name]));

type Answer = Uint8Array | null | NodeError;
type Answers = (address: number, read: string, height: number | undefined) => Answer;

let store: Store;
let reader: TokenReader;
let answers: Answers;
let asked: string[];
/** Whether the node is there at all. */
let answering: boolean;

/** A node that is not there: all that is asked of it is answered here. */
const nowhere = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });

beforeAll(async () => {
  store = await openEither();
}, 60_000);
beforeEach(async () => {
  await clear(store);
  asked = [];
  answering = false;
  const node: NodeClient = {
    ...nowhere,
    chainHead: async () => {
      if (!answering) throw new NodeError('unavailable', 'Filecoin.ChainHead', 'gone');
      return { Cids: [], Blocks: [], Height: 0 };
    },
    ethCall: async (to, data, height) => {
      const read = CALLS.get(toHex(data)) ?? 'balanceOf';
      asked.push(`${to[0]} ${read}`);
      const answer = answers(to[0] ?? 0, read, height);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  await head(100);
  reader = createTokenReader({ node, store, log: collectLog().log, config: { retryMs: 5 } });
});
afterEach(() => reader.stop());
afterAll(async () => {
  await store?.close();
  await nowhere.close();
});

/** Brings the index to a height. */
async function head(height: number, reorgFrom?: number): Promise<void> {
  const key = eth(height % 256);
  const place = { revision: height, head_height: height, head_key: key, final_height: 0 };
  const row = { ...place, executed_height: height, executed_key: key };
  await store.db.deleteFrom('checkpoint').execute();
  await store.db.insertInto('checkpoint').values(row).execute();
  await store.notifyHead({
    height,
    key: toHex(key),
    ...(reorgFrom === undefined ? {} : { reorgFrom }),
  });
}

async function addToken(n: number, height: number): Promise<void> {
  const none = { wrapped: false, malformed: false, mixed: false, negative: false, partial: false };
  const counts = { transfer_count: 0, holder_count: 0, item_count: 0, minted: 0n, burned: 0n };
  await store.db
    .insertInto('token')
    .values({ actor_id: n, address: eth(n), standard: 1, height, ...none, ...counts })
    .execute();
}

async function words(n: number) {
  const row = await store.db
    .selectFrom('token_metadata')
    .selectAll()
    .where('address', '=', eth(n))
    .executeTakeFirst();
  if (!row) return null;
  const { address: _, ...rest } = row;
  return rest;
}

const sound: Answers = (n, read) =>
  read === 'name' ? text(`Token ${n}`) : read === 'symbol' ? text('T') : word(6);

test('names are kept with the height at which they were asked', async () => {
  answers = sound;
  await addToken(1, 50);
  reader.start();
  await reader.sync();
  expect(await words(1)).toEqual({
    name: 'Token 1',
    symbol: 'T',
    decimals: 6,
    total_supply: '6',
    asked_height: 100,
    complete: true,
    checked: null,
    denied: null,
  });
});

async function revision() {
  const row = await store.db.selectFrom('revision').select('revision').executeTakeFirst();
  return row?.revision;
}

test('all tokens that a head finds new make answers anew once', async () => {
  await store.db.insertInto('revision').values({ id: 1, revision: 7 }).execute();
  answers = sound;
  for (let n = 1; n <= 30; n++) await addToken(n, 50);
  reader.start();
  await reader.sync();
  expect(await words(30)).toMatchObject({ name: 'Token 30' });
  expect(await revision()).toBe(8);
});

test('answers that named a token are made anew when it is called otherwise, and only then', async () => {
  // The index is cleared of it as well.
  await store.db.insertInto('revision').values({ id: 1, revision: 7 }).execute();
  answers = sound;
  await addToken(1, 50);
  reader.start();
  await reader.sync();
  expect(await revision()).toBe(8);
  await head(100 + 2_880);
  await reader.sync();
  expect(await words(1)).toMatchObject({ name: 'Token 1', asked_height: 2_980 });
  expect(await revision()).toBe(8);
  answers = (n, read) => (read === 'symbol' ? text('New') : sound(n, read, undefined));
  await head(100 + 5_760);
  await reader.sync();
  expect(await words(1)).toMatchObject({ symbol: 'New' });
  expect(await revision()).toBe(9);
});

test('what a contract reverts, or answers nonsense or without end to, it does not have', async () => {
  answers = (_, read) =>
    read === 'name'
      ? new NodeError('nonsense', 'eth_call', 'longer than 131072 bytes', { lasting: true })
      : read === 'symbol'
        ? null
        : new Uint8Array([1]);
  await addToken(1, 50);
  reader.start();
  await reader.sync();
  expect(await words(1)).toMatchObject({
    name: null,
    symbol: null,
    decimals: null,
    total_supply: null,
    complete: true,
  });
});

test('a token that the node does not live to answer for keeps none waiting, nor its old words', async () => {
  const late = new NodeError('unavailable', 'eth_call', 'no answer within 60000 ms');
  let slow = false;
  answers = (n, read, height) => (slow && n === 1 ? late : sound(n, read, height));
  await addToken(1, 50);
  reader.start();
  await reader.sync();
  slow = true;
  answering = true;
  // As the indexer writes them: no head comes before its tokens.
  await addToken(2, 3_999);
  await head(4_000);
  await reader.sync();
  expect(await words(1)).toMatchObject({ name: 'Token 1', asked_height: 4_000, complete: false });
  expect(await words(2)).toMatchObject({ name: 'Token 2', complete: true });
});

test('a token whose balances the node does not live to tell keeps none waiting, nor itself', async () => {
  const late = new NodeError('unavailable', 'eth_call', 'no answer within 60000 ms');
  answers = (n, read, height) => (n === 1 && read === 'balanceOf' ? late : sound(n, read, height));
  answering = true;
  await addToken(1, 50);
  await addToken(2, 60);
  await store.db
    .insertInto('token_holder')
    .values([1, 2].map((n) => ({ token_id: n, holder: eth(9), amount: 6n, transfer_count: 1 })))
    .execute();
  reader.start();
  await reader.sync();
  expect(await words(1)).toMatchObject({ name: 'Token 1', checked: null });
  expect(await words(2)).toMatchObject({ name: 'Token 2', checked: 1, denied: 0 });
});

test('what the node refuses is asked for again at a later head', async () => {
  let refusing = true;
  answers = (n, read, height) =>
    refusing && read === 'totalSupply'
      ? new NodeError('rpc', 'eth_call', 'no such state', { code: 1 })
      : sound(n, read, height);
  await addToken(1, 50);
  reader.start();
  await reader.sync();
  expect(await words(1)).toMatchObject({ name: 'Token 1', total_supply: null, complete: false });
  refusing = false;
  await head(110);
  await reader.sync();
  expect(await words(1)).toMatchObject({ complete: false });
  await head(125);
  await reader.sync();
  expect(await words(1)).toMatchObject({ total_supply: '6', complete: true, asked_height: 125 });
});

test('a node that is away is waited for, and nothing is written meanwhile', async () => {
  let away = true;
  answers = (n, read, height) =>
    away ? new NodeError('unavailable', 'eth_call', 'gone') : sound(n, read, height);
  await addToken(1, 50);
  reader.start();
  const done = reader.sync();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(8));
  expect(await words(1)).toBeNull();
  away = false;
  await done;
  expect(await words(1)).toMatchObject({ name: 'Token 1' });
});

test('each head asks for new tokens only, and after a reorganisation for those of the new branch', async () => {
  answers = sound;
  for (let n = 1; n <= 45; n++) await addToken(n, 50);
  reader.start();
  await reader.sync();
  expect(new Set(asked.map((text) => text.split(' ')[0])).size).toBe(45);
  asked = [];
  await head(120);
  await reader.sync();
  expect(asked).toEqual([]);
  // Found at a height that has been passed before.
  await addToken(60, 90);
  await head(121);
  await reader.sync();
  expect(await words(60)).toBeNull();
  await head(122, 80);
  // PostgreSQL may tell of the head after the reader is told to look.
  await vi.waitFor(async () => {
    await reader.sync();
    expect(await words(60)).toMatchObject({ name: 'Token 60' });
  });
});

test('tokens are asked again after a day, and forgotten when the chain has lost them', async () => {
  answers = sound;
  await addToken(1, 50);
  await addToken(2, 50);
  reader.start();
  await reader.sync();
  await store.db.deleteFrom('token').where('actor_id', '=', 2).execute();
  answers = (_, read) => (read === 'name' ? text('New name') : text('N'));
  await head(100 + 2880);
  await reader.sync();
  expect(await words(1)).toMatchObject({ name: 'New name', asked_height: 2980, decimals: 32 });
  expect(await words(2)).toBeNull();
});

test('a token that denies the balances of its holders is marked, at any head, until it tells the same', async () => {
  let denying = true;
  const asked = new Set<number | undefined>();
  answers = (n, read, height) => {
    if (read === 'balanceOf') asked.add(height);
    return read === 'balanceOf' ? word(denying ? 41 : 42) : sound(n, read, height);
  };
  await addToken(1, 50);
  await store.db
    .insertInto('token_holder')
    .values({ token_id: 1, holder: eth(9), amount: 42n, transfer_count: 1 })
    .execute();
  reader.start();
  await reader.sync();
  expect(await words(1)).toMatchObject({ asked_height: 100, checked: 1, denied: 1 });
  denying = false;
  await head(100 + 2880);
  await reader.sync();
  expect(await words(1)).toMatchObject({ asked_height: 2980, checked: 1, denied: 0 });
  expect([...asked]).toEqual([100, 2980]);
});
