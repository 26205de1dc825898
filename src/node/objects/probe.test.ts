import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../client.ts';
import { NodeError } from '../errors.ts';
import { rejection, startDemoNode, startStateNode } from '../testing/demo-node.ts';
import type { CidJson, NodeClient } from '../types.ts';
import { probeObjects } from './probe.ts';

const refusal = (code: number, message: string): NodeError =>
  new NodeError(code === -32601 ? 'unsupported' : 'rpc', 'Filecoin.ChainReadObj', message, {
    code,
  });

describe('the probe of objects', () => {
  let node: Awaited<ReturnType<typeof startStateNode>>;
  let client: NodeClient;
  beforeAll(async () => {
    node = await startStateNode(2600);
    client = createNodeClient({ url: node.url });
  });
  afterAll(async () => {
    await client.close();
    await node.close();
  });

  /** The node, but of its objects it tells what `told` does; `asked` counts from 0. */
  const probe = (
    told: (asked: number, cid: CidJson) => Promise<Uint8Array>,
  ): Promise<readonly string[]> => {
    let asked = 0;
    return probeObjects({ head: client.chainHead, chainReadObj: (cid) => told(asked++, cid) }, 0);
  };

  it('finds what the node has', async () => {
    const { capabilities } = await client.probe();
    expect([...capabilities]).toEqual(expect.arrayContaining(['ChainReadObj', 'ActorObjects']));
    // Its states of actors were not recorded.
    const demo = await startDemoNode(19_600);
    const ofDemo = createNodeClient({ url: demo.url });
    const found = (await ofDemo.probe()).capabilities;
    expect(found.has('ChainReadObj')).toBe(true);
    expect(found.has('ActorObjects')).toBe(false);
    await ofDemo.close();
    await demo.close();
  });

  it('takes nothing for missing that is missing for a moment', async () => {
    const passing = [
      refusal(-32601, "method 'Filecoin.ChainReadObj' not found"),
      refusal(1, 'blockstore get: ipld: could not find bafy'),
      refusal(-32603, "can't find object with cid=bafy"),
    ];
    for (const error of passing)
      for (const at of [0, 1, 2, 3])
        expect(
          await probe((asked, cid) =>
            asked === at ? Promise.reject(error) : client.chainReadObj(cid),
          ),
        ).toEqual(['ChainReadObj', 'ActorObjects']);
  });

  it('takes for missing what the node says that it lacks, again and again', async () => {
    const unknown = refusal(-32601, "method 'Filecoin.ChainReadObj' not found");
    expect(await rejection(probe(() => Promise.reject(unknown)))).toBe(unknown);
    for (const error of [
      unknown.asLasting(),
      refusal(1, 'blockstore get: ipld: could not find bafy'),
    ]) {
      expect(await probe(() => Promise.reject(error))).toEqual([]);
      const reward = await rewardHead();
      const onlyTree = await probe((_, cid) =>
        cid['/'] === reward ? Promise.reject(error) : client.chainReadObj(cid),
      );
      expect(onlyTree).toEqual(['ChainReadObj']);
    }
  });

  it('is not done when the node fails, is busy or lies', async () => {
    const failures = [
      new NodeError('unavailable', 'Filecoin.ChainReadObj', 'no answer within 60000 ms'),
      new NodeError('unavailable', 'Filecoin.ChainReadObj', 'HTTP status 503', { code: 503 }),
      refusal(1, 'blockstore get: context deadline exceeded'),
    ];
    for (const error of failures)
      expect(await rejection(probe(() => Promise.reject(error)))).toBe(error);
    const lied = await rejection(probe(async () => Uint8Array.of(0x80)));
    expect(lied.kind).toBe('nonsense');
    // The header names what is no state.
    const head = await client.chainHead();
    const [first] = head.Blocks;
    if (first === undefined) throw new Error('a tipset has blocks');
    const forged = { ...head, Blocks: [{ ...first, ParentStateRoot: first.Messages }] };
    const wrong = probeObjects({ head: async () => forged, chainReadObj: client.chainReadObj }, 0);
    expect((await rejection(wrong)).kind).toBe('nonsense');
  });

  const rewardHead = async (): Promise<string> => {
    const actor = await client.stateGetActor('f02', (await client.chainHead()).Cids);
    return actor?.Head['/'] ?? '';
  };
});
