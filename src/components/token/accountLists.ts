/** What an account's page shows of tokens: reads for its tabs. */
import type { AccountNfts, AccountTokenTransfers, TokenHoldings } from '#explorer/token/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { readPage } from '#format/query.ts';
import { narrowedTab, readNarrowed, type Narrowed } from '../list/narrowed.ts';
import { pinnedTab } from '../page/attempt.ts';
import { PAGE_SIZE, type TabInput, type TabPage } from '../list/paging.ts';

export type TokenTabList = TabPage &
  (
    | { tab: 'token-transfers'; list: AccountTokenTransfers; type: string; narrowed: Narrowed }
    | { tab: 'tokens'; rows: TokenHoldings['nftList']['tokenList']; name: string }
    | { tab: 'nfts'; list: AccountNfts }
  );

/** Reads the list of a tab as the page's address asks for it; null for a tab of something else. */
export async function readTokenTab(
  reads: Explorer['token'],
  tab: string,
  account: string,
  query: URLSearchParams,
): Promise<TokenTabList | null> {
  const page = readPage(query) ?? 0;
  const at = { page, pageSize: PAGE_SIZE };
  if (tab === 'token-transfers') {
    const type = query.get('type') ?? '';
    const narrowed = readNarrowed(query);
    const { startDate, endDate, endHeight, counterparty } = narrowed;
    const asked = { startDate, endDate, endHeight, counterparty, type };
    const read = (input: TabInput) => reads.transfersOf(account, { ...input, ...asked });
    const none: AccountTokenTransfers = { totalCount: 0, transfers: [], types: [], next: null };
    const shown = await narrowedTab(narrowed, query, at, read, none);
    return { tab, type, ...shown };
  }
  if (tab === 'tokens') {
    const name = query.get('token') ?? '';
    const { ercTwentyList, nftList } = (await reads.holdingsOf(account, { tokenName: name })).data;
    const all = [...ercTwentyList.tokenList, ...nftList.tokenList];
    const rows = all.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
    return { tab, rows, name, total: all.length, head: null, ...at };
  }
  if (tab === 'nfts') {
    const shown = await pinnedTab(query, at, (input) => reads.nftsOf(account, input));
    return { tab, ...shown };
  }
  return null;
}
