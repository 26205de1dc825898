import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../client.ts';
import { keyOf, parentsOf, rejection, rootOf, startDemoNode, until } from '../testing/demo-node.ts';
import type { HeadChange, MpoolUpdateJson, NodeClient, TipsetJson } from '../types.ts';
import type { RunningRecordedNode } from './start.ts';

describe('the recorded node, moved by hand', () => {
  let node: RunningRecordedNode;
  let client: NodeClient;
  beforeAll(async () => {
    node = await startDemoNode(12_509);
    client = createNodeClient({ url: node.url });
  });
  afterAll(async () => {
    await client.close();
    await node.close();
  });

  it('starts at the height asked for', async () => {
    const head = await client.chainHead();
    expect(head.Height).toBe(12_509);
    expect(node.position()).toMatchObject({ headHeight: 12_509, ended: false });
    const info = await client.probe();
    expect(info).toMatchObject({ networkName: 'harbor', chainId: 314, recorded: true });
    expect(info.genesis.Height).toBe(0);
    expect([...info.capabilities].sort()).toEqual([
      'ChainGetEvents',
      'ChainGetFinalizedTipSet',
      'ChainNotify',
      'ChainReadObj',
      'F3GetLatestCertificate',
      'MpoolSub',
      'StateChangedActors',
      'StateCompute',
      'StateVMCirculatingSupplyInternal',
    ]);
  });

  it('plays the fork at 12511: seven tipsets go and others come', async () => {
    const received: HeadChange[][] = [];
    const subscription = client.subscribeHeads(
      (changes) => received.push(changes),
      () => undefined,
    );
    await until(() => received.length === 1);
    expect(received[0]?.map(({ Type }) => Type)).toEqual(['current']);

    await node.advanceTo(12_520);
    expect(node.position().headHeight).toBe(12_520);
    const lost = await client.chainGetTipSetByHeight(12_515, null);
    const future = await client.chainGetTipSetByHeight(12_509, null);
    // A by-height call follows the branch of the present head: null rounds give what is before.
    expect((await client.chainGetTipSetByHeight(12_514, null)).Height).toBe(12_511);
    expect((await client.chainGetTipSetAfterHeight(12_512, null)).Height).toBe(12_515);

    while (!received.flat().some(({ Type }) => Type === 'revert')) {
      const before = received.length;
      await node.stepChange();
      await until(() => received.length > before);
    }
    const fork = received.at(-1) ?? [];
    expect(fork.map(({ Type, Val }) => `${Type} ${Val.Height}`)).toEqual([
      'revert 12521',
      'revert 12520',
      'revert 12519',
      'revert 12517',
      'revert 12516',
      'revert 12515',
      'revert 12511',
      'apply 12511',
    ]);
    expect((await client.chainHead()).Height).toBe(12_511);
    const other = fork.at(-1)?.Val;
    expect(keyOf(await client.chainHead())).toBe(other === undefined ? '' : keyOf(other));

    // What lost is still known, and asked from it the branch is its own.
    expect(keyOf(await client.chainGetTipSet(lost.Cids))).toBe(keyOf(lost));
    expect(keyOf(await client.chainGetTipSetByHeight(12_513, lost.Cids))).toContain('kve7ec');
    expect((await rejection(client.chainGetTipSetByHeight(12_512, null))).kind).toBe('rpc');

    await node.step();
    expect((await client.chainGetTipSetByHeight(12_514, null)).Height).toBe(12_514);
    expect((await client.chainGetTipSetByHeight(12_516, null)).Height).toBe(12_515);
    expect((await client.chainHead()).Height).toBe(12_520);
    expect(keyOf(await client.chainGetTipSetByHeight(12_509, null))).toBe(keyOf(future));
    // The winner's parents lead to the fork's base.
    const base = await client.chainGetTipSet(parentsOf(other ?? future));
    expect(keyOf(base)).toBe(keyOf(future));
    subscription.close();
  });

  it('answers state on both branches of the fork at 15206', async () => {
    await node.advanceTo(15_205);
    const heads: TipsetJson[] = [];
    while (heads.length < 60) {
      await node.stepChange();
      heads.push(await client.chainHead());
    }
    const keys = new Set(heads.map(keyOf));
    const final = new Set<string>();
    for (let at = await client.chainHead(); at.Height > 15_190;) {
      final.add(keyOf(at));
      at = await client.chainGetTipSet(parentsOf(at));
    }
    const lost = heads.filter((head) => !final.has(keyOf(head)));
    expect(keys.size).toBeGreaterThan(40);
    expect(lost.length).toBeGreaterThanOrEqual(12);
    let compared = 0;
    for (const tipset of lost) {
      const parent = await client.chainGetTipSet(parentsOf(tipset));
      const changed = await client.stateChangedActors(rootOf(parent), rootOf(tipset));
      for (const [address, actor] of changed) {
        expect(await client.stateGetActor(address, tipset.Cids)).toEqual(actor);
        compared++;
      }
      const computed = await client.stateCompute(tipset.Height, tipset.Cids);
      const explicit = computed.Trace.filter(({ Msg }) => Msg.From !== 'f00');
      const order = await client.chainGetMessagesInTipset(tipset.Cids);
      expect(order.map(({ Cid }) => Cid)).toEqual(explicit.map(({ MsgCid }) => MsgCid));
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('announces the message pool', async () => {
    const updates: MpoolUpdateJson[] = [];
    let open = false;
    const subscription = client.subscribeMpool(
      (update) => updates.push(update),
      (state) => (open = state === 'connected'),
    );
    await until(() => open);
    const before = await client.mpoolPending();
    const pool = new Map(before.map((message) => [message.CID?.['/'], message]));
    await node.advanceTo(15_890);
    while ((await client.mpoolPending()).length === 0) await node.step();
    await until(() => updates.length > 200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const { Type, Message } of updates) {
      if (Type === 0) pool.set(Message.CID?.['/'], Message);
      else pool.delete(Message.CID?.['/']);
    }
    const pending = await client.mpoolPending();
    expect(pending.length).toBeGreaterThan(0);
    // The stream does not tell of messages that others of the same nonce replaced.
    for (const message of pending) expect(pool.get(message.CID?.['/'])).toEqual(message);
    subscription.close();
  });
});
