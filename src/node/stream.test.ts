import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient, type NodeClientOptions } from './client.ts';
import type { RunningRecordedNode } from './recorded/start.ts';
import { keyOf, startDemoNode, until } from './testing/demo-node.ts';
import { startFaultyProxy, type FaultyProxy } from './testing/faulty-proxy.ts';
import type { HeadChange, NodeClient } from './types.ts';

/** Subscribes to heads and keeps what arrives. */
function follow(client: NodeClient) {
  const changes: HeadChange[][] = [];
  const states: string[] = [];
  const reasons: (string | undefined)[] = [];
  const subscription = client.subscribeHeads(
    (change) => changes.push(change),
    (state, reason) => {
      states.push(state);
      reasons.push(reason);
    },
  );
  return { changes, states, reasons, subscription };
}

describe('streams', () => {
  let node: RunningRecordedNode;
  let proxy: FaultyProxy;
  const clients: NodeClient[] = [];
  const open = (options: Partial<NodeClientOptions> = {}): NodeClient => {
    const client = createNodeClient({ url: proxy.url, reconnectMs: 10, ...options });
    clients.push(client);
    return client;
  };
  beforeAll(async () => {
    node = await startDemoNode(19_700);
    proxy = await startFaultyProxy({ target: node.url });
  });
  afterEach(async () => {
    proxy.setSocketFilter(null);
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(async () => {
    await proxy.close();
    await node.close();
  });

  it('begins anew with the present head after a loss', async () => {
    const { changes, states } = follow(open());
    await until(() => changes.length === 1);
    proxy.dropSockets();
    await until(() => states.includes('lost'));
    await node.step();
    await until(() => changes.length === 2);
    expect(states).toEqual(['connected', 'lost', 'connected']);
    const [fresh] = changes[1] ?? [];
    expect(fresh?.Type).toBe('current');
    expect(fresh === undefined ? '' : keyOf(fresh.Val)).toBe(node.position().headKey.join(','));
    await node.step();
    await until(() => changes.length > 2);
    expect(changes[2]?.[0]?.Type).toBe('apply');
  });

  it('notices a connection that has gone silent', async () => {
    // Where the machine is busy, connecting alone may take longer than a short heartbeat allows.
    const { changes, states, reasons } = follow(open({ heartbeatMs: 250 }));
    await until(() => changes.length > 0 && states.at(-1) === 'connected');
    const [heard, told] = [changes.length, states.length];
    proxy.silenceSockets();
    await until(() => changes.length > heard);
    expect(states.slice(told, told + 2)).toEqual(['lost', 'connected']);
    expect(reasons[told]).toContain('silent');
  });

  it('drops a stream that brings nonsense and says why', async () => {
    const { changes, reasons } = follow(open());
    await until(() => changes.length === 1);
    proxy.setSocketFilter((text) => text.replaceAll('"Height":', '"Heigth":'));
    await node.step();
    await until(() => reasons.length > 1);
    proxy.setSocketFilter(null);
    expect(reasons[1]).toMatch(/ChainNotify.*Height/);
    await until(() => changes.length === 2);
    expect(changes[1]?.[0]?.Type).toBe('current');
  });

  it('asks for the head itself where the stream does not begin with it', async () => {
    proxy.setSocketFilter((text) => (text.includes('"current"') ? null : text));
    const { changes } = follow(open());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(changes).toHaveLength(0);
    await node.step();
    await until(() => changes.length === 1);
    const [fresh] = changes[0] ?? [];
    expect(fresh?.Type).toBe('current');
    expect(fresh?.Val.Height).toBe(node.position().headHeight);
  });

  it('does not wait for ever for a channel', async () => {
    proxy.setSocketFilter((text) => (text.includes('"result"') ? null : text));
    for (let heartbeatMs = 40; ; heartbeatMs *= 2) {
      const { changes, reasons } = follow(open({ heartbeatMs }));
      await until(() => reasons.length === 1);
      // Where the machine is busy a pong may come too late: that is told first.
      if (reasons[0]?.includes('silent') && heartbeatMs < 5_000) continue;
      proxy.setSocketFilter(null);
      expect(reasons[0]).toContain('no channel');
      await until(() => changes.length === 1);
      break;
    }
  });

  it('asks seldom for a stream that the node does not have, and finds it when it has', async () => {
    proxy.setSocketFilter((text) =>
      JSON.stringify({
        ...(JSON.parse(text) as object),
        result: undefined,
        error: { code: -32601, message: 'no such method' },
      }),
    );
    const { changes, states, reasons } = follow(open({ maxReconnectMs: 400 }));
    await until(() => states.includes('lost'));
    proxy.setSocketFilter(null);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(states).toEqual(['lost']);
    expect(reasons).toEqual(['no such method']);
    await until(() => changes.length === 1);
    expect(states).toEqual(['lost', 'connected']);
  });

  it('says nothing more once it is closed', async () => {
    const { changes, states, subscription } = follow(open());
    await until(() => changes.length === 1);
    subscription.close();
    await node.step();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toHaveLength(1);
    expect(states).toEqual(['connected']);
  });

  it('brings messages with every digit of their method number', async () => {
    proxy.setSocketFilter((text) => text.replace(/"Method":\d+/g, '"Method":18446744073709551615'));
    const client = open();
    const methods: unknown[] = [];
    let connected = false;
    client.subscribeMpool(
      ({ Message: { Message } }) => methods.push(Message.Method),
      (state) => (connected = state === 'connected'),
    );
    await until(() => connected);
    // Most of what happens on the chain concerns the pool.
    for (let steps = 0; steps < 50; steps++) await node.step();
    await until(() => methods.length > 0);
    expect(new Set(methods)).toEqual(new Set([2n ** 64n - 1n]));
  });

  it('finds a node again that was stopped and started', async () => {
    const first = await startDemoNode(19_800);
    const port = Number(new URL(first.url).port);
    const client = createNodeClient({ url: first.url, reconnectMs: 10, retryDelayMs: 20 });
    clients.push(client);
    const { changes, states } = follow(client);
    await until(() => changes.length === 1);
    await first.close();
    await until(() => states.includes('lost'));
    const second = await startDemoNode(19_805, null, port);
    await until(() => changes.length === 2);
    expect(changes[1]?.map(({ Type, Val }) => `${Type} ${Val.Height}`)).toEqual(['current 19805']);
    expect((await client.chainHead()).Height).toBe(19_805);
    await second.close();
  });
});
