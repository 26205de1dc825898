/** What an account's page shows of wallets: reads for its tabs. */
import type { Explorer } from '#explorer/index.ts';
import type { Channels, Proposals } from '#explorer/wallet/schema.ts';
import { readPage } from '#format/query.ts';
import { pinnedTab, type TabPage } from '../page/attempt.ts';

export type WalletTabList = TabPage &
  ({ tab: 'proposals'; list: Proposals } | { tab: 'channels'; list: Channels });

const PAGE_SIZE = 10;

/** Reads the list of a tab as the page's address asks for it; null for a tab of something else. */
export async function readWalletTab(
  reads: Explorer['wallet'],
  tab: string,
  account: string,
  query: URLSearchParams,
): Promise<WalletTabList | null> {
  const at = { page: readPage(query) ?? 0, pageSize: PAGE_SIZE };
  if (tab === 'proposals') {
    const shown = await pinnedTab(query, at, (input) => reads.proposals(account, input));
    return { tab, ...shown };
  }
  if (tab === 'channels') {
    const shown = await pinnedTab(query, at, (input) => reads.channels(account, input));
    return { tab, ...shown };
  }
  return null;
}
