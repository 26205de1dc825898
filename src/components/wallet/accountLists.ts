/** What an account's page shows of wallets: reads for its tabs. */
import type { Explorer } from '#explorer/index.ts';
import type { Channels, Proposals } from '#explorer/wallet/schema.ts';
import { readPage } from '#format/query.ts';
import { pinnedTab } from '../page/attempt.ts';
import { type TabPage } from '../list/paging.ts';

export type WalletTabList = TabPage &
  (
    | {
        tab: 'proposals';
        list: Proposals;
        /** Only proposals of this status; empty for all. */
        status: string;
      }
    | { tab: 'channels'; list: Channels }
  );

/** The choice of all proposals, which is the default where none waits. */
export const ALL_PROPOSALS = 'all';

const PAGE_SIZE = 10;

/**
 * Reads the list of a tab as the page's address asks for it; null for a tab of something else.
 * `waiting`: some of its proposals wait, which are shown unless others are asked for.
 */
export async function readWalletTab(
  reads: Explorer['wallet'],
  tab: string,
  account: string,
  query: URLSearchParams,
  waiting: boolean,
): Promise<WalletTabList | null> {
  const at = { page: readPage(query) ?? 0, pageSize: PAGE_SIZE };
  if (tab === 'proposals') {
    const asked = query.get('status') ?? (waiting ? 'pending' : ALL_PROPOSALS);
    const status = asked === ALL_PROPOSALS ? '' : asked;
    const shown = await pinnedTab(query, at, (input) =>
      reads.proposals(account, { ...input, status }),
    );
    return { tab, status, ...shown };
  }
  if (tab === 'channels') {
    const shown = await pinnedTab(query, at, (input) => reads.channels(account, input));
    return { tab, ...shown };
  }
  return null;
}
