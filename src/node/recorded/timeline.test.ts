import { readFileSync } from 'node:fs';
import { constants, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../client.ts';
import {
  call,
  DEMO_CHAIN,
  keyOf,
  post,
  rejection,
  startDemoNode,
  until,
} from '../testing/demo-node.ts';
import type { NodeClient } from '../types.ts';
import type { RunningRecordedNode } from './start.ts';

interface HeadLine {
  head: 'current' | 'apply' | 'revert';
  key: string[];
  height: number;
}

/** The timeline as the recording has it, read apart from the code under test. */
function timeline(): Record<string, unknown>[] {
  const text = zstdDecompressSync(readFileSync(`${DEMO_CHAIN}/timeline.ndjson.zst`), {
    params: { [constants.ZSTD_d_windowLogMax]: 27 },
  }).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the recorded node on its way', () => {
  const lines = timeline();
  const heads = lines.filter((line) => 'head' in line) as unknown as HeadLine[];
  let node: RunningRecordedNode;
  let client: NodeClient;
  const announced: string[] = [];
  const certificates: (number | null)[] = [];
  beforeAll(async () => {
    node = await startDemoNode(0);
    client = createNodeClient({ url: node.url, timeoutMs: 20_000 });
    let connected = false;
    client.subscribeHeads(
      (changes) => {
        connected = true;
        for (const { Type, Val } of changes) announced.push(`${Type} ${Val.Height} ${keyOf(Val)}`);
      },
      () => undefined,
    );
    await until(() => connected);
  });
  afterAll(async () => {
    await client.close();
    await node.close();
  });

  it('refuses what is recorded at the end only, while the head is below it', async () => {
    const refused = [
      ['StateMarketDeals', null],
      ['StateMinerDeadlines', 'f01000', null],
      ['StateMinerPartitions', 'f01000', 0, null],
      ['StateGetAllClaims', null],
      ['StateGetAllAllocations', null],
      ['StateMarketStorageDeal', 0, null],
      ['StateVerifiedClientStatus', 'f01005', null],
    ] as const;
    for (const [method, ...params] of refused) {
      const { error } = await call(node.url, method, ...params);
      expect(error?.code, method).toBe(1);
      expect(error?.message).toContain('not recorded');
    }
    const { error } = await call(node.url, 'StateReplay', null, null);
    expect(error?.code).toBe(-32601);
    const eth = await post(node.url, {
      id: 1,
      method: 'eth_getBalance',
      params: ['0x5036b92e91ed569a1eac098826500472d78cc3f9', 'latest'],
    });
    expect(eth.json['error']).toMatchObject({ code: 1 });
  });

  it('knows nothing of tipsets that are yet to come', async () => {
    const key = (heads.at(-1)?.key ?? []).map((cid) => ({ '/': cid }));
    expect((await rejection(client.chainGetTipSet(key))).message).toContain('not found');
    const [block] = key;
    if (block === undefined) throw new Error('the last head has no block');
    expect((await rejection(client.chainGetBlockMessages(block))).kind).toBe('rpc');
    expect((await rejection(client.chainGetParentReceipts(block))).kind).toBe('rpc');
    expect((await rejection(client.stateCompute(20_300, key))).kind).toBe('rpc');
  });

  it('reads code and constants of contracts once they exist', async () => {
    const contract = '0x5036b92e91ed569a1eac098826500472d78cc3f9';
    const name = { to: contract, data: '0x06fdde03' };
    const ask = async (method: string, ...params: unknown[]) =>
      (await post(node.url, { id: 1, method, params })).json;
    expect(await ask('eth_call', name, 'latest')).toHaveProperty('error');
    await node.advanceTo(12_000);
    expect((await ask('eth_call', name, 'latest'))['result']).toMatch(/^0x[0-9a-f]{128,}$/);
    expect((await ask('eth_getCode', contract, 'latest'))['result']).toMatch(/^0x6080/);
    // A balance of the token is no constant.
    const balance = { to: contract, data: `0x70a08231${'0'.repeat(64)}` };
    expect(await ask('eth_call', balance, 'latest')).toHaveProperty('error');
    // Destroyed by the end: its code of before is not recorded.
    const gone = '0x73dc681fbba0270328f43fa7f3477a12cee3f3e7';
    expect(await ask('eth_getCode', gone, 'latest')).toHaveProperty('error');
    expect((await ask('eth_blockNumber'))['result']).toMatch(/^0x2e[0-9a-f]{2}$/);
  });

  it('announces every change of head in the order of the recording', async () => {
    while (!node.position().ended) {
      await node.advanceTo(node.position().headHeight + 500);
      certificates.push((await client.f3LatestCertificate())?.GPBFTInstance ?? null);
      const { headHeight, headKey } = node.position();
      const head = await client.chainHead();
      expect([head.Height, keyOf(head)]).toEqual([headHeight, headKey.join(',')]);
    }
    await until(() => announced.length >= heads.length);
    expect(announced).toEqual(
      heads.map(({ head, height, key }) => `${head} ${height} ${key.join(',')}`),
    );
    expect(node.position()).toMatchObject({ headHeight: 20_300, ended: true });
    expect(certificates[0]).toBeNull();
    expect(certificates.at(-1)).toBe(800);
    const { result } = await call(node.url, 'ChainGetFinalizedTipSet');
    const last = lines.findLast((line) => 'f3' in line) as { f3: { ECChain: { Epoch: number }[] } };
    expect(result).toMatchObject({ Height: last.f3.ECChain.at(-1)?.Epoch });
  });
});

describe('the recorded node, moved by time', () => {
  it('announces each epoch to its followers and stands still at the end', async () => {
    const node = await startDemoNode(20_250, 0.02);
    const { headHeight } = await node.pause();
    expect(headHeight).toBeLessThan(20_300);
    const client = createNodeClient({ url: node.url });
    const heights: number[] = [];
    const subscription = client.subscribeHeads(
      (changes) => {
        for (const { Type, Val } of changes) if (Type !== 'revert') heights.push(Val.Height);
      },
      () => undefined,
    );
    await until(() => heights.length === 1);
    await node.run();
    await until(() => heights.at(-1) === 20_300);
    await until(() => node.position().ended);
    const expected = new Set(
      (timeline().filter((line) => 'head' in line) as unknown as HeadLine[])
        .map(({ height }) => height)
        .filter((height) => height >= (heights[0] ?? 0)),
    );
    expect([...new Set(heights)]).toEqual([...expected]);
    expect(heights[0]).toBe(headHeight);
    expect((await client.chainHead()).Height).toBe(20_300);
    subscription.close();
    await client.close();
    await node.close();
  });
});
