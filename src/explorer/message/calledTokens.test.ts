/** Calls to tokens and events of tokens bring what the token says of itself: one statement for all. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { ethBytesOf } from '#filecoin/address.ts';
import { toBase64, fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { ERC20, ERC721 } from '#filecoin/evm/tokens.ts';
import { packCallTree, type CallNode } from '#store/calltree.ts';
import { revise } from '#store/revise.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, digest, robustOf, SENDERS } from '../testing/rows.ts';
import { subcallsSchema, type Subcall } from './callSchema.ts';
import { messageEventsSchema } from './eventSchema.ts';
import type { CalledToken } from './payloadSchema.ts';
import { messageDetailSchema } from './schema.ts';

const called = digest('message 8 1');
const plain = digest('message 8 0');
const OTHER = SENDERS[0];
const INVOKE_CONTRACT = 3844450837;
/** Anybody’s words: bounded by the index, escaped by whoever shows them. */
const WORDS = { name: '<b>Dollar</b>', symbol: '"><i>\u202eX', decimals: int16(6) };
const TRANSFER = `a9059cbb${'0'.repeat(24)}${'11'.repeat(20)}${'0'.repeat(58)}16e360`;

const call = (to: number, kind: 'evm' | 'account', sub: CallNode[] = []): CallNode => ({
  from: OTHER,
  to,
  toKind: kindIndex(kind),
  value: '0',
  method: kind === 'evm' ? INVOKE_CONTRACT : 0,
  params: kind === 'evm' ? toBase64(fromHex(TRANSFER)) : null,
  paramsCodec: 0x55,
  exit: 0,
  ret: null,
  retCodec: 0,
  readOnly: false,
  sub,
});
/** FIL that is sent to the token calls none of its functions. */
const sent: CallNode = { ...call(CONTRACT, 'evm'), method: 0, params: null };

let store: Store;
let explorer: Explorer;
const statements: string[] = [];

beforeAll(async () => {
  store = await openEither();
  const { rows, ...chain } = makeChain({ height: 12, messages: 2 });
  for (const row of rows.execution)
    if (toHex(row.cid) === toHex(called)) {
      const sub = [call(CONTRACT, 'evm', [call(CONTRACT, 'evm'), sent]), call(OTHER, 'account')];
      Object.assign(row, { subcall_count: 4 });
      rows.trace.push({ seq: row.seq, doc: packCallTree(call(CONTRACT, 'evm', sub)) });
    }
  await writeChain(store, { rows, ...chain });
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const logged = store.db.withPlugin(count);
  const snapshot: Store['snapshot'] = (work) => logged.transaction().execute(work);
  explorer = createExplorer({ ...store, db: logged, snapshot });
});
beforeEach(async () => {
  await store.db.deleteFrom('token').execute();
  await store.db.deleteFrom('token_metadata').execute();
  await revise(store.db);
  statements.length = 0;
});
afterAll(() => store.close());

const address = ethBytesOf(robustOf(CONTRACT)) ?? new Uint8Array();

async function writeToken(standard: number, mixed = false, words: typeof WORDS | null = WORDS) {
  await store.db
    .insertInto('token')
    .values({
      actor_id: CONTRACT,
      address,
      standard,
      wrapped: false,
      malformed: false,
      mixed,
      negative: false,
      partial: false,
      transfer_count: 1,
      holder_count: 1,
      item_count: 0,
      minted: 1n,
      burned: 0n,
      height: 1,
    })
    .execute();
  if (words === null) return;
  await store.db
    .insertInto('token_metadata')
    .values({
      address,
      ...words,
      total_supply: null,
      asked_height: 1,
      complete: true,
      checked: null,
      denied: null,
    })
    .execute();
}

const flat = (calls: readonly Subcall[]): Subcall[] =>
  calls.flatMap((each) => [each, ...flat(each.subcalls)]);

/** What each answer tells of the token: the message, its calls in their order, its events. */
async function told(): Promise<(CalledToken | undefined)[][]> {
  const id = cidOf(called);
  const message = messageDetailSchema.parse((await explorer.message.get(id)).data);
  const calls = subcallsSchema.parse((await explorer.message.subcalls(id)).data);
  const events = messageEventsSchema.parse((await explorer.message.events(id)).data);
  return [[message], flat(calls), events].map((each) => each.map(({ token }) => token));
}

it('the token stands beside its calls and events, and beside nothing else', async () => {
  await writeToken(ERC20);
  expect(await told()).toEqual([[WORDS], [WORDS, WORDS, undefined, undefined], [WORDS]]);
  const other = (await explorer.message.get(cidOf(plain))).data;
  expect('token' in other).toBe(false);
});

it('one that could not be asked has no words yet', async () => {
  await writeToken(ERC20, false, null);
  const silent = { name: null, symbol: null, decimals: null };
  expect(await told()).toEqual([[silent], [silent, silent, undefined, undefined], [silent]]);
});

it.each<[string, number, boolean]>([
  ['NFTs', ERC721, false],
  ['an ERC-20 that also told of NFTs', ERC20, true],
])('numbers of %s may be ids: nothing is told', async (_, standard, mixed) => {
  await writeToken(standard, mixed);
  expect((await told()).flat().filter((token) => token !== undefined)).toEqual([]);
});

it('all tokens of an answer are asked for at once', async () => {
  await writeToken(ERC20);
  const asked = () => statements.splice(0).filter((each) => each.includes('"token_metadata"'));
  const id = cidOf(called);
  await explorer.message.get(id);
  expect(asked()).toHaveLength(1);
  // It is held as long as the index stands as it is.
  await explorer.message.subcalls(id);
  expect(asked()).toHaveLength(0);
  await revise(store.db);
  await explorer.message.subcalls(id);
  expect(asked()).toHaveLength(1);
  await revise(store.db);
  await explorer.message.events(id);
  expect(asked()).toHaveLength(1);
  // What calls no function asks for none.
  await revise(store.db);
  await explorer.message.get(cidOf(plain));
  expect(asked()).toHaveLength(0);
});
