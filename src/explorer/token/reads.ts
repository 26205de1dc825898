/** Tokens; addresses in any form. What is no token is not found. */
import { counterparty, TIMES } from '../narrowing.ts';
import { OFFSET_PAGING, PAGING, tokenName, transferType, userAddress } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { SEARCHES } from '../searched.ts';
import { accountNfts, tokenHoldings } from './account.ts';
import { getToken, tokenHolders, tokenNfts } from './get.ts';
import { listTokens } from './lists.ts';
import {
  accountNftsSchema,
  accountTokenTransfersSchema,
  tokenDetailSchema,
  tokenHoldersSchema,
  tokenHoldingsSchema,
  tokenListSchema,
  tokenNftsSchema,
  tokenTransfersSchema,
} from './schema.ts';
import { accountTokenTransfers, tokenTransfers } from './transfers.ts';

export const tokenReads = {
  erc20List: defineRead({
    path: '/token/erc20-list',
    tag: 'token',
    summary: 'ERC-20 tokens, most transfers first',
    params: OFFSET_PAGING,
    schema: tokenListSchema,
    rows: 'tokens',
    read: (view, page) => listTokens(view, 'erc20', page),
  }),
  nftList: defineRead({
    path: '/token/nft-list',
    tag: 'token',
    summary: 'NFT collections (ERC-721 and ERC-1155), most transfers first',
    params: OFFSET_PAGING,
    schema: tokenListSchema,
    rows: 'tokens',
    read: (view, page) => listTokens(view, 'nft', page),
  }),
  get: defineRead({
    path: '/token/{address}',
    tag: 'token',
    summary: 'A token, by what its contract emits',
    params: { address: PARTS.token },
    schema: tokenDetailSchema,
    read: (view, { address }) => getToken(view, address),
  }),
  transfers: defineRead({
    path: '/token/{address}/token-transfers',
    tag: 'token',
    summary: 'Transfers of a token, newest first',
    params: { address: PARTS.token, ...OFFSET_PAGING, userAddress, ...TIMES },
    schema: tokenTransfersSchema,
    rows: 'transfers',
    read: (view, { address, ...asked }) => tokenTransfers(view, address, asked),
  }),
  holders: defineRead({
    path: '/token/{address}/holders',
    tag: 'token',
    summary: 'Holders of a token, largest first',
    params: { address: PARTS.token, ...OFFSET_PAGING },
    schema: tokenHoldersSchema,
    rows: 'holders',
    read: (view, { address, ...page }) => tokenHolders(view, address, page),
  }),
  nfts: defineRead({
    path: '/token/{address}/nfts',
    tag: 'token',
    summary: 'NFTs of a collection, newest first',
    params: { address: PARTS.token, ...OFFSET_PAGING },
    schema: tokenNftsSchema,
    rows: 'nfts',
    read: (view, { address, ...page }) => tokenNfts(view, address, page),
  }),
  transfersOf: defineRead({
    path: '/address/{address}/token-transfers',
    tag: 'address',
    summary: 'Token transfers from and to an account, newest first',
    description: `Days, heights and the type narrow the list exactly. By counterparty it is searched, ${SEARCHES}`,
    params: {
      address: PARTS.holder,
      ...PAGING,
      type: transferType(['ERC20', 'ERC721', 'ERC1155'], 'badTokenType'),
      ...TIMES,
      counterparty,
    },
    schema: accountTokenTransfersSchema,
    rows: 'transfers',
    read: (view, { address, ...asked }) => accountTokenTransfers(view, address, asked),
  }),
  holdingsOf: defineRead({
    path: '/address/{address}/token-holdings',
    tag: 'address',
    summary: 'What an account has of tokens',
    params: { address: PARTS.holder, tokenName },
    schema: tokenHoldingsSchema,
    rows: ['ercTwentyList.tokenList', 'nftList.tokenList'],
    read: (view, asked) => tokenHoldings(view, asked.address, asked.tokenName),
  }),
  nftsOf: defineRead({
    path: '/address/{address}/nfts',
    tag: 'address',
    summary: 'NFTs of an account',
    params: { address: PARTS.holder, ...PAGING },
    schema: accountNftsSchema,
    rows: 'nfts',
    read: (view, { address, ...page }) => accountNfts(view, address, page),
  }),
};
