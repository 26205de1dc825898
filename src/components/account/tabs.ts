import type { AccountDetail } from '#explorer/account/schema.ts';
import { MINER_TABS } from '../miner/tabs.ts';

const ACCOUNT_TABS = [
  'messages',
  'transfers',
  ...MINER_TABS,
  'proposals',
  'channels',
  'deals',
  'pieces',
  'datacap',
  'token-transfers',
  'tokens',
  'nfts',
  'contract',
  'events',
] as const;
export type AccountTabName = (typeof ACCOUNT_TABS)[number];

/** Numbers of the tabs in old links. */
const NUMBERED: Readonly<Record<string, AccountTabName>> = {
  '0': 'messages',
  '1': 'transfers',
  '2': 'token-transfers',
  '3': 'contract',
  '4': 'events',
};

/** All that `?t=` may say of an account's page. */
export const KNOWN_ACCOUNT_TABS: readonly string[] = [...ACCOUNT_TABS, ...Object.keys(NUMBERED)];

type Counted = Pick<
  AccountDetail,
  | 'actor'
  | 'messageCount'
  | 'transferCount'
  | 'proposalCount'
  | 'channelCount'
  | 'dealCount'
  | 'pieceCount'
  | 'dataCapCount'
  | 'tokenTransferCount'
  | 'tokens'
  | 'nftCount'
  | 'eventLogCount'
> & {
  miner?: { blocksMined: number } | undefined;
  multisig?: { pendingTold: boolean } | undefined;
};

/** How much there is in each tab of an account; null where it is not counted. */
export function tabCounts(account: Counted): Record<AccountTabName, number | null> {
  const ofProvider = account.miner === undefined ? 0 : null;
  return {
    messages: account.messageCount,
    transfers: account.transferCount,
    blocks: account.miner?.blocksMined ?? 0,
    sectors: ofProvider,
    'sector-events': ofProvider,
    deadlines: ofProvider,
    expiry: ofProvider,
    fees: ofProvider,
    changes: ofProvider,
    // The tab also says that what was pending is not known.
    proposals: account.proposalCount || (account.multisig?.pendingTold === false ? null : 0),
    channels: account.channelCount,
    deals: account.dealCount,
    pieces: account.pieceCount,
    datacap: account.dataCapCount,
    'token-transfers': account.tokenTransferCount,
    tokens: account.tokens,
    nfts: account.nftCount,
    contract: account.actor === 'evm' ? null : 0,
    events: account.eventLogCount,
  };
}

/** The tabs that an account has something for, in their order; messages when it has nothing at all. */
export function accountTabs(account: Counted): AccountTabName[] {
  const counts = tabCounts(account);
  const tabs = ACCOUNT_TABS.filter((tab) => counts[tab] !== 0);
  return tabs.length === 0 ? ['messages'] : tabs;
}

/** The tab that `?t=` asks for, by name or by an old link's number; the first when there is no such tab. */
export function chosenAccountTab(
  tabs: readonly AccountTabName[],
  asked: string | null,
): AccountTabName {
  const named =
    asked === null ? undefined : Object.hasOwn(NUMBERED, asked) ? NUMBERED[asked] : asked;
  return tabs.find((tab) => tab === named) ?? tabs[0] ?? 'messages';
}
