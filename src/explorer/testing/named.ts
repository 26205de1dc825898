/** The made chain that tests of reads share, and its things by their names. */
import { formatAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { Store } from '#store/store.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain, type MadeChain } from './chain.ts';
import { digest, GENESIS_TIME, robustOf } from './rows.ts';

export const TOP = 40;
export const MESSAGES = 6;
export const at = (height: number, position: number): string =>
  cidOf(digest(`message ${height} ${position}`));
export const block = (height: number, miner = 1000): string =>
  cidOf(digest(`block ${height} ${miner}`));
export const address = (id: number): string => formatAddress(robustOf(id));

/** Writes the chain, and reads it by a clock that is ten epochs past its head. */
export async function writeNamed(store: Store): Promise<{ chain: MadeChain; explorer: Explorer }> {
  const chain = makeChain({ height: TOP, messages: MESSAGES });
  await writeChain(store, chain);
  const now = (): number => (GENESIS_TIME + (TOP + 10) * 30) * 1000;
  return { chain, explorer: createExplorer(store, { now }) };
}
