/** Refusals that pass leave nothing behind; what a node cannot do for a while it can do later. */
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import type { RefusedCall } from '#node/testing/faulty-proxy.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from './testing/demo.ts';
import { differences } from './testing/facts.ts';
import { eagerClient, Faulty, HEAD } from './testing/faulty.ts';

let faulty: Faulty;
beforeAll(async () => {
  faulty = await Faulty.start();
});
afterEach(() => faulty.heal());
afterAll(() => faulty.close());

const BUSY: RefusedCall = { code: 1, message: 'too many requests at once' };
const INTERNAL: RefusedCall = { code: -32603, message: 'internal error' };
const UNKNOWN: RefusedCall = { code: METHOD_NOT_FOUND, message: 'method not found' };

/** Of each call that the index asks here, so many are refused before one is answered. */
const REFUSED = 5;

/** Refuses the first calls of each method that `wanted` names, whoever asks; tells which these were. */
function refuse(wanted: (method: string) => boolean, error: RefusedCall): Set<string> {
  const counts = new Map<string, number>();
  const met = new Set<string>();
  faulty.proxy.setFaults(() => ({
    kind: 'refuse',
    error: (method) => {
      const count = counts.get(method) ?? 0;
      counts.set(method, count + 1);
      if (!wanted(method) || count >= REFUSED) return null;
      met.add(method);
      return error;
    },
  }));
  return met;
}

describe('a refusal that passes leaves nothing behind', () => {
  it.each<[string, RefusedCall, string | null]>([
    ['of all calls, as busy', BUSY, null],
    ['of all calls, as an error within', INTERNAL, null],
    ['of all calls, as unknown', UNKNOWN, null],
    ["of contracts' codes", BUSY, 'eth_getCode'],
    ['of objects', BUSY, 'Filecoin.ChainReadObj'],
  ])('%s', async (_, error, only) => {
    const met = refuse((method) => only === null || method === only, error);
    const node = eagerClient(faulty.proxy.url, { confirmMs: 60_000 });
    faulty.closing.push(() => node.close());
    const indexer = await faulty.begin({ maxRetryMs: 40 }, node);
    await indexer.sync();
    expect(indexer.status()).toMatchObject({ state: 'following', nodeHeight: HEAD });
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
    expect(met.size).toBeGreaterThan(only === null ? 20 : 0);
  });
});

it('a call that the node did not have is used when it has it', async () => {
  const methods = ['Filecoin.StateVMCirculatingSupplyInternal', 'Filecoin.F3GetLatestCertificate'];
  faulty.proxy.setFaults(() => ({
    kind: 'refuse',
    error: (method) => (methods.includes(method) ? UNKNOWN : null),
  }));
  const indexer = await faulty.begin({ gapMs: 20, pollMs: 10 });
  await indexer.sync();
  const told = async (): Promise<number> =>
    (await faulty.store.db.selectFrom('progress').selectAll().execute()).filter(
      ({ part }) => part === 'state',
    ).length;
  expect(await told()).toBe(0);
  expect(indexer.status().node).not.toContain('StateVMCirculatingSupplyInternal');
  const { nodeFailures } = indexer.metrics;
  faulty.proxy.setFaults(null);
  await until(
    () => indexer.status().node?.includes('StateVMCirculatingSupplyInternal') === true,
    'the call to be found',
  );
  await until(async () => (await told()) === 1, 'the gap to be filled');
  await indexer.sync();
  expect(indexer.metrics.nodeFailures).toBe(nodeFailures);
  expect(await differences(faulty.store, faulty.reference)).toEqual([]);
});
