/** What no ABI of a contract says is read by signatures that are known, is marked, and costs one statement. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { concatBytes, toBase64, toHex } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { ERC20 } from '#filecoin/evm/tokens.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { packCallTree, type CallNode } from '#store/calltree.ts';
import { revise } from '#store/revise.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountEventsSchema } from '../account/schema.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, digest, SENDERS } from '../testing/rows.ts';
import { writeContract, writeMembers, writeVerified } from '../testing/verified.ts';
import { subcallsSchema } from './callSchema.ts';
import { messageEventsSchema } from './eventSchema.ts';
import { messageDetailSchema, messageListSchema } from './schema.ts';

const called = digest('message 8 1');
const failed = digest('message 9 1');
const id = cidOf(called);
const INVOKE_CONTRACT = 3844450837;
const ABI = [
  { type: 'function', name: 'zip', inputs: [{ name: 'count', type: 'uint8' }], outputs: [] },
  { type: 'error', name: 'Zipped', inputs: [{ name: 'times', type: 'uint8' }] },
  { type: 'event', name: 'Zip', inputs: [{ name: 'count', type: 'uint8', indexed: true }] },
];
const word = (n: number): Uint8Array => new Uint8Array(32).with(31, n);
const selector = keccakOfText('zip(uint8)').slice(0, 4);
const calldata = concatBytes(selector, word(9));
const error = concatBytes(keccakOfText('Zipped(uint8)').slice(0, 4), word(3));
const code = digest('code of the contract');

const call = (sub: CallNode[] = []): CallNode => ({
  from: SENDERS[0],
  to: CONTRACT,
  toKind: kindIndex('evm'),
  value: '0',
  method: INVOKE_CONTRACT,
  params: toBase64(calldata),
  paramsCodec: 0x55,
  exit: 0,
  ret: null,
  retCodec: 0,
  readOnly: false,
  sub,
});

let store: Store;
let explorer: Explorer;
const statements: string[] = [];

beforeAll(async () => {
  store = await openEither();
  const chain = makeChain({ height: 12, messages: 4 });
  for (const row of chain.rows.message)
    if (Number(row.method) === INVOKE_CONTRACT) row.params = encodeCbor(calldata);
  for (const table of ['execution', 'account_message'] as const)
    for (const row of chain.rows[table]) if (row.selector) row.selector = selector;
  for (const row of chain.rows.execution) {
    if (toHex(row.cid) === toHex(called)) {
      row.subcall_count = 2;
      chain.rows.trace.push({ seq: row.seq, doc: packCallTree(call([call(), call()])) });
    }
    if (toHex(row.cid) !== toHex(failed)) continue;
    row.exit_code = 33;
    row.return = encodeCbor(error);
  }
  await writeChain(store, chain);
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
  await writeMembers(store, ABI);
  await revise(store.db);
});
afterEach(async () => {
  await store.db.deleteFrom('verified_signature').execute();
  await store.db.deleteFrom('contract').execute();
});
afterAll(() => store.close());

/** How many statements asked for signatures since it was asked last. */
const asked = (): number =>
  statements.splice(0).filter((each) => each.includes('from verified_signature')).length;

it('a call and its answer, calls within it, and rows of lists', async () => {
  asked();
  const message = messageDetailSchema.parse((await explorer.message.get(id)).data);
  expect(asked()).toBe(1);
  expect(message).toMatchObject({
    evmMethod: 'zip(uint8)',
    evmMethodGuessed: true,
    decodedParams: { evm: { args: [{ name: 'count', value: '9' }], guessed: true } },
  });
  const [first, second] = subcallsSchema.parse((await explorer.message.subcalls(id)).data);
  expect(asked()).toBe(0);
  for (const each of [first, second])
    expect(each).toMatchObject({
      evmMethod: 'zip(uint8)',
      evmMethodGuessed: true,
      decodedParams: { evm: { guessed: true } },
    });
  const list = await explorer.account.messages(`f0${CONTRACT}`, { pageSize: 10 });
  const { messages } = messageListSchema.parse(list.data);
  expect(messages.length).toBeGreaterThan(5);
  for (const row of messages)
    expect(row).toMatchObject({ evmMethod: 'zip(uint8)', evmMethodGuessed: true });
  expect(asked()).toBe(0);
});

it('the error of a contract that is not verified', async () => {
  const { revert } = (await explorer.message.get(cidOf(failed))).data;
  expect(revert).toEqual({
    kind: 'custom',
    text: 'Zipped(uint8)',
    args: [{ name: 'times', type: 'uint8', value: '3' }],
    guessed: true,
  });
});

it('nothing of it where the contract is verified, and no statement for it', async () => {
  await writeContract(store, CONTRACT, { code_hash: code });
  await writeVerified(store, code, ABI);
  await revise(store.db);
  asked();
  const message = (await explorer.message.get(id)).data;
  expect(message).toMatchObject({ evmMethod: 'zip(uint8)' });
  expect(message).not.toHaveProperty('evmMethodGuessed');
  expect(message.decodedParams).not.toHaveProperty('evm.guessed');
  const { messages } = (await explorer.account.messages(`f0${CONTRACT}`, {})).data;
  for (const row of messages) expect(row).not.toHaveProperty('evmMethodGuessed');
  expect(asked()).toBe(0);
});

it('an unknown selector stays as it is', async () => {
  await store.db.deleteFrom('verified_signature').execute();
  await revise(store.db);
  const { data } = await explorer.message.get(id);
  expect(data.evmMethod).toBe(`0x${toHex(selector)}`);
  expect(data).not.toHaveProperty('evmMethodGuessed');
  expect(data.decodedParams).toEqual({ Input: `0x${toHex(calldata)}` });
});

it('events of a contract’s own list, with their token', async () => {
  const words = { name: 'Dollar', symbol: 'USD', decimals: int16(6) };
  const address = digest('token').slice(0, 20);
  await store.db
    .insertInto('token')
    .values({
      actor_id: CONTRACT,
      address,
      standard: ERC20,
      wrapped: false,
      malformed: false,
      mixed: false,
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
  asked();
  const { data } = await explorer.account.events(`f0${CONTRACT}`, { pageSize: 8 });
  const { eventLogs } = accountEventsSchema.parse(data);
  expect(eventLogs.length).toBeGreaterThan(5);
  for (const event of eventLogs)
    expect(event).toMatchObject({
      name: 'Transfer(address,address,uint256)',
      guessed: true,
      decoded: [{}, {}, { value: '3' }],
      token: words,
    });
  expect(asked()).toBe(1);
  const events = messageEventsSchema.parse((await explorer.message.events(id)).data);
  expect(events).toMatchObject([{ guessed: true, token: words }]);
});
