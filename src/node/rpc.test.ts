import { expect, it } from 'vitest';
import { whole, type AnswerReader } from './answers.ts';
import { createRpc, type HeavyCalls } from './rpc.ts';
import type { Transport } from './transport.ts';

/** What a transport does with an answer. */
function readBy<T>(reader: () => AnswerReader<T>, answer: string): T {
  const one = reader();
  one.push(Buffer.from(answer));
  return one.end();
}

it('a heavy call may bring more than others, and has a reader of its own', async () => {
  const limits: (number | undefined)[] = [];
  const transport: Transport = {
    post: async (_name, body, _timeoutMs, reader, maxBytes) => {
      limits.push(maxBytes);
      return readBy(reader, body.replace(/"method".*/, '"result":1}'));
    },
    silence: () => null,
    close: () => undefined,
  };
  const rpc = createRpc({ transport, timeoutMs: 1, maxBatch: 1 });
  const reader = whole((answer) => ({ id: 1, result: answer.length }));
  const heavy: HeavyCalls = { timeoutMs: 1, reader };
  expect(await rpc.call('Filecoin.StateCompute', [], { heavy })).toBe(35);
  expect(await rpc.call('Filecoin.ChainHead', [])).toBe(1);
  expect(limits).toEqual([Infinity, undefined]);
});

it('texts go together, apart from other calls, and keep the digits that they have', async () => {
  const requests: string[] = [];
  const transport: Transport = {
    post: async (_name, body, _timeoutMs, reader) => {
      requests.push(body);
      const calls = [JSON.parse(body) as { id: number } | { id: number }[]].flat();
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: `[${'9'.repeat(20)}` }));
      return readBy(reader, JSON.stringify(answers.length === 1 ? answers[0] : answers));
    },
    silence: () => null,
    close: () => undefined,
  };
  const rpc = createRpc({ transport, timeoutMs: 1, maxBatch: 10 });
  const text = { text: true };
  const told = await Promise.all([
    rpc.call('Filecoin.ChainReadObj', ['a'], text),
    rpc.call('Filecoin.ChainHead', []),
    rpc.call('Filecoin.ChainReadObj', ['b'], text),
  ]);
  expect(told).toEqual(Array.from({ length: 3 }, () => `[${'9'.repeat(20)}`));
  expect(requests.map((body) => body.split('jsonrpc').length - 1).toSorted()).toEqual([1, 2]);
});
