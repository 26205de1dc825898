import { createNodeClient } from '#node/client.ts';
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import { startFaultyProxy, type Fault } from '#node/testing/faulty-proxy.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import { writeRecording } from '#node/testing/recordings.ts';
import type { ExecutionTraceJson, StateComputeJson } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { indexAll, startDemo, startIndexer, until } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';
import { eagerClient, Faulty, HEAD, START } from './testing/faulty.ts';

const SAME = ['tipset', 'execution', 'account_message', 'actor', 'balance', 'transfer', 'event'];

const NULL_ROUND = 19_557;

let faulty: Faulty;
beforeAll(async () => {
  faulty = await Faulty.start();
});
afterEach(() => faulty.heal());
afterAll(() => faulty.close());

describe('a node that fails', () => {
  it('by being away is waited for', async () => {
    const { reason, indexer } = await faulty.getsOver(() => ({ kind: 'drop' }), 'waiting');
    expect(reason).not.toBe('');
    expect(indexer.metrics.nodeFailures).toBeGreaterThan(0);
    expect(indexer.metrics.lastError?.message).toBe(reason);
  });

  it('by answering too late is waited for', async () => {
    const node = eagerClient(faulty.proxy.url, { timeoutMs: 2_000, attempts: 1 });
    let answer = (): void => undefined;
    const never = new Promise<void>((resolve) => (answer = resolve));
    faulty.closing.push(async () => {
      answer();
      await node.close();
    });
    await faulty.getsOver(
      (methods) =>
        methods.includes('Filecoin.ChainGetBlockMessages') ? { kind: 'hold', until: never } : null,
      'waiting',
      { because: /ChainGetBlockMessages/, node },
    );
  });

  it('by not answering is told of before its calls fail, and no longer when it answers', async () => {
    const node = createNodeClient({ url: faulty.proxy.url });
    faulty.closing.push(() => node.close());
    const indexer = await faulty.begin({ silenceMs: 100, pollMs: 50 }, node);
    await indexer.sync();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    faulty.proxy.setFaults(() => ({ kind: 'hold', until: held }));
    await until(() => indexer.status().state === 'waiting', 'the state waiting');
    expect(indexer.status().reason).toMatch(/^Filecoin\.\w+.*: no answer for more than \d+ s$/);
    answer();
    faulty.proxy.setFaults(null);
    await until(
      () => indexer.status().state === 'following' && indexer.status().reason === null,
      'the state following',
    );
    expect(indexer.metrics.nodeFailures).toBe(0);
  });

  it.each<[string, Fault]>([
    ["by a gateway's page", { kind: 'status', status: 502 }],
    ['by answers that break off', { kind: 'truncate' }],
    ['by answers that are cut', { kind: 'truncate', framed: true }],
    ['by nonsense', { kind: 'corrupt', change: () => ({ nothing: ['of', 'the', 'kind'] }) }],
  ])('%s is waited for', async (_, fault) => {
    await faulty.getsOver(
      (methods) => (methods.includes('Filecoin.ChainGetBlockMessages') ? fault : null),
      'waiting',
    );
  });

  it('while it is followed is waited for', async () => {
    const indexer = await faulty.begin();
    await indexer.sync();
    faulty.proxy.setFaults(() => ({ kind: 'drop' }));
    faulty.proxy.dropSockets();
    await until(() => indexer.status().state === 'waiting', 'the state waiting');
    faulty.proxy.setFaults(null);
    await indexer.sync();
    expect(indexer.status().state).toBe('following');
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });
});

describe('an index that begins at a null round', () => {
  it('goes on where its first tipset came alone', async () => {
    const startHeight = NULL_ROUND;
    const whole = await openEither();
    faulty.closing.push(() => whole.close());
    await indexAll(whole, faulty.demo.node, { startHeight });
    faulty.proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) => (method === 'Filecoin.StateCompute' ? { code: 1, message: 'busy' } : null),
    }));
    const indexer = await faulty.begin({ startHeight });
    await until(() => indexer.metrics.nodeFailures > 0, 'a failure');
    const { head_height, executed_height } = await faulty.store.db
      .selectFrom('checkpoint')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([head_height, executed_height]).toEqual([NULL_ROUND + 1, null]);
    faulty.proxy.setFaults(null);
    await indexer.sync();
    // At every start the ledger is held against the index.
    await indexer.stop();
    const { indexer: again } = startIndexer(faulty.store, faulty.node);
    faulty.closing.push(() => again.stop());
    await again.sync();
    expect(again.status()).toMatchObject({ state: 'following', reason: null, nodeHeight: HEAD });
    expect(await differences(faulty.store, whole)).toEqual([]);
  });
});

describe('a node that lacks calls', () => {
  const lacks = (...names: string[]): void =>
    faulty.proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) =>
        names.some((name) => method === `Filecoin.${name}`)
          ? { code: METHOD_NOT_FOUND, message: `method '${method}' not found` }
          : null,
    }));

  it('for changed actors is asked about every touched one', async () => {
    lacks('StateChangedActors', 'ChainGetFinalizedTipSet');
    const indexer = await faulty.begin();
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
    expect(await differences(faulty.store, faulty.reference, tables)).toEqual([]);
    const actorsOf = (of: Store, after: number) =>
      of.db
        .selectFrom('actor')
        .select(['id', 'balance', 'head'])
        .where('last_seen_height', '>=', after)
        .orderBy('id')
        .execute();
    const { start_height } = await faulty.store.db
      .selectFrom('network')
      .select('start_height')
      .executeTakeFirstOrThrow();
    const touched = await actorsOf(faulty.store, start_height);
    const all = new Map((await actorsOf(faulty.reference, 0)).map((row) => [row.id, row]));
    expect(touched.length).toBeGreaterThan(20);
    expect(touched).toEqual(touched.map(({ id }) => all.get(id)));
    for (const { id, balance } of await actorsOf(faulty.store, 0))
      expect([id, balance]).toEqual([id, all.get(id)?.balance]);
    expect(JSON.parse(indexer.status().node ?? '{}')).not.toMatchObject({
      capabilities: expect.arrayContaining(['StateChangedActors']) as unknown,
    });
  });

  it.each([
    ['nothing of the actors that ran', (): undefined => undefined],
    ['only the codes of those that ran', (code: unknown) => code],
  ])('in its traces, and tells %s', async (_, codeCid) => {
    const strip = (trace: ExecutionTraceJson): ExecutionTraceJson => ({
      ...trace,
      Msg: { ...trace.Msg, CodeCid: codeCid(trace.InvokedActor?.State.Code) as undefined },
      InvokedActor: undefined,
      Subcalls: trace.Subcalls?.map(strip) ?? null,
    });
    faulty.proxy.setFaults(() => ({
      kind: 'corrupt',
      change: (method, result) => {
        if (method !== 'Filecoin.StateCompute' || result === undefined) return undefined;
        const { Root, Trace } = result as StateComputeJson;
        const old = Trace.map((one) => ({
          ...one,
          ExecutionTrace: one.ExecutionTrace && strip(one.ExecutionTrace),
        }));
        return { Root, Trace: old };
      },
    }));
    const indexer = await faulty.begin();
    await indexer.sync();
    expect(indexer.status()).toMatchObject({ state: 'following', nodeHeight: HEAD });
    expect([...indexer.metrics.undecoded]).toEqual([]);
    // Whom a call named that ran nobody is known from the state then.
    expect(await differences(faulty.store, faulty.reference, SAME)).toEqual([]);
  });

  it('for the totals leaves a gap in the ledger, which the next start fills', async () => {
    lacks('StateVMCirculatingSupplyInternal');
    const indexer = await faulty.begin();
    await indexer.sync();
    await indexer.stop();
    const parts = async (): Promise<string[]> =>
      (await faulty.store.db.selectFrom('progress').select('part').execute()).map(
        (row) => row.part,
      );
    expect(await parts()).not.toContain('state');
    faulty.proxy.setFaults(null);
    const again = startIndexer(faulty.store, faulty.node).indexer;
    await again.sync();
    await again.stop();
    expect(await parts()).toContain('state');
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });
});

describe('what is announced', () => {
  it('is only a hint: a stream that says nothing is not missed', async () => {
    faulty.proxy.setSocketFilter(() => null);
    const own = await startDemo(HEAD - 5);
    const between = await startFaultyProxy({ target: own.recorded.url });
    between.setSocketFilter(() => null);
    // So long the probe waits for a stream.
    const silent = eagerClient(between.url, { timeoutMs: 5_000 });
    await clear(faulty.store);
    const { indexer } = startIndexer(faulty.store, silent, { startHeight: START, pollMs: 30 });
    faulty.closing.push(
      () => own.close(),
      () => between.close(),
      () => silent.close(),
      () => indexer.stop(),
    );
    await indexer.sync();
    await own.recorded.advanceTo(HEAD);
    await until(async () => {
      const row = await faulty.store.db
        .selectFrom('checkpoint')
        .select('head_height')
        .executeTakeFirst();
      return row?.head_height === HEAD;
    }, 'the head');
    await indexer.stop();
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });

  it('by a node of another network stops the index, which goes on with its own', async () => {
    const indexer = await faulty.begin();
    await indexer.sync();
    const before = await faulty.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
    const folder = await mkdtemp(join(tmpdir(), 'sextant-elsewhere-'));
    const network = { name: 'elsewhere', chainId: 1, genesisTime: 1_700_000_000, epochSeconds: 4 };
    await writeRecording(folder, { from: 19_560, to: 19_585, network });
    const other = await startRecordedNode({
      folder,
      startHeight: 19_585,
      epochSeconds: null,
      cacheDir: folder,
    });
    faulty.closing.push(
      () => other.close(),
      () => rm(folder, { recursive: true }),
    );
    faulty.proxy.setTarget(other.url);
    faulty.proxy.dropSockets();
    await until(() => indexer.status().state === 'stopped', 'the state stopped');
    await until(
      () => indexer.status().reason?.includes('of the network harbor, the node of') === true,
      'the networks’ names',
    );
    expect(await faulty.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst()).toEqual(
      before,
    );
    faulty.proxy.setTarget(faulty.demo.recorded.url);
    await indexer.sync();
    expect(indexer.status()).toMatchObject({ state: 'following', reason: null, nodeHeight: HEAD });
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });

  it('is not followed when it is lower than the index', async () => {
    const indexer = await faulty.begin();
    await indexer.sync();
    await indexer.stop();
    const before = await faulty.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
    const behind = await startDemo(HEAD - 8);
    faulty.closing.push(() => behind.close());
    const { indexer: again } = startIndexer(faulty.store, behind.node);
    await again.sync();
    expect(again.status()).toMatchObject({ state: 'following', nodeHeight: HEAD - 8 });
    await again.stop();
    expect(await faulty.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst()).toEqual(
      before,
    );
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });
});
