import type { Insertable, Selectable } from 'kysely';
import type {
  AccountTokenTransferTable,
  NftHolderTable,
  NftTable,
  TokenAccountTable,
  TokenHolderTable,
  TokenTable,
  TokenTransferTable,
} from '#store/schema.ts';
import type { FactInfo, StateInfo } from '../info.ts';

/** State rows by table, as read from the database. */
export interface TokensState {
  token: Selectable<TokenTable>;
  token_holder: Selectable<TokenHolderTable>;
  token_account: Selectable<TokenAccountTable>;
  nft: Selectable<NftTable>;
  nft_holder: Selectable<NftHolderTable>;
}

/** Fact rows by table, as appended. */
export interface TokensFacts {
  token_transfer: Insertable<TokenTransferTable>[];
  account_token_transfer: Insertable<AccountTokenTransferTable>[];
}

export const TOKENS_STATE: StateInfo<TokensState> = {
  token: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'address',
      'standard',
      'wrapped',
      'malformed',
      'mixed',
      'negative',
      'partial',
      'transfer_count',
      'holder_count',
      'item_count',
      'minted',
      'burned',
      'height',
    ],
    bytes: ['address'],
  },
  token_holder: {
    key: ['token_id', 'holder'],
    columns: ['token_id', 'holder', 'amount', 'transfer_count'],
    bytes: ['holder'],
  },
  token_account: {
    key: ['holder'],
    columns: [
      'holder',
      'transfer_count',
      'erc20_count',
      'erc721_count',
      'erc1155_count',
      'nft_count',
    ],
    bytes: ['holder'],
  },
  nft: {
    key: ['token_id', 'item'],
    columns: ['token_id', 'item', 'ord', 'supply', 'uri', 'height', 'position'],
    bytes: [],
  },
  nft_holder: {
    key: ['token_id', 'item', 'holder'],
    columns: ['token_id', 'item', 'holder', 'amount'],
    bytes: ['holder'],
  },
};

export const TOKENS_FACTS: FactInfo<TokensFacts> = {
  token_transfer: [
    'token_id',
    'ord',
    'height',
    'position',
    'timestamp',
    'seq',
    'cid',
    'log_index',
    'standard',
    'from_addr',
    'to_addr',
    'item',
    'value',
  ],
  account_token_transfer: [
    'holder',
    'ord',
    'standard',
    'standard_ord',
    'token_id',
    'token_place',
    'token_ord',
    'height',
    'position',
  ],
};
