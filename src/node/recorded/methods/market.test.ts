import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeClient } from '../../client.ts';
import type { NodeClient, TipsetKey } from '../../types.ts';
import { DEMO_CHAIN } from '../../testing/demo-node.ts';
import { startRecordedNode, type RunningRecordedNode } from '../start.ts';

describe('deals and data cap of the genesis', () => {
  let running: RunningRecordedNode;
  let node: NodeClient;
  let genesis: TipsetKey;
  let later: TipsetKey;
  beforeAll(async () => {
    running = await startRecordedNode({
      folder: DEMO_CHAIN,
      startHeight: 2000,
      epochSeconds: null,
    });
    node = createNodeClient({ url: running.url });
    genesis = (await node.chainGetTipSetByHeight(0, null)).Cids;
    later = (await node.chainHead()).Cids;
  });
  afterAll(async () => {
    await node.close();
    await running.close();
  });

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
    await expect(node.stateVerifierStatus('f0100', genesis)).rejects.toThrow('not recorded');
    await expect(node.stateMarketDeals(later)).rejects.toThrow('not recorded');
    await expect(node.stateMarketStorageDeal(7, later)).rejects.toThrow('not recorded');
    await expect(node.stateGetAllClaims(later)).rejects.toThrow('not recorded');
  });
});
