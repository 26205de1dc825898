import { expect, it } from 'vitest';
import { createRpc, type HeavyCalls } from './rpc.ts';
import type { Transport } from './transport.ts';

it('a heavy call may bring more than others, and is prepared before it is parsed', async () => {
  const limits: (number | undefined)[] = [];
  const transport: Transport = {
    post: async (_name, body, _timeoutMs, read, maxBytes) => {
      limits.push(maxBytes);
      return read(Buffer.from(body.replace(/"method".*/, '"result":1}')));
    },
    silence: () => null,
    close: () => undefined,
  };
  const rpc = createRpc({ transport, timeoutMs: 1, maxBatch: 1 });
  const prepare = (answer: Buffer): Buffer => Buffer.from(String(answer).replace(':1}', ':2}'));
  const heavy: HeavyCalls = { timeoutMs: 1, maxBytes: 7, prepare };
  expect(await rpc.call('Filecoin.StateCompute', [], { heavy })).toBe(2);
  expect(await rpc.call('Filecoin.ChainHead', [])).toBe(1);
  expect(limits).toEqual([7, undefined]);
});

it('texts go together, apart from other calls, and keep the digits that they have', async () => {
  const requests: string[] = [];
  const transport: Transport = {
    post: async (_name, body, _timeoutMs, read) => {
      requests.push(body);
      const calls = [JSON.parse(body) as { id: number } | { id: number }[]].flat();
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: `[${'9'.repeat(20)}` }));
      return read(Buffer.from(JSON.stringify(answers.length === 1 ? answers[0] : answers)));
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
