/** The demo chain's node behind a proxy that fails as told, and clients of it. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createNodeClient, type NodeClientOptions } from '../client.ts';
import type { RunningRecordedNode } from '../recorded/start.ts';
import type { NodeClient, TipsetJson } from '../types.ts';
import { startDemoNode } from './demo-node.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

interface FailingNode {
  /** What stands behind the proxy. */
  node: RunningRecordedNode;
  proxy: FaultyProxy;
  head: TipsetJson;
  /** A client that asks through the proxy; it is closed with the node. */
  open: (options?: Partial<NodeClientOptions>) => NodeClient;
  close(): Promise<void>;
}

async function start(): Promise<FailingNode> {
  const node = await startDemoNode(19_700);
  const proxy = await startFaultyProxy({ target: node.url });
  const clients: NodeClient[] = [];
  const open = (options: Partial<NodeClientOptions> = {}): NodeClient => {
    const client = createNodeClient({ url: proxy.url, retryDelayMs: 5, ...options });
    clients.push(client);
    return client;
  };
  return {
    node,
    proxy,
    head: await open().chainHead(),
    open,
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await proxy.close();
      await node.close();
    },
  };
}

/** Started before the tests that are declared beside it, honest before each of them, closed after the last. */
export function failingNode(): Omit<FailingNode, 'close'> {
  let started: FailingNode | undefined;
  const running = (): FailingNode => {
    if (started === undefined) throw new Error('Used before its tests began');
    return started;
  };
  beforeAll(async () => {
    started = await start();
  });
  beforeEach(() => running().proxy.setFaults(null));
  afterAll(() => started?.close());
  return {
    get node() {
      return running().node;
    },
    get proxy() {
      return running().proxy;
    },
    get head() {
      return running().head;
    },
    open: (options) => running().open(options),
  };
}
