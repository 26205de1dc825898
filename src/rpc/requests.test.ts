/** Requests and batches of them, also such that are none. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, ProxiedNode } from './testing/node.ts';

const node = new ProxiedNode();
beforeAll(() => node.start());
beforeEach(() => node.reset());
afterAll(() => node.close());

describe('requests', () => {
  it('in a batch are answered in order, each for itself', async () => {
    const replies = (await node.ask([
      call('eth_chainId', 'a'),
      call('eth_subscribe', 'b'),
      7,
      { jsonrpc: '2.0', method: 'eth_chainId' },
      call('net_version', 'c'),
    ])) as { id: unknown; error?: { code: number } }[];
    expect(replies.map(({ id, error }) => [id, error?.code])).toEqual([
      ['a', undefined],
      ['b', -32601],
      [null, -32600],
      ['c', undefined],
    ]);
    // Nobody would hear what the call without an id brings: it is not made.
    expect(node.asked).toHaveLength(2);
    expect(await node.ask({ jsonrpc: '2.0', method: 'eth_chainId' })).toBeNull();
    expect(await node.ask([{ jsonrpc: '2.0', method: 'eth_chainId' }])).toBeNull();
  });

  it.each([
    ['{', -32700],
    ['', -32700],
    [`${'['.repeat(200_000)}`, -32700],
    ['[]', -32600],
    ['null', -32600],
    ['"eth_chainId"', -32600],
    [{ id: 1, method: 'eth_chainId' }, -32600],
    [{ jsonrpc: '1.0', id: 1, method: 'eth_chainId' }, -32600],
    [{ jsonrpc: '2.0', id: null, method: 'eth_chainId' }, -32600],
    [{ jsonrpc: '2.0', id: {}, method: 'eth_chainId' }, -32600],
    [
      { jsonrpc: '2.0', id: { length: { toString: null, valueOf: null } }, method: 'eth_chainId' },
      -32600,
    ],
    ['{"jsonrpc":"2.0","id":1e999,"method":"eth_chainId"}', -32600],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, -32600],
    [call('eth_chainId', 1, { named: 1 }), -32600],
    [
      `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      -32600,
    ],
  ])('%j is refused', async (body, code) => {
    expect((await node.errorOf(body)).code).toBe(code);
    expect(node.asked).toEqual([]);
  });

  it.each([['{}'], ['null'], ['9007199254740993'], [JSON.stringify('x'.repeat(201))]])(
    'with the id %s, which would not come back as it is, are told so',
    async (id) => {
      const error = await node.errorOf(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`);
      expect([error.code, error.message]).toEqual([-32600, expect.stringMatching(/^an id is/)]);
      expect(node.asked).toEqual([]);
    },
  );

  it('beyond a thousand in a batch are refused each by its id', async () => {
    const batch = Array.from({ length: 1002 }, (_, id) => call('eth_accounts', id));
    const replies = (await node.ask([...batch, { jsonrpc: '2.0', method: 'eth_chainId' }])) as {
      id: unknown;
      error?: { code: number };
    }[];
    expect(replies.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(replies.filter(({ error }) => error?.code === -32005).map(({ id }) => id)).toEqual([
      1000, 1001,
    ]);
  });

  it('of more than anybody can want are refused once, whatever they are', async () => {
    for (const one of [1, call('eth_chainId', 1)]) {
      const error = await node.errorOf(JSON.stringify(Array.from({ length: 5001 }, () => one)));
      expect([error.code, error.message]).toEqual([-32600, 'a batch holds at most 1000 calls']);
    }
    expect(node.asked).toEqual([]);
  });

  it('that are none are refused by their id, where they have one', async () => {
    const refused = await node.ask([
      call('eth_chainId', 'by name', { named: 1 }),
      { id: 7, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: {}, method: 'eth_chainId' },
      'x',
    ]);
    expect(refused).toMatchObject(
      ['by name', 7, null, null].map((id) => ({ id, error: { code: -32600 } })),
    );
  });
});
