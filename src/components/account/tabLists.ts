/** What the chosen tab of an account's page shows, each subject by its own reads. */
import type { AccountDetail } from '#explorer/account/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { readContractTab, type ContractTab } from '../contract/accountTab.ts';
import type { MinerTabList } from '../miner/reads.ts';
import { readStorageTab, type StorageTabList } from '../storage/accountLists.ts';
import { readTokenTab, type TokenTabList } from '../token/accountLists.ts';
import { readWalletTab, type WalletTabList } from '../wallet/accountLists.ts';
import { readActivityTab, type ActivityTabList } from './accountLists.ts';

/** At most one is not null: none for tabs of storage providers, and for accounts without an actor. */
export interface AccountTabLists {
  activity: ActivityTabList | null;
  tokens: TokenTabList | null;
  wallet: WalletTabList | null;
  storage: StorageTabList | null;
  contract: ContractTab | null;
}

/** Reads the list of a tab as the page's address asks for it. `waiting`: messages in the pool stand above it. */
export async function readTabLists(
  explorer: Explorer,
  tab: string,
  account: AccountDetail,
  query: URLSearchParams,
  waiting: boolean,
): Promise<AccountTabLists> {
  const { address } = account;
  const [activity, tokens, wallet, storage, contract] = await Promise.all([
    readActivityTab(explorer.account, tab, account, query, waiting),
    readTokenTab(explorer.token, tab, address, query),
    readWalletTab(explorer.wallet, tab, address, query, account.pendingProposalCount > 0),
    readStorageTab(explorer, tab, address, query),
    readContractTab(explorer.contract, tab, address, query),
  ]);
  return { activity, tokens, wallet, storage, contract };
}

/** Whether the reader narrowed the list by something that makes no sense. */
export function isRefused(
  { activity, tokens }: Pick<AccountTabLists, 'activity' | 'tokens'>,
  provider: MinerTabList | null,
): boolean {
  const wrong = [activity, tokens].some(
    (shown) => shown !== null && 'narrowed' in shown && shown.narrowed.wrong !== null,
  );
  return wrong || (provider !== null && 'refused' in provider && provider.refused !== null);
}
