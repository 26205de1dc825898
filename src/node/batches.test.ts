/** Calls that go to the node together. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failingNode } from './testing/failing.ts';
import type { Fault } from './testing/faulty-proxy.ts';

/** As Forest tells it. */
const TOO_LONG =
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32011,"message":"The batch response was too large"}}';

describe('the client before a node that fails', () => {
  const failing = failingNode();
  afterEach(() => vi.restoreAllMocks());

  it('sends calls that come together in one request, bounded in size', async () => {
    const client = failing.open({ maxBatch: 10 });
    const methods: number[] = [];
    failing.proxy.setFaults((request) => {
      methods.push(request.methods.length);
      return null;
    });
    const ids = ['f00', 'f01', 'f02', 'f03', 'f04', 'f05', 'f06'];
    const asked = [...ids, 'f0999999', ...ids, ...ids].map((id) =>
      client.stateGetActor(id, failing.head.Cids),
    );
    const actors = await Promise.all(asked);
    expect(methods.sort((a, b) => a - b)).toEqual([2, 10, 10]);
    expect(actors[7]).toBeNull();
    expect(actors.filter((actor) => actor === null)).toHaveLength(1);
    expect(actors[0]).toEqual(actors[8]);
    expect(actors[1]).not.toEqual(actors[2]);
  });

  it('sends traces with traces only, and long ones alone', async () => {
    const client = failing.open();
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const requests: string[][] = [];
    let padding = '';
    failing.proxy.setFaults(({ methods }) => {
      requests.push([...methods]);
      return { kind: 'corrupt', change: (_, result) => ({ ...(result as object), padding }) };
    });
    const both = () =>
      Promise.all([
        client.stateCompute(failing.head.Height, failing.head.Cids),
        client.stateCompute(failing.head.Height, failing.head.Cids),
        client.stateGetActor('f00', failing.head.Cids),
      ]);
    const sizes = async (): Promise<number[]> => {
      requests.length = 0;
      await both();
      const traces = requests.filter((methods) => methods.includes('Filecoin.StateCompute'));
      expect(traces.every((methods) => new Set(methods).size === 1)).toBe(true);
      return traces.map((methods) => methods.length);
    };
    expect(await sizes()).toEqual([1, 1]);
    expect(await sizes()).toEqual([2]);
    padding = 'x'.repeat(1 << 20);
    expect(await sizes()).toEqual([2]);
    expect(await sizes()).toEqual([1, 1]);
  });

  it('sends fewer traces together after a request of them that failed', async () => {
    const client = failing.open({ attempts: 1 });
    vi.spyOn(performance, 'now').mockReturnValue(0);
    let sizes: number[] = [];
    const sizesOf = async (fault: Fault | null): Promise<number[]> => {
      sizes = [];
      failing.proxy.setFaults(({ methods }) => {
        sizes.push(methods.length);
        return fault;
      });
      const { Height, Cids } = failing.head;
      await Promise.allSettled([1, 2, 3, 4].map(() => client.stateCompute(Height, Cids)));
      return sizes;
    };
    expect(await sizesOf(null)).toEqual([1, 1, 1, 1]);
    expect(await sizesOf({ kind: 'drop' })).toEqual([4]);
    expect(await sizesOf({ kind: 'drop' })).toEqual([2, 2]);
    expect(await sizesOf(null)).toEqual([1, 1, 1, 1]);
    expect(await sizesOf(null)).toEqual([4]);
  });

  it('sends calls one by one to a node that takes no batches', async () => {
    const client = failing.open();
    failing.proxy.setFaults(({ methods }) =>
      methods.length > 1
        ? {
            kind: 'status',
            status: 400,
            body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}',
          }
        : null,
    );
    const before = failing.proxy.requests();
    const heads = await Promise.all([client.chainHead(), client.chainHead()]);
    expect(heads).toEqual([failing.head, failing.head]);
    await Promise.all([client.chainHead(), client.chainHead()]);
    expect(failing.proxy.requests() - before).toBe(5);
  });

  it.each<[string, Fault]>([
    ['something between', { kind: 'status', status: 413 }],
    ['the node to answer', { kind: 'status', status: 200, body: TOO_LONG }],
  ])('halves a batch that is too long for %s', async (_, fault) => {
    const client = failing.open();
    failing.proxy.setFaults(({ methods }) => (methods.length > 3 ? fault : null));
    const before = failing.proxy.requests();
    const heads = await Promise.all(Array.from({ length: 8 }, () => client.chainHead()));
    expect(heads.every((one) => one.Height === failing.head.Height)).toBe(true);
    expect(failing.proxy.requests() - before).toBe(1 + 2 + 4);
  });

  it('halves a batch whose answer is longer than it may be', async () => {
    const length = Buffer.byteLength(JSON.stringify(failing.head)) + 100;
    const client = failing.open({ maxBytes: 3 * length });
    const before = failing.proxy.requests();
    const heads = await Promise.all(Array.from({ length: 8 }, () => client.chainHead()));
    expect(heads.every((one) => one.Height === failing.head.Height)).toBe(true);
    expect(failing.proxy.requests() - before).toBe(1 + 2 + 4);
  });

  it('has no more requests under way than it may', async () => {
    const client = failing.open({ maxBatch: 1, concurrency: 3 });
    let underWay = 0;
    let most = 0;
    failing.proxy.setFaults(() => {
      most = Math.max(most, ++underWay);
      setTimeout(() => underWay--, 20);
      return { kind: 'delay', ms: 25 };
    });
    await Promise.all(Array.from({ length: 9 }, () => client.chainHead()));
    expect(most).toBe(3);
  });
});
