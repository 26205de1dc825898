import type { TokenDetail } from '#explorer/token/schema.ts';

const TOKEN_TABS = ['transfers', 'holders', 'inventory', 'info', 'contract'] as const;
export type TokenPageTab = (typeof TOKEN_TABS)[number];

/** Words of the tabs in old links. */
const FORMER: Readonly<Record<string, TokenPageTab>> = { tx: 'transfers', holder: 'holders' };

/** All that `?t=` may say of a token's page. */
export const KNOWN_TOKEN_TABS: readonly string[] = [...TOKEN_TABS, ...Object.keys(FORMER)];

export interface TokenPageTabItem {
  key: TokenPageTab;
  /** Undefined where it is not known. */
  count: number | undefined;
}

/** The tabs of a token: an inventory is of NFTs only; of one holder there is no list of holders. */
export function tokenTabs(
  token: Pick<TokenDetail, 'type' | 'exchangeCount' | 'holderCount' | 'itemCount'>,
  holder = '',
): TokenPageTabItem[] {
  const isNft = token.type === 'ERC721' || token.type === 'ERC1155';
  return [
    { key: 'transfers', count: token.exchangeCount },
    ...(holder === '' ? [{ key: 'holders' as const, count: token.holderCount ?? undefined }] : []),
    ...(isNft ? [{ key: 'inventory' as const, count: token.itemCount }] : []),
    { key: 'info', count: undefined },
    { key: 'contract', count: undefined },
  ];
}

/** The tab that `?t=` asks for, by its word or an old link's; the first when there is no such tab. */
export function chosenTokenTab(
  tabs: readonly TokenPageTabItem[],
  asked: string | null,
): TokenPageTab {
  const named = asked === null ? null : Object.hasOwn(FORMER, asked) ? FORMER[asked] : asked;
  return tabs.find(({ key }) => key === named)?.key ?? 'transfers';
}
