/** The pool on a node that is away, lacks the stream, or tells nonsense. */
import { createNodeClient } from '#node/client.ts';
import { startFaultyProxy, type FaultyProxy } from '#node/testing/faulty-proxy.ts';
import type { NodeClient, SignedMessageJson } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMempool, type Mempool } from '../index.ts';
import { collectLog, startDemo, until, type Demo } from '../testing/demo.ts';

/** Dense traffic follows. */
const START = 19_560;

let demo: Demo;
let proxy: FaultyProxy;
let node: NodeClient;
let store: Store;
let height = START;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  demo = await startDemo(START);
  proxy = await startFaultyProxy({ target: demo.recorded.url });
  node = createNodeClient({
    url: proxy.url,
    attempts: 1,
    retryDelayMs: 10,
    reconnectMs: 20,
  });
  store = await openEither();
});
afterEach(async () => {
  proxy.setFaults(null);
  proxy.setSocketFilter(null);
  for (const close of closing.splice(0).reverse()) await close();
  await sql`truncate mempool, network`.execute(store.db);
});
afterAll(async () => {
  await node.close();
  await proxy.close();
  await store.close();
  await demo.close();
});

function begin(of: NodeClient = node, pollMs = 20): Mempool {
  const mempool = createMempool({
    node: of,
    store,
    log: collectLog().log,
    config: { retryMs: 10, maxRetryMs: 50, pollMs },
  });
  closing.push(() => mempool.stop());
  mempool.start();
  return mempool;
}

/** Lets some epochs pass. */
async function goOn(): Promise<void> {
  height += 8;
  await demo.recorded.advanceTo(height);
}

async function stored(): Promise<string[]> {
  const rows = await store.db
    .selectFrom('mempool')
    .select('cid')
    .where('departure', 'is', null)
    .execute();
  return rows.map(({ cid }) => cidOf(cid)).sort();
}

async function held(): Promise<string[]> {
  return (await demo.node.mpoolPending()).map(({ CID }) => CID?.['/'] ?? '').sort();
}

const same = async (): Promise<boolean> =>
  JSON.stringify(await stored()) === JSON.stringify(await held());

async function departedCount(): Promise<number> {
  const rows = await store.db
    .selectFrom('mempool')
    .select('cid')
    .where('departure', 'is not', null)
    .execute();
  return rows.length;
}

describe('the pool follows', () => {
  it('a stream that breaks', async () => {
    const mempool = begin(node, 60_000);
    await until(() => mempool.status().state === 'subscribed', 'the stream');
    await mempool.sync();
    await goOn();
    await until(async () => (await same()) && mempool.status().arrived > 0, 'the announcements');
    proxy.dropSockets();
    await goOn();
    await until(() => mempool.status().state === 'subscribed', 'the stream again');
    await until(same, 'what was missed meanwhile');
    await mempool.sync();
    const { arrived } = mempool.status();
    // Some epochs bring nothing to the pool.
    await until(async () => {
      await goOn();
      return mempool.status().arrived > arrived;
    }, 'the new stream');
    await until(same, 'what it told');
    expect(mempool.status().failures).toBe(0);
  });

  it('by asking, where there is no stream', async () => {
    const silent: NodeClient = {
      ...node,
      probe: async () => {
        const info = await node.probe();
        const capabilities = new Set(info.capabilities);
        capabilities.delete('MpoolSub');
        return { ...info, capabilities };
      },
      subscribeMpool: (_, onState) => {
        onState('lost', 'no such method');
        return { close: () => undefined };
      },
    };
    const mempool = begin(silent);
    await mempool.sync();
    expect(mempool.status().state).toBe('polling');
    const first = await held();
    expect(await stored()).toEqual(first);
    for (let steps = 0; steps < 30 && (await departedCount()) < 3; steps++) {
      await goOn();
      await until(same, 'the next answer');
    }
    expect(await departedCount()).toBeGreaterThanOrEqual(3);
  });

  it('a node that is away, and goes on where it was', async () => {
    proxy.setFaults(() => ({ kind: 'drop' }));
    const mempool = begin();
    await until(() => mempool.status().state === 'waiting', 'the failure');
    expect(mempool.status()).toMatchObject({ size: 0 });
    expect(mempool.status().reason).not.toBeNull();
    proxy.setFaults(null);
    await until(async () => mempool.status().state === 'subscribed' && (await same()), 'the node');
    expect(mempool.status()).toMatchObject({ reason: null });
    expect(mempool.status().failures).toBeGreaterThan(0);
    await mempool.stop();
    await goOn();
    const again = begin();
    await again.sync();
    expect(await stored()).toEqual(await held());
  });

  it('what honest messages there are among nonsense', async () => {
    const [real] = await pendingSomewhere();
    if (!real) throw new Error('The recording has no pending message there');
    const forged: SignedMessageJson[] = [
      { ...real, Message: { ...real.Message, Nonce: Number(real.Message.Nonce) + 1 } },
      { ...real, Message: { ...real.Message, From: 'f1nobody' } },
      { ...real, Message: { ...real.Message, Version: 70_000 }, CID: undefined },
      { ...real, Signature: { Type: 77, Data: '' }, CID: undefined },
      { ...real, Message: { ...real.Message, Params: 'AAAA' } },
    ];
    const lying: NodeClient = { ...node, mpoolPending: async () => [...forged, real] };
    const mempool = begin(lying, 60_000);
    await mempool.sync();
    expect(await stored()).toEqual([real.CID?.['/']]);
    expect(mempool.status().refused).toBeGreaterThanOrEqual(forged.length);
  });

  it('no node of another network', async () => {
    await store.db
      .insertInto('network')
      .values({
        name: 'other',
        genesis: new Uint8Array(32),
        genesis_timestamp: 0,
        epoch_seconds: 30,
        chain_id: 1,
        address_prefix: 'f',
        start_height: 0,
        recorded: false,
      })
      .execute();
    const mempool = begin();
    await until(() => mempool.status().state === 'waiting', 'the refusal');
    expect(mempool.status().reason).toMatch(/another network/);
    expect(await stored()).toEqual([]);
  });

  it('nothing any more once it is stopped, however the node hangs', async () => {
    const hanging: NodeClient = { ...node, mpoolPending: () => new Promise(() => {}) };
    const mempool = begin(hanging);
    await until(() => mempool.status().state === 'subscribed', 'the stream');
    await mempool.stop();
    expect(mempool.status().state).toBe('stopped');
    await mempool.sync();
  });
});

/** Goes on until the pool has a message. */
async function pendingSomewhere(): Promise<SignedMessageJson[]> {
  for (let tries = 0; tries < 50; tries++) {
    const pending = await demo.node.mpoolPending();
    if (pending.length > 0) return pending;
    height++;
    await demo.recorded.advanceTo(height);
  }
  return [];
}
