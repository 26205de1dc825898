import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../../client.ts';
import { startDemoNode } from '../../testing/demo-node.ts';
import type { NodeClient, TipsetKey } from '../../types.ts';
import type { RunningRecordedNode } from '../start.ts';

let running: RunningRecordedNode;
let node: NodeClient;
let genesis: TipsetKey;
const at = async (height: number): Promise<TipsetKey> =>
  (await node.chainGetTipSetByHeight(height, null)).Cids;
beforeAll(async () => {
  running = await startDemoNode(2000);
  node = createNodeClient({ url: running.url });
  genesis = await at(0);
});
afterAll(async () => {
  await node.close();
  await running.close();
});

describe('deals and data cap of the genesis', () => {
  it('are the four hundred that the genesis providers began with', async () => {
    const deals = await node.stateMarketDeals(genesis);
    const claims = await node.stateGetAllClaims(genesis);
    expect([deals.size, claims.size]).toEqual([400, 400]);
    expect(Math.max(...deals.keys())).toBe(399);
    expect([Math.min(...claims.keys()), Math.max(...claims.keys())]).toEqual([1, 400]);
    expect((await node.stateGetAllAllocations(genesis)).size).toBe(0);
    expect(await node.stateMarketStorageDeal(7, genesis)).toEqual(deals.get(7));
    expect(await node.stateMarketStorageDeal(500, genesis)).toBeNull();
    expect(await node.stateVerifierStatus('f081', genesis)).toBe('0');
    expect(await node.stateVerifierStatus('f099', genesis)).toBeNull();
    expect(await node.stateVerifiedClientStatus('f0104', genesis)).toBeNull();
  });

  it('are refused where they would have to be guessed', async () => {
    const later = (await node.chainHead()).Cids;
    await expect(node.stateVerifierStatus('f0100', genesis)).rejects.toThrow('not recorded');
    await expect(node.stateMarketDeals(later)).rejects.toThrow('not recorded');
    await expect(node.stateMarketStorageDeal(7, later)).rejects.toThrow('not recorded');
    await expect(node.stateGetAllClaims(later)).rejects.toThrow('not recorded');
  });
});

describe('sectors before the end of the recording', () => {
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
