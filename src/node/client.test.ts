/** What the client makes of answers that fail or are nonsense. */
import { describe, expect, it } from 'vitest';
import { createNodeClient } from './client.ts';
import { formatJson, parseJson } from './json.ts';
import { rejection } from './testing/demo-node.ts';
import { failingNode } from './testing/failing.ts';
import type { Fault } from './testing/faulty-proxy.ts';
import type { TipsetJson } from './types.ts';

/** As services between tell it. */
const LIMITED = '{"jsonrpc":"2.0","id":null,"error":{"code":-32007,"message":"limit reached"}}';

describe('the client before a node that fails', () => {
  const failing = failingNode();

  it.each([
    ['broken connections', { kind: 'drop' }],
    ['answers that end early', { kind: 'truncate' }],
    ['answers that are cut but claim to be whole', { kind: 'truncate', framed: true }],
    ['a gateway’s page', { kind: 'status', status: 502 }],
    ['a page instead of JSON', { kind: 'status', status: 200 }],
    ['too many requests', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }],
    ['too many requests, told as an answer', { kind: 'status', status: 429, body: LIMITED }],
  ] as const)('outlives %s', async (_, fault) => {
    const before = failing.proxy.requests();
    failing.proxy.setFaults(({ ordinal }) => (ordinal < before + 3 ? fault : null));
    expect(await failing.open().chainHead()).toEqual(failing.head);
    expect(failing.proxy.requests() - before).toBe(4);
  });

  it.each([
    ['unavailable', { kind: 'drop' }, null],
    ['unavailable', { kind: 'status', status: 503 }, 503],
    ['nonsense', { kind: 'truncate', framed: true }, null],
    ['nonsense', { kind: 'status', status: 200 }, 200],
  ] as const)('gives up as %s after its tries', async (kind, fault, code) => {
    failing.proxy.setFaults(() => fault);
    const before = failing.proxy.requests();
    expect(await rejection(failing.open({ attempts: 2 }).chainHead())).toMatchObject({
      kind,
      code,
      method: 'Filecoin.ChainHead',
    });
    expect(failing.proxy.requests() - before).toBe(2);
  });

  it('does not ask again what the node refused', async () => {
    const client = failing.open();
    const before = failing.proxy.requests();
    const refused = await rejection(client.stateReadState('f0999999', failing.head.Cids));
    expect(refused).toMatchObject({ kind: 'rpc', code: 1, lasting: true });
    failing.proxy.setFaults(() => ({ kind: 'status', status: 401 }));
    expect(await rejection(client.chainHead())).toMatchObject({ kind: 'rpc', code: 401 });
    expect(failing.proxy.requests() - before).toBe(2);
  });

  it.each<[string, (call: number) => Fault | null]>([
    [
      'refusals that pass',
      (call) =>
        call < 3 ? { kind: 'refuse', error: () => ({ code: -32603, message: 'busy' }) } : null,
    ],
    ['nonsense', (call) => (call < 3 ? { kind: 'corrupt', change: () => 'no tipset' } : null)],
  ])('asks again after %s', async (_, fault) => {
    const before = failing.proxy.requests();
    failing.proxy.setFaults(({ ordinal }) => fault(ordinal - before));
    expect(await failing.open().chainHead()).toEqual(failing.head);
    expect(failing.proxy.requests() - before).toBe(4);
    failing.proxy.setFaults(() => fault(0));
    expect((await rejection(failing.open({ attempts: 2 }).chainHead())).lasting).toBe(false);
    expect(failing.proxy.requests() - before).toBe(6);
  });

  it('takes no endless answer, and does not ask for it again', async () => {
    const before = failing.proxy.requests();
    expect(await rejection(failing.open({ maxBytes: 100 }).chainHead())).toMatchObject({
      kind: 'nonsense',
    });
    expect(failing.proxy.requests() - before).toBe(1);
    const packed = createNodeClient({
      url: failing.node.url,
      gzip: true,
      maxBytes: 2500,
      attempts: 1,
    });
    const zipped = await rejection(packed.stateCompute(failing.head.Height, failing.head.Cids));
    expect(zipped.kind).toBe('nonsense');
    await packed.close();
  });

  it('waits no longer than its limit', async () => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    failing.proxy.setFaults(() => ({ kind: 'hold', until }));
    const error = await rejection(failing.open({ timeoutMs: 50, attempts: 2 }).chainHead());
    expect(error.kind).toBe('unavailable');
    expect(error.message).toContain('50 ms');
    release();
  });

  it('names the call and the place of nonsense', async () => {
    const corrupt = (wanted: string, change: (result: Record<string, unknown>) => unknown): void =>
      failing.proxy.setFaults(() => ({
        kind: 'corrupt',
        change: (method, result) =>
          method === `Filecoin.${wanted}` ? change(result as Record<string, unknown>) : undefined,
      }));
    const client = failing.open();
    const { Cids, Height } = failing.head;
    const [block = { '/': '' }] = Cids;

    corrupt('ChainHead', (tipset) => ({ ...tipset, Height: 'tall' }));
    const height = await rejection(client.chainHead());
    expect(height).toMatchObject({ kind: 'nonsense', method: 'Filecoin.ChainHead' });
    expect(height.message).toContain('Height');

    corrupt('ChainHead', (tipset) => ({ ...tipset, Height: 7 }));
    expect((await rejection(client.chainHead())).message).toContain('another height');

    corrupt('ChainHead', (tipset) => ({ ...tipset, Cids: [block, block, block, block, block] }));
    expect((await rejection(client.chainHead())).message).toContain('as many CIDs as blocks');

    corrupt('StateCompute', (answer) => {
      const text = formatJson(answer).replace('"ExitCode":0', '"ExitCode":"0"');
      return parseJson(text);
    });
    const trace = await rejection(client.stateCompute(Height, Cids));
    expect(trace.kind).toBe('nonsense');
    expect(trace.message).toMatch(/Trace\.0\..*ExitCode/);

    corrupt('StateGetActor', (actor) => ({ ...actor, Balance: '1e9' }));
    expect((await rejection(client.stateGetActor('f02', Cids))).message).toContain('Balance');

    corrupt('ChainGetBlockMessages', (answer) => ({ ...answer, Cids: [block] }));
    expect((await rejection(client.chainGetBlockMessages(block))).kind).toBe('nonsense');

    failing.proxy.setFaults(() => ({ kind: 'status', status: 200, body: '{"oops":true}' }));
    expect((await rejection(client.chainHead())).kind).toBe('nonsense');
  });

  it.each([
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740993', 2n ** 53n + 1n],
    ['9223372036854775808', 2n ** 63n],
    ['18446744073709551615', 2n ** 64n - 1n],
    ['18446744073709551616', null],
    ['-1', null],
  ])('takes the method number %s as it stands', async (digits, expected) => {
    const message = `{"Version":0,"To":"f0100","From":"f0101","Nonce":7,"Value":"9","GasLimit":10,"GasFeeCap":"1","GasPremium":"2","Method":${digits},"Params":null}`;
    const body = `{"jsonrpc":"2.0","id":1,"result":${message}}`;
    failing.proxy.setFaults(() => ({ kind: 'status', status: 200, body }));
    const told = failing.open({ attempts: 1 }).chainGetMessage(failing.head.Cids[0] ?? { '/': '' });
    if (expected === null) expect((await rejection(told)).message).toContain('Method');
    else expect((await told).Method).toBe(expected);
  });

  it('takes null lists as empty ones, and empty addresses as none', async () => {
    const client = failing.open();
    const [block = { '/': '' }] = failing.head.Cids;
    failing.proxy.setFaults(() => ({
      kind: 'corrupt',
      change: (method, result) =>
        method.endsWith('BlockMessages')
          ? { BlsMessages: null, SecpkMessages: null, Cids: null }
          : method.endsWith('StateGetActor')
            ? { ...(result as object), DelegatedAddress: '<empty>' }
            : null,
    }));
    const empty = { BlsMessages: [], SecpkMessages: [], Cids: [] };
    expect(await client.chainGetBlockMessages(block)).toEqual(empty);
    expect(await client.chainGetParentMessages(block)).toEqual([]);
    expect(await client.chainGetParentReceipts(block)).toEqual([]);
    expect(await client.chainGetEvents(block)).toEqual([]);
    expect(await client.mpoolPending()).toEqual([]);
    expect(await client.f3LatestCertificate()).toBeNull();
    expect((await client.stateGetActor('f02', failing.head.Cids))?.DelegatedAddress).toBeNull();
  });

  it('takes headers and parameters as Forest and Lotus tell what is not there or will not come', async () => {
    const client = failing.open();
    const absent = { Ticket: null, ElectionProof: null, BLSAggregate: null, BlockSig: null };
    const far = { UpgradeSmokeHeight: -1, UpgradeXxHeight: 2n ** 63n - 2n };
    failing.proxy.setFaults(() => ({
      kind: 'corrupt',
      change: (method, result) => {
        if (method.endsWith('StateGetNetworkParams'))
          return { ...(result as object), ForkUpgradeParams: far };
        if (!method.endsWith('ChainHead')) return undefined;
        const [first, ...others] = (result as TipsetJson).Blocks.map((block) =>
          Object.fromEntries(Object.entries(block).filter(([name]) => !(name in absent))),
        );
        const BeaconEntries = [{ Round: 0, Data: null }];
        return { ...(result as TipsetJson), Blocks: [{ ...first, BeaconEntries }, ...others] };
      },
    }));
    const [first, ...others] = failing.head.Blocks.map((block) => ({ ...block, ...absent }));
    const BeaconEntries = [{ Round: 0, Data: '' }];
    expect((await client.chainHead()).Blocks).toEqual([{ ...first, BeaconEntries }, ...others]);
    expect((await client.probe()).params.ForkUpgradeParams).toEqual({
      UpgradeSmokeHeight: -1,
      UpgradeXxHeight: Number.MAX_SAFE_INTEGER,
    });
  });

  it('takes packed answers', async () => {
    const plain = await failing
      .open({ gzip: false })
      .stateCompute(failing.head.Height, failing.head.Cids);
    const client = createNodeClient({ url: failing.node.url, gzip: true });
    expect(await client.stateCompute(failing.head.Height, failing.head.Cids)).toEqual(plain);
    expect(plain.Trace.length).toBeGreaterThan(0);
    await client.close();
  });

  it('ends its calls when it is closed', async () => {
    const client = failing.open();
    failing.proxy.setFaults(() => ({ kind: 'delay', ms: 5000 }));
    const pending = rejection(client.chainHead());
    await new Promise((resolve) => setTimeout(resolve, 30));
    await client.close();
    expect((await pending).kind).toBe('closed');
    expect((await rejection(client.chainHead())).kind).toBe('closed');
  });
});
