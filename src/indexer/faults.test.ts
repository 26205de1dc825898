import { cidOf } from '#filecoin/cid.ts';
import { messageFromJson, signedMessageDigest } from '#filecoin/message.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { SIGNATURE_BLS, signatureFromJson } from '#filecoin/signature.ts';
import { createNodeClient } from '#node/client.ts';
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import { startFaultyProxy, type Fault, type FaultyProxy } from '#node/testing/faulty-proxy.ts';
import type { NodeClient, SignedMessageJson } from '#node/types.ts';
import { openStore, type Store } from '#store/store.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Indexer, IndexerConfig } from './index.ts';
import { indexAll, startDemo, startIndexer, until, type Demo } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';

/** A short stretch of dense traffic. */
const START = 19_560;
const HEAD = 19_576;

type Json = Record<string, unknown>;

let demo: Demo;
let proxy: FaultyProxy;
let node: NodeClient;
let reference: Store;
let store: Store;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  demo = await startDemo(HEAD);
  proxy = await startFaultyProxy({ target: demo.recorded.url });
  node = client(proxy.url);
  reference = await openStore({ dataDir: 'memory://' });
  store = await openStore({ dataDir: 'memory://' });
  await indexAll(reference, demo.node, { startHeight: START });
});
afterEach(async () => {
  proxy.setFaults(null);
  proxy.setSocketFilter(null);
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(async () => {
  await node.close();
  await proxy.close();
  await store.close();
  await reference.close();
  await demo.close();
});

function client(url: string): NodeClient {
  return createNodeClient({
    url,
    timeoutMs: 400,
    computeTimeoutMs: 400,
    attempts: 2,
    retryDelayMs: 10,
    reconnectMs: 20,
  });
}

/** An indexer on the empty database. */
async function begin(config: IndexerConfig = {}): Promise<Indexer> {
  await clear(store);
  const { indexer } = startIndexer(store, node, { startHeight: START, ...config });
  closing.push(() => indexer.stop());
  return indexer;
}

/** Lets the fault happen, waits for the state it leads to, heals the node and expects a whole index. */
async function getsOver(
  fault: (methods: readonly string[]) => Fault | null,
  state: 'waiting' | 'stopped',
): Promise<{ reason: string; height: number | null; indexer: Indexer }> {
  proxy.setFaults(({ methods }) => fault(methods));
  const indexer = await begin();
  await until(() => indexer.status().state === state, `the state ${state}`);
  const { reason } = indexer.status();
  const row = await store.db.selectFrom('status').selectAll().executeTakeFirst();
  expect([row?.state, row?.reason]).toEqual([state, reason]);
  const checkpoint = await store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
  proxy.setFaults(null);
  await indexer.sync();
  expect(indexer.status()).toMatchObject({ state: 'following', reason: null, nodeHeight: HEAD });
  expect(await differences(store, reference)).toEqual([]);
  return { reason: reason ?? '', height: checkpoint?.executed_height ?? null, indexer };
}

describe('a node that fails', () => {
  it('by being away is waited for', async () => {
    const { reason, indexer } = await getsOver(() => ({ kind: 'drop' }), 'waiting');
    expect(reason).not.toBe('');
    expect(indexer.metrics.nodeFailures).toBeGreaterThan(0);
    expect(indexer.metrics.lastError?.message).toBe(reason);
  });

  it('by answering too late is waited for', async () => {
    const { reason } = await getsOver(
      (methods) =>
        methods.includes('Filecoin.ChainGetParentReceipts') ? { kind: 'delay', ms: 900 } : null,
      'waiting',
    );
    expect(reason).toContain('ChainGetParentReceipts');
  });

  it.each<[string, Fault]>([
    ["by a gateway's page", { kind: 'status', status: 502 }],
    ['by answers that break off', { kind: 'truncate' }],
    ['by answers that are cut', { kind: 'truncate', framed: true }],
    ['by nonsense', { kind: 'corrupt', change: () => ({ nothing: ['of', 'the', 'kind'] }) }],
  ])('%s is waited for', async (_, fault) => {
    await getsOver(
      (methods) => (methods.includes('Filecoin.ChainGetBlockMessages') ? fault : null),
      'waiting',
    );
  });

  it('while it is followed is waited for', async () => {
    const indexer = await begin();
    await indexer.sync();
    proxy.setFaults(() => ({ kind: 'drop' }));
    proxy.dropSockets();
    await until(() => indexer.status().state === 'waiting', 'the state waiting');
    proxy.setFaults(null);
    await indexer.sync();
    expect(indexer.status().state).toBe('following');
    expect(await differences(store, reference)).toEqual([]);
  });
});

/** Changes the first answer of a method that `change` has something to change in. */
function lie(method: string, change: (result: unknown) => boolean): () => Fault {
  let told = false;
  return () => ({
    kind: 'corrupt',
    change: (name, result) => {
      if (name !== `Filecoin.${method}` || told) return undefined;
      told = change(result);
      return told ? result : undefined;
    },
  });
}

/** As `lie`, but every time. */
function liar(method: string, change: (result: unknown) => boolean): () => Fault {
  return () => ({
    kind: 'corrupt',
    change: (name, result) =>
      name === `Filecoin.${method}` && change(result) ? result : undefined,
  });
}

function within(value: unknown, ...path: (string | number)[]): Json | null {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Record<string | number, unknown>)[step];
  }
  return typeof at === 'object' && at !== null ? (at as Json) : null;
}

function raise(object: Json | null, field: string): boolean {
  const value = object?.[field];
  if (!object || value === undefined) return false;
  object[field] = typeof value === 'number' ? value + 1 : (BigInt(String(value)) + 1n).toString();
  return true;
}

describe('a node that lies', () => {
  it.each<[string, number, string, (result: unknown) => boolean]>([
    [
      'a message',
      1,
      'ChainGetBlockMessages',
      (r) => raise(within(r, 'SecpkMessages', 0, 'Message'), 'Nonce'),
    ],
    ['a receipt', 2, 'ChainGetParentReceipts', (r) => raise(within(r, 0), 'GasUsed')],
    [
      'a root',
      2,
      'StateCompute',
      (r) => {
        const root = within(r, 'Root');
        if (!root) return false;
        root['/'] = 'bafy2bzacecdf2wbh52fzav3ls74gke47slrphfsvug6t6sc56noqm5anolyrk';
        return true;
      },
    ],
    ['a burn', 3, 'StateCompute', (r) => raise(within(r, 'Trace', 0, 'GasCost'), 'BaseFeeBurn')],
    [
      'a balance',
      4,
      'StateChangedActors',
      (r) => raise(within(r, Object.keys(r ?? {})[0] ?? ''), 'Balance'),
    ],
  ])(
    'about %s is stopped at (invariant %i) until it tells the truth',
    async (_, invariant, method, change) => {
      const { reason, height, indexer } = await getsOver(liar(method, change), 'stopped');
      expect(reason).toMatch(
        new RegExp(`^Tipset \\d+ \\(bafy\\w+\\) breaks invariant ${invariant}: `),
      );
      const doubted = Number(/^Tipset (\d+)/.exec(reason)?.[1]);
      expect(doubted).toBeGreaterThanOrEqual(START);
      // Nothing of it, and nothing after it, was published.
      expect(height ?? 0).toBeLessThan(doubted);
      expect(indexer.metrics.invariantFailures).toBeGreaterThan(0);
    },
  );

  it('once is got over by asking again', async () => {
    proxy.setFaults(lie('ChainGetParentReceipts', (r) => raise(within(r, 0), 'GasUsed')));
    const indexer = await begin();
    await indexer.sync();
    expect(indexer.metrics.invariantFailures).toBe(1);
    expect(indexer.status()).toMatchObject({ state: 'following', reason: null });
    expect(await differences(store, reference)).toEqual([]);
  });

  it('about a header is stopped at, and what came before is kept', async () => {
    const changed = (result: unknown): boolean => {
      const tipset = within(result);
      return Number(tipset?.['Height']) === START + 10
        ? raise(within(result, 'Blocks', 0), 'ForkSignaling')
        : false;
    };
    const { reason, height } = await getsOver(liar('ChainGetTipSet', changed), 'stopped');
    expect(reason).toContain(`Tipset ${START + 10} `);
    expect(reason).toContain('invariant 1');
    expect(height).toBe(START + 8);
  });
});

/**
 * Makes the node tell of `message` as if it had been sent with another method number: all that an
 * answer says of it fits together, its new CID included.
 */
function resent(message: SignedMessageJson, method: bigint, cids: [string, string]): Fault {
  const change = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { From, Nonce, MsgCid, ExecutionTrace } = value as Json;
    if (From === message.Message.From && Nonce === message.Message.Nonce)
      Object.assign(value, { Method: method.toString() });
    if (within(MsgCid)?.['/'] === cids[0])
      Object.assign(within(ExecutionTrace, 'Msg') ?? {}, { Method: method.toString() });
    Object.values(value).forEach(change);
  };
  return {
    kind: 'corrupt',
    change: (_, result) => {
      if (result === undefined || !JSON.stringify(result).includes(cids[0])) return undefined;
      change(result);
      return JSON.parse(JSON.stringify(result).replaceAll(...cids)) as unknown;
    },
  };
}

it('a message of the greatest method number is indexed like any other', async () => {
  const method = 2n ** 64n - 1n;
  const [call] = await reference.db
    .selectFrom('execution as e')
    .innerJoin('message as m', 'm.cid', 'e.cid')
    .innerJoin('block_message as b', 'b.cid', 'e.cid')
    .select(['e.cid', 'b.block_cid'])
    .where('e.to_kind', '=', kindIndex('evm'))
    .where('m.signature_type', '!=', SIGNATURE_BLS)
    .limit(1)
    .execute();
  const was = cidOf(call?.cid ?? new Uint8Array());
  const block = { '/': cidOf(call?.block_cid ?? new Uint8Array()) };
  const { SecpkMessages, BlsMessages, Cids } = await demo.node.chainGetBlockMessages(block);
  const at = Cids.findIndex((cid) => cid['/'] === was) - BlsMessages.length;
  const sent = SecpkMessages[at];
  if (!sent) throw new Error('The block has no such call');
  const message = messageFromJson(sent.Message);
  const digest = signedMessageDigest({ ...message, method }, signatureFromJson(sent.Signature));
  proxy.setFaults(() => resent(sent, method, [was, cidOf(digest)]));
  const indexer = await begin();
  await indexer.sync();
  expect(indexer.status()).toMatchObject({ state: 'following', reason: null, nodeHeight: HEAD });
  expect(indexer.metrics.invariantFailures).toBe(0);
  const row = await store.db
    .selectFrom('execution as e')
    .innerJoin('message as m', 'm.cid', 'e.cid')
    .innerJoin('method as n', 'n.id', 'e.method_id')
    .select(['e.method', 'm.method as own', 'n.name', 'e.nonce'])
    .where('e.cid', '=', digest)
    .executeTakeFirst();
  expect(row).toEqual({
    method: method.toString(),
    own: method.toString(),
    name: 'Fallback',
    nonce: message.nonce,
  });
  const untouched = ['tipset', 'balance', 'account_event', 'network_state', 'progress'];
  expect(await differences(store, reference, untouched)).toEqual([]);
});

describe('a node that lacks calls', () => {
  const lacks = (...names: string[]): void =>
    proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) =>
        names.some((name) => method === `Filecoin.${name}`)
          ? { code: METHOD_NOT_FOUND, message: `method '${method}' not found` }
          : null,
    }));

  it('for changed actors is asked about every touched one', async () => {
    lacks('StateChangedActors', 'ChainGetFinalizedTipSet');
    const indexer = await begin();
    await indexer.sync();
    expect(indexer.status()).toMatchObject({ state: 'following', nodeHeight: HEAD });
    // The recording leaves out branches of cron's call trees in which no value moved: actors that
    // only those touched are not known in this way.
    const tables = [
      'tipset',
      'block',
      'execution',
      'trace',
      'account_message',
      'event',
      'multisig',
    ];
    expect(await differences(store, reference, tables)).toEqual([]);
    const actorsOf = (of: Store, after: number) =>
      of.db
        .selectFrom('actor')
        .select(['id', 'balance', 'head'])
        .where('last_seen_height', '>=', after)
        .orderBy('id')
        .execute();
    const { start_height } = await store.db
      .selectFrom('network')
      .select('start_height')
      .executeTakeFirstOrThrow();
    const touched = await actorsOf(store, start_height);
    const all = new Map((await actorsOf(reference, 0)).map((row) => [row.id, row]));
    expect(touched.length).toBeGreaterThan(20);
    expect(touched).toEqual(touched.map(({ id }) => all.get(id)));
    for (const { id, balance } of await actorsOf(store, 0))
      expect([id, balance]).toEqual([id, all.get(id)?.balance]);
    expect(JSON.parse(indexer.status().node ?? '{}')).not.toMatchObject({
      capabilities: expect.arrayContaining(['StateChangedActors']) as unknown,
    });
  });

  it('for the totals leaves a gap in the ledger, which the next start fills', async () => {
    lacks('StateVMCirculatingSupplyInternal');
    const indexer = await begin();
    await indexer.sync();
    await indexer.stop();
    const parts = async (): Promise<string[]> =>
      (await store.db.selectFrom('progress').select('part').execute()).map((row) => row.part);
    expect(await parts()).not.toContain('state');
    proxy.setFaults(null);
    const again = startIndexer(store, node).indexer;
    await again.sync();
    await again.stop();
    expect(await parts()).toContain('state');
    expect(await differences(store, reference)).toEqual([]);
  });
});

describe('what is announced', () => {
  it('is only a hint: a stream that says nothing is not missed', async () => {
    proxy.setSocketFilter(() => null);
    const own = await startDemo(HEAD - 5);
    const between = await startFaultyProxy({ target: own.recorded.url });
    between.setSocketFilter(() => null);
    const silent = client(between.url);
    await clear(store);
    const { indexer } = startIndexer(store, silent, { startHeight: START, pollMs: 30 });
    closing.push(
      () => own.close(),
      () => between.close(),
      () => silent.close(),
      () => indexer.stop(),
    );
    await indexer.sync();
    await own.recorded.advanceTo(HEAD);
    await until(async () => {
      const row = await store.db.selectFrom('checkpoint').select('head_height').executeTakeFirst();
      return row?.head_height === HEAD;
    }, 'the head');
    await indexer.stop();
    expect(await differences(store, reference)).toEqual([]);
  });

  it('is not followed when it is lower than the index', async () => {
    const indexer = await begin();
    await indexer.sync();
    await indexer.stop();
    const before = await store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
    const behind = await startDemo(HEAD - 8);
    closing.push(() => behind.close());
    const { indexer: again } = startIndexer(store, behind.node);
    await again.sync();
    expect(again.status()).toMatchObject({ state: 'following', nodeHeight: HEAD - 8 });
    await again.stop();
    expect(await store.db.selectFrom('checkpoint').selectAll().executeTakeFirst()).toEqual(before);
    expect(await differences(store, reference)).toEqual([]);
  });
});

describe('a database', () => {
  it('has one writer: the second one stops with a clear reason', async () => {
    const indexer = await begin();
    const second = startIndexer(store, node, { startHeight: START }).indexer;
    closing.push(() => second.stop());
    await Promise.all([indexer.sync(), second.sync()]);
    const states = [indexer, second].map((one) => one.status());
    // Either may be the one that is refused; both never are, and nothing is written twice.
    await until(
      () => [indexer, second].some((one) => one.status().state === 'following'),
      'one that goes on',
    );
    expect(states.filter((status) => status.state === 'stopped').length).toBeLessThanOrEqual(1);
    for (const status of states)
      if (status.state === 'stopped') expect(status.reason).toContain('Another process writes');
    expect(states.some((status) => status.state === 'stopped')).toBe(true);
    expect(await differences(store, reference)).toEqual([]);
  });

  it('of another network is refused', async () => {
    const indexer = await begin();
    await indexer.sync();
    await indexer.stop();
    await store.db
      .updateTable('network')
      .set({ genesis: new Uint8Array(32) })
      .execute();
    const again = startIndexer(store, node).indexer;
    closing.push(() => again.stop());
    await until(() => again.status().state === 'stopped', 'the state stopped');
    expect(again.status().reason).toContain('another genesis');
  });

  it('is not reverted below what is final', async () => {
    const indexer = await begin();
    await indexer.sync();
    await indexer.stop();
    const { final_height: final } = await store.db
      .selectFrom('checkpoint')
      .select('final_height')
      .executeTakeFirstOrThrow();
    expect(final).toBeGreaterThan(START);
    // As if the index had followed another chain all along.
    const other = new Uint8Array(32).fill(1);
    await store.db.updateTable('tipset').set({ key: other }).execute();
    await store.db.updateTable('checkpoint').set({ head_key: other }).execute();
    const before = await store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
    const again = startIndexer(store, node).indexer;
    closing.push(() => again.stop());
    await until(() => again.status().state === 'stopped', 'the state stopped');
    expect(again.status().reason).toContain(`part at or below height ${String(final)}`);
    await again.stop();
    expect(await store.db.selectFrom('checkpoint').selectAll().executeTakeFirst()).toEqual(before);
  });
});
