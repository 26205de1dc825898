import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../../client.ts';
import type { NodeClient, TipsetKey } from '../../types.ts';
import { DEMO_CHAIN } from '../../testing/demo-node.ts';
import { startRecordedNode, type RunningRecordedNode } from '../start.ts';

describe('sectors before the end of the recording', () => {
  let running: RunningRecordedNode;
  let node: NodeClient;
  let genesis: TipsetKey;
  const at = async (height: number): Promise<TipsetKey> =>
    (await node.chainGetTipSetByHeight(height, null)).Cids;
  beforeAll(async () => {
    running = await startRecordedNode({
      folder: DEMO_CHAIN,
      startHeight: 2000,
      epochSeconds: null,
    });
    node = createNodeClient({ url: running.url });
    genesis = await at(0);
  });
  afterAll(async () => {
    await node.close();
    await running.close();
  });

  it('are those of the genesis, as many as it counts', async () => {
    const counts: number[] = [];
    for (const address of await node.stateListMiners(genesis)) {
      const sectors = await node.stateMinerSectors(address, null, genesis);
      expect(sectors.length).toBe((await node.stateMinerSectorCount(address, genesis)).Live);
      counts.push(sectors.length);
    }
    expect(counts.sort((a, b) => b - a)).toEqual([200, 120, 60, 20]);
  });

  it('are there from their activation on', async () => {
    const [first] = await node.stateMinerSectors('f01080', [1, 1], await at(1200));
    expect(first).toMatchObject({ SectorNumber: 1, Expiration: 1449822 });
    const before = await at(first?.Activation ?? 0);
    await expect(node.stateMinerSectors('f01080', [1, 1], before)).rejects.toThrow(
      'sector 1 not found',
    );
    expect(await node.stateMinerSectors('f01080', null, before)).toEqual([]);
  });

  it('are refused where they changed later, and of providers that there were not', async () => {
    // Extended at height 17,728.
    await expect(node.stateMinerSectors('f01080', [9, 1], await at(1990))).rejects.toThrow(
      'not recorded',
    );
    await expect(node.stateMinerSectors('f01080', null, genesis)).rejects.toThrow('not found');
  });
});
