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
