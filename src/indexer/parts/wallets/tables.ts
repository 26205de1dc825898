import type { Insertable, Selectable } from 'kysely';
import type {
  AccountChannelTable,
  ChannelActionTable,
  ChannelTable,
  OlderWalletTable,
  ProposalActionTable,
  ProposalTable,
  WalletCountTable,
} from '#store/schema.ts';
import type { FactInfo, StateInfo } from '../info.ts';

/** State rows by table, as read from the database. */
export interface WalletsState {
  proposal: Selectable<ProposalTable>;
  channel: Selectable<ChannelTable>;
  wallet_count: Selectable<WalletCountTable>;
  older_wallet: Selectable<OlderWalletTable>;
}

/** Fact rows by table, as appended. */
export interface WalletsFacts {
  proposal_action: Insertable<ProposalActionTable>[];
  channel_action: Insertable<ChannelActionTable>[];
  account_channel: Insertable<AccountChannelTable>[];
}

export const WALLETS_STATE: StateInfo<WalletsState> = {
  proposal: {
    key: ['actor_id', 'txn_id'],
    columns: [
      'actor_id',
      'txn_id',
      'ord',
      'proposer_id',
      'to_addr',
      'value',
      'method',
      'params',
      'approvals',
      'status',
      'height',
      'cid',
      'settled_height',
      'settled_cid',
      'exit_code',
      'return',
    ],
    bytes: ['to_addr', 'params', 'cid', 'settled_cid', 'return'],
  },
  channel: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'from_id',
      'to_id',
      'to_send',
      'settling_at',
      'min_settle_height',
      'lanes',
      'height',
      'cid',
      'collected_height',
    ],
    bytes: ['cid'],
  },
  wallet_count: {
    key: ['actor_id'],
    columns: ['actor_id', 'proposals', 'channels'],
    bytes: [],
  },
  older_wallet: { key: ['actor_id'], columns: ['actor_id', 'told', 'settled'], bytes: [] },
};

export const WALLETS_FACTS: FactInfo<WalletsFacts> = {
  proposal_action: ['height', 'position', 'actor_id', 'txn_id', 'kind', 'by_id', 'cid'],
  channel_action: [
    'height',
    'position',
    'actor_id',
    'kind',
    'by_id',
    'cid',
    'lane',
    'nonce',
    'amount',
  ],
  account_channel: ['actor_id', 'ord', 'channel_id', 'height'],
};
