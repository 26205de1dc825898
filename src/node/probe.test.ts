/** What the client makes of calls that a node lacks. */
import { describe, expect, it } from 'vitest';
import { METHOD_NOT_FOUND, NodeError } from './errors.ts';
import { NOT_OF_LIVE_NODES, rejection, rootOf } from './testing/demo-node.ts';
import { failingNode } from './testing/failing.ts';

describe('the client before a node that fails', () => {
  const failing = failingNode();

  it('tells which calls a node lacks, and keeps those that only complain', async () => {
    // As Forest: some calls missing, others refused for want of parameters.
    const needed = 'Filecoin.StateVMCirculatingSupplyInternal';
    const missing = ['Filecoin.StateChangedActors', 'Sextant.Recording', needed];
    failing.proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) =>
        missing.includes(method)
          ? { code: METHOD_NOT_FOUND, message: `method '${method}' not found` }
          : method === 'Filecoin.ChainGetEvents'
            ? { code: -32602, message: 'wrong param count' }
            : null,
    }));
    failing.proxy.setSocketFilter((text) => {
      const reply = JSON.parse(text) as { id?: number; result?: unknown };
      return reply.id === 1
        ? JSON.stringify({ id: 1, error: { code: METHOD_NOT_FOUND, message: 'no such method' } })
        : text;
    });
    const client = failing.open({ confirmMs: 0 });
    // What an index would lack rows without is asked for again to be sure.
    for (const _ of [1, 2])
      expect(await rejection(client.probe())).toMatchObject({
        kind: 'unsupported',
        method: needed,
        lasting: false,
      });
    const info = await client.probe();
    failing.proxy.setSocketFilter(null);
    expect(info.recorded).toBe(false);
    expect(info.version).toBe('v1.36.2-dev+mainnet');
    expect([...info.capabilities].sort()).toEqual([
      'ChainGetEvents',
      'ChainGetFinalizedTipSet',
      'ChainNotify',
      'ChainReadObj',
      'F3GetLatestCertificate',
      'StateCompute',
    ]);
    const [before, after] = [rootOf(failing.head), rootOf(failing.head)];
    expect((await rejection(client.stateChangedActors(before, after))).kind).toBe('unsupported');
    // And found again when it comes back.
    failing.proxy.setFaults(null);
    expect((await client.probe()).capabilities).toContain('StateChangedActors');
  });

  it('never asks a live node for what grows with the whole state', async () => {
    const asked = new Set<string>();
    const ask = async (live: boolean): Promise<(string | null)[]> => {
      asked.clear();
      failing.proxy.setFaults(({ methods }) => {
        for (const method of methods) asked.add(method);
        return {
          kind: 'refuse',
          error: (method) =>
            live && method === 'Sextant.Recording'
              ? { code: METHOD_NOT_FOUND, message: `method '${method}' not found` }
              : null,
        };
      });
      const client = failing.open();
      expect((await client.probe()).capabilities.has('StateChangedActors')).toBe(!live);
      const { Cids } = failing.head;
      const told = await Promise.allSettled([
        client.stateChangedActors(rootOf(failing.head), rootOf(failing.head)),
        client.stateListActors(Cids),
        client.stateMarketDeals(Cids),
        client.stateGetAllAllocations(Cids),
        client.stateGetAllClaims(Cids),
      ]);
      return told.map((each) =>
        each.status === 'rejected' && each.reason instanceof NodeError ? each.reason.kind : null,
      );
    };
    const calls = NOT_OF_LIVE_NODES.map((name) => `Filecoin.${name}`).slice(1);
    expect(calls).toHaveLength(5);
    expect(await ask(true)).toEqual(calls.map(() => 'unsupported'));
    for (const call of calls) expect(asked).not.toContain(call);
    expect(await ask(false)).not.toContain('unsupported');
    for (const call of calls) expect(asked).toContain(call);
  });

  it('takes a node without F3 as one without certificates', async () => {
    failing.proxy.setFaults(() => ({
      kind: 'refuse',
      error: () => ({ code: 1, message: 'f3 is disabled' }),
    }));
    expect(await failing.open().f3LatestCertificate()).toBeNull();
  });
});
