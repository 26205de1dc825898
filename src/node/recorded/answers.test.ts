import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../client.ts';
import { demoFile, call, parentsOf, post, rootOf, startDemoNode } from '../testing/demo-node.ts';
import type { CidJson, NodeClient } from '../types.ts';
import type { RunningRecordedNode } from './start.ts';

describe('the recorded node at its end', () => {
  let node: RunningRecordedNode;
  let client: NodeClient;
  beforeAll(async () => {
    node = await startDemoNode(20_300);
    client = createNodeClient({ url: node.url });
    await node.advanceTo(99_999);
  });
  afterAll(async () => {
    await client.close();
    await node.close();
  });

  it('has the pool that the recorded node had', async () => {
    const pending = await client.mpoolPending();
    expect(pending).toHaveLength(18);
    // Recorded of the node itself, not replayed.
    const status = await post(node.url, { id: 1, method: 'Sextant.Recording', params: [] });
    expect(status.json['result']).toMatchObject({
      recorded: true,
      network: 'harbor',
      ended: true,
      headHeight: 20_300,
      startHeight: 20_300,
      epochSeconds: null,
    });
  });

  it('answers state from the nearest ancestor where the actor changed', async () => {
    const head = await client.chainHead();
    const parent = await client.chainGetTipSet(parentsOf(head));
    const changed = await client.stateChangedActors(rootOf(parent), rootOf(head));
    const miners = (await call(node.url, 'StateListMiners', null)).result as string[];
    expect(miners).toHaveLength(17);
    const unchanged = miners.filter((miner) => !changed.has(miner));
    expect(unchanged.length).toBe(13);
    for (const miner of unchanged)
      for (const method of [
        'StateReadState',
        'StateMinerInfo',
        'StateMinerSectorCount',
        'StateMinerFaults',
        'StateMinerRecoveries',
      ]) {
        // At the head it was recorded although nothing had changed: both answers must agree.
        const recorded = await call(node.url, method, miner, head.Cids);
        const derived = await call(node.url, method, miner, parent.Cids);
        expect(recorded.error, method).toBeUndefined();
        expect(derived, `${method} ${miner}`).toEqual(recorded);
      }
    const power = await client.stateMinerPower(unchanged[0] ?? '', parent.Cids);
    const network = await client.stateMinerPower('', parent.Cids);
    expect(power.TotalPower).toEqual(network.TotalPower);
    // What changes with time holds at the very tipset only.
    const time = await call(node.url, 'StateMinerProvingDeadline', unchanged[0], parent.Cids);
    expect(time.error?.message).toContain('not recorded');
  });

  it('gives balances that agree with the recorded actors of the end', async () => {
    const head = await client.chainHead();
    const all = await client.stateListActors(head.Cids);
    expect(all).toHaveLength(282);
    const genesis = await client.chainGetTipSetByHeight(0, null);
    const sample = 'f01215';
    expect(await client.stateGetActor(sample, genesis.Cids)).toBeNull();
    const robust = await client.stateLookupRobustAddress(sample, head.Cids);
    expect(robust).toMatch(/^f3/);
    expect(await client.stateLookupId(robust ?? '', head.Cids)).toBe(sample);
    expect(await client.stateLookupId(robust ?? '', genesis.Cids)).toBeNull();
    expect(await client.stateLookupRobustAddress(sample, genesis.Cids)).toBeNull();
    expect(await client.stateLookupRobustAddress('f06', head.Cids)).toBeNull();
    expect(await client.stateGetActor(robust ?? '', head.Cids)).toEqual(
      await client.stateGetActor(sample, head.Cids),
    );
    const actors = await Promise.all(all.map((id) => client.stateGetActor(id, head.Cids)));
    const sum = actors.reduce((total, actor) => total + BigInt(actor?.Balance ?? 0), 0n);
    // Nothing is made and nothing is lost: all FIL of the network is in its actors.
    expect(sum).toBe(2_000_000_000n * 10n ** 18n);
  });

  it('gives siblings of a tipset the same parent messages and receipts', async () => {
    let tipset = await client.chainHead();
    while (tipset.Cids.length < 3) tipset = await client.chainGetTipSet(parentsOf(tipset));
    const receipts = await Promise.all(
      tipset.Cids.map((cid) => client.chainGetParentReceipts(cid)),
    );
    const messages = await Promise.all(
      tipset.Cids.map((cid) => client.chainGetParentMessages(cid)),
    );
    for (const answer of receipts) expect(answer).toEqual(receipts[0]);
    for (const answer of messages) expect(answer).toEqual(messages[0]);
    expect(messages[0]?.length).toBe(receipts[0]?.length);
    const own = await client.chainGetMessagesInTipset(parentsOf(tipset));
    expect(own).toEqual(messages[0]);
    const blocks = await Promise.all(
      tipset.Cids.map((cid) => call(node.url, 'ChainGetBlock', cid)),
    );
    expect(blocks.map(({ result }) => result)).toEqual(tipset.Blocks);
  });

  it('finds where a message was executed, also one that another replaced', async () => {
    let child = await client.chainHead();
    let parents = await client.chainGetParentMessages(child.Cids[0] ?? { '/': '' });
    while (parents.length === 0) {
      child = await client.chainGetTipSet(parentsOf(child));
      parents = await client.chainGetParentMessages(child.Cids[0] ?? { '/': '' });
    }
    const [message] = parents;
    const [receipt] = await client.chainGetParentReceipts(child.Cids[0] ?? { '/': '' });
    expect((await call(node.url, 'StateSearchMsg', null, message?.Cid, -1, true)).result).toEqual({
      Message: message?.Cid,
      Receipt: { EventsRoot: null, ...receipt },
      ReturnDec: null,
      TipSet: child.Cids,
      Height: child.Height,
    });
    const { CID: _, ...expected } = message?.Message ?? {};
    expect(await client.chainGetMessage(message?.Cid ?? { '/': '' })).toMatchObject(expected);
    const anchor = parentsOf(child);
    expect((await call(node.url, 'StateSearchMsg', anchor, message?.Cid, -1, true)).result).toBe(
      null,
    );
    const truth = demoFile('truth/activity.json') as {
      replaced: { first: CidJson; second: CidJson }[];
    };
    const found = { replaced: 0, first: 0 };
    for (const { first, second } of truth.replaced) {
      const any = await call(node.url, 'StateSearchMsg', null, first, -1, true);
      const exact = await call(node.url, 'StateSearchMsg', null, first, -1, false);
      if (exact.result !== null) found.first++;
      else {
        expect(any.result).toMatchObject({ Message: second });
        found.replaced++;
      }
    }
    expect(found.replaced).toBeGreaterThan(50);
    expect(found.first).toBeGreaterThan(0);
  });

  it('speaks JSON-RPC: batches, both paths, packed answers, errors', async () => {
    const head = { jsonrpc: '2.0', id: 'a', method: 'Filecoin.ChainHead', params: [] };
    const v0 = node.url.replace('v1', 'v0');
    const batch = await post(v0, [head, { ...head, id: 7, method: 'Filecoin.Nothing' }, 5]);
    expect(batch.json).toMatchObject([
      { id: 'a', result: { Height: 20_300 } },
      { id: 7, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
    const packed = await post(node.url, head, { 'accept-encoding': 'gzip' });
    expect(packed.response.headers.get('content-encoding')).toBe('gzip');
    expect(packed.json).toMatchObject({ id: 'a', result: { Height: 20_300 } });
    const broken = await fetch(node.url, { method: 'POST', body: '{' });
    expect(await broken.json()).toMatchObject({ error: { code: -32700 } });
    expect((await fetch(node.url)).status).toBe(404);
    const bad = await call(node.url, 'ChainGetTipSetByHeight', 'x', null);
    expect(bad.error?.code).toBe(-32602);
    // The node's own errors are answers too.
    expect((await call(node.url, 'Version')).error).toEqual({
      code: 1,
      message: 'unknown node type 0',
    });
  });

  it('reads contracts as they were at the end', async () => {
    const ask = async (method: string, ...params: unknown[]) =>
      (await post(node.url, { id: 1, method, params })).json;
    const gone = '0x73DC681fbba0270328f43fa7f3477a12cee3f3e7';
    expect(await ask('eth_getCode', gone, 'latest')).toMatchObject({ result: '0x' });
    const token = '0x5036b92e91ed569a1eac098826500472d78cc3f9';
    const data = `0xc87b56dd${'0'.repeat(64)}`;
    const reverted = await ask('eth_call', { to: token, data }, 'latest');
    expect(reverted['error']).toMatchObject({ code: 3 });
    const older = await ask('eth_call', { to: token, data }, '0x10');
    expect(older['error']).toMatchObject({ code: 1 });
    expect(await ask('eth_gasPrice')).toMatchObject({ result: '0x3149e' });
    const address = await call(node.url, 'FilecoinAddressToEthAddress', 'f01034', 'latest');
    expect(address.result).toBe('0xff0000000000000000000000000000000000040a');
  });

  it('serves results byte for byte as they were recorded', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'Filecoin.StateActorCodeCIDs',
      params: [29],
    });
    const text = await (await fetch(node.url, { method: 'POST', body })).text();
    expect(text).toMatch(/^\{"jsonrpc":"2.0","result":\{"account":\{"\/":"bafk2bzaceb7q/);
    expect(text.endsWith(',"id":1}')).toBe(true);
  });
});
