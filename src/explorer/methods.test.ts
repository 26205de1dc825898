/** Messages of method numbers that no JSON number holds, from the database to the wire. */
import { methodId } from '#filecoin/actors/methods.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { packCallTree, type CallNode } from '#store/calltree.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, expect, test } from 'vitest';
import { blockMessagesSchema } from './block/schema.ts';
import { createExplorer, type Explorer } from './index.ts';
import { mempoolListSchema } from './mempool/schema.ts';
import { messageDetailSchema, messageListSchema } from './message/schema.ts';
import { subcallsSchema } from './message/callSchema.ts';
import { makeChain, writeChain } from './testing/chain.ts';
import { CONTRACT, digest, robustOf, SENDERS } from './testing/rows.ts';
import { messageRow } from './testing/rows.ts';

const TOP = 12;
const GREATEST = 2n ** 64n - 1n;
const TEXT = '18446744073709551615';
const NAME = `Unknown (${TEXT})`;
const executed = digest('message 8 1');
const waiting = digest(`message ${TOP} 0`);
const pooled = digest('pooled');

const call = (method: number | string, sub: CallNode[]): CallNode => ({
  from: SENDERS[0],
  to: CONTRACT,
  toKind: null,
  value: '0',
  method,
  params: null,
  paramsCodec: 0,
  exit: 0,
  ret: null,
  retCodec: 0,
  readOnly: false,
  sub,
});

eachDatabase((open) => {
  let explorer: Explorer;
  beforeAll(async () => {
    const store = await open();
    const { rows, ...chain } = makeChain({ height: TOP, messages: 2 });
    for (const row of rows.message)
      if ([executed, waiting].some((cid) => cidOf(cid) === cidOf(row.cid))) row.method = GREATEST;
    const root = call(TEXT, [call('9223372036854775808', []), call(2 ** 53 - 1, [])]);
    for (const row of rows.execution)
      if (cidOf(row.cid) === cidOf(executed)) {
        Object.assign(row, { method: GREATEST, method_id: methodId(NAME), subcall_count: 2 });
        rows.trace.push({ seq: row.seq, doc: packCallTree(root) });
      }
    for (const row of rows.account_message)
      if (cidOf(row.cid) === cidOf(executed)) row.method_id = methodId(NAME);
    rows.method.push({ id: methodId(NAME), name: NAME, count: 1 });
    await writeChain(store, { rows, ...chain });
    await store.db
      .insertInto('mempool')
      .values({
        ...messageRow(pooled, SENDERS[0], robustOf(CONTRACT), 99, 0),
        method: 2n ** 63n,
        method_name: 'Fallback',
        selector: null,
        arrival: 1,
        first_seen: 1,
        departure: null,
        departed_at: null,
        departed_height: null,
        fate: null,
        replaced_by: null,
      })
      .execute();
    explorer = createExplorer(store);
  });

  test('an executed message and its calls', async () => {
    const { data } = await explorer.message.get(cidOf(executed));
    expect(messageDetailSchema.parse(data)).toMatchObject({ method: NAME, methodNumber: TEXT });
    const calls = subcallsSchema.parse((await explorer.message.subcalls(cidOf(executed))).data);
    expect(calls.map(({ method, methodNumber }) => [method, methodNumber])).toEqual([
      ['Unknown (9223372036854775808)', '9223372036854775808'],
      ['Unknown (9007199254740991)', 2 ** 53 - 1],
    ]);
  });

  test('lists', async () => {
    const numbers = (list: { cid: string; methodNumber: unknown }[], cid: Uint8Array) =>
      list.filter((item) => item.cid === cidOf(cid)).map((item) => item.methodNumber);
    const all = messageListSchema.parse((await explorer.message.list({ pageSize: 100 })).data);
    expect(numbers(all.messages, executed)).toEqual([TEXT]);
    const own = (await explorer.account.messages(`f0${CONTRACT}`, { pageSize: 100 })).data;
    expect(numbers(own.messages, executed)).toEqual([TEXT]);
    const block = await explorer.block.messages(cidOf(digest(`block ${TOP} 1000`)));
    expect(numbers(blockMessagesSchema.parse(block.data).messages, waiting)).toEqual([TEXT]);
  });

  test('a message that waits, in the head and in the pool', async () => {
    const { data } = await explorer.message.get(cidOf(waiting));
    expect(messageDetailSchema.parse(data)).toMatchObject({ receipt: null, methodNumber: TEXT });
    expect(data.method).toBe('Fallback');
    const pool = mempoolListSchema.parse((await explorer.mempool.list()).data);
    expect(pool.messages).toMatchObject([
      { cid: cidOf(pooled), methodNumber: '9223372036854775808' },
    ]);
  });
});
