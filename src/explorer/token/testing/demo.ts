/** The demo chain's tokens: an index that has read them, and the node that recorded what they say at its end. */
import { createTokenReader } from '#indexer/index.ts';
import { collectLog, demoAt, startDemo, type Demo } from '#indexer/testing/demo.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import type { Filling } from '#store/testing/kept.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../../wire.ts';

const TOP = 20_300;

export const activity = z
  .object({
    contracts: z.record(z.string(), z.object({ address: z.string() })),
    accounts: z.array(z.object({ eth: z.string(), f4: z.string() })),
    names: z.array(z.object({ name: z.string() })),
  })
  .parse(demoFile('truth/activity.json'));

/** name, symbol, decimals, type, supply, transfers, holders. */
export const TOKENS = {
  usd: ['Harbor Dollar', 'hUSD', 6, 'ERC20', '1000000000000000', 634, 26],
  anchor: ['Anchor', 'ANCH', 18, 'ERC20', '100000000000000000000000000', 318, 25],
  odd: ['<b>Not HTML</b> "quoted" 漁 🐟', 'F&<i>X', 0, 'ERC20', '1000000', 5, 5],
  wfil: ['Wrapped FIL', 'WFIL', 18, 'ERC20', '424500000000000000000', 368, 25],
  staking: ['Staked FIL', 'stFIL', 18, 'ERC20', '64307852652044998700', 243, 24],
  filPool: ['Pool Share', 'POOL', 18, 'ERC20', '100000000000000', 1, 1],
  anchorPool: ['Pool Share', 'POOL', 18, 'ERC20', '1000000000000000', 1, 1],
  shells: ['Shells of the Shore', 'SHELL', null, 'ERC721', '91', 169, 23],
  maps: ['Old Maps', 'MAP', null, 'ERC721', '86', 150, 23],
  nameRegistrar: ['Filecoin Name Service', 'FNS', null, 'ERC721', '20', 20, 14],
  items: [null, null, null, 'ERC1155', '2025', 208, 24],
} as const;

export type Key = keyof typeof TOKENS;

export const addressOf = (key: Key): string => activity.contracts[key]?.address ?? '';

/** The chain's node at the end of its recording. */
export async function startEnded(): Promise<Demo> {
  const demo = await startDemo(TOP);
  while (!demo.recorded.position().ended) await demo.recorded.stepChange();
  return demo;
}

export async function readTokens(store: Store, node: NodeClient): Promise<void> {
  const reader = createTokenReader({ node, store, log: collectLog().log });
  reader.start();
  await reader.sync();
  await reader.stop();
}

/** The index of the whole demo chain, its tokens read. */
export const DEMO_TOKENS: Filling = {
  name: `demo_tokens_${TOP}`,
  from: demoAt(TOP),
  async fill(store) {
    const demo = await startEnded();
    try {
      await readTokens(store, demo.node);
    } finally {
      await demo.close();
    }
  },
};

export async function checked<T>(schema: z.ZodType<T>, read: Promise<Answer<T>>): Promise<T> {
  const { data } = await read;
  expect(schema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
  return data;
}
