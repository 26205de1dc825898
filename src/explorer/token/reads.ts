import type { Access } from '../access.ts';
import type { OffsetPageInput, PageInput, TransferPageInput } from '../input.ts';
import type { Past } from '../view.ts';
import type { Answer } from '../wire.ts';
import { accountNfts, tokenHoldings } from './account.ts';
import { getToken, tokenHolders, tokenNfts } from './get.ts';
import { listTokens } from './lists.ts';
import type {
  AccountNfts,
  AccountTokenTransfers,
  TokenDetail,
  TokenHolders,
  TokenHoldings,
  TokenList,
  TokenNfts,
  TokenTransfers,
} from './schema.ts';
import { accountTokenTransfers, tokenTransfers, type TokenTransferInput } from './transfers.ts';

/** Tokens; addresses in any form. What is no token is not found. */
export interface TokenReads {
  erc20List(input?: OffsetPageInput): Promise<Answer<TokenList>>;
  nftList(input?: OffsetPageInput): Promise<Answer<TokenList>>;
  get(address: string): Promise<Answer<TokenDetail>>;
  transfers(address: string, input?: TokenTransferInput): Promise<Answer<TokenTransfers>>;
  holders(address: string, input?: OffsetPageInput): Promise<Answer<TokenHolders>>;
  nfts(address: string, input?: OffsetPageInput): Promise<Answer<TokenNfts>>;
  /** `type`: ERC20, ERC721 or ERC1155; empty or absent for all. */
  transfersOf(account: string, input?: TransferPageInput): Promise<Answer<AccountTokenTransfers>>;
  /** `tokenName`: part of a name or symbol. */
  holdingsOf(account: string, tokenName?: string): Promise<Answer<TokenHoldings>>;
  nftsOf(account: string, input?: PageInput): Promise<Answer<AccountNfts>>;
}

export function tokenReads({ read }: Access, past: Past): TokenReads {
  return {
    erc20List: (input) => read((view) => listTokens(view, past, 'erc20', input)),
    nftList: (input) => read((view) => listTokens(view, past, 'nft', input)),
    get: (address) => read((view) => getToken(view, address)),
    transfers: (address, input) => read((view) => tokenTransfers(view, address, input)),
    holders: (address, input) => read((view) => tokenHolders(view, past, address, input)),
    nfts: (address, input) => read((view) => tokenNfts(view, past, address, input)),
    transfersOf: (account, input) => read((view) => accountTokenTransfers(view, account, input)),
    holdingsOf: (account, tokenName) => read((view) => tokenHoldings(view, account, tokenName)),
    nftsOf: (account, input) => read((view) => accountNfts(view, past, account, input)),
  };
}
