/** All calls of the API. */
import { ADDRESS_ENDPOINTS } from './endpoints/address.ts';
import { BLOCK_ENDPOINTS } from './endpoints/block.ts';
import { CONTRACT_ENDPOINTS } from './endpoints/contract.ts';
import { NAME_ENDPOINTS } from './endpoints/name.ts';
import { DATACAP_ENDPOINTS } from './endpoints/datacap.ts';
import { DEAL_ENDPOINTS } from './endpoints/deal.ts';
import { ECOSYSTEM_ENDPOINTS } from './endpoints/ecosystem.ts';
import { MEMPOOL_ENDPOINTS } from './endpoints/mempool.ts';
import { MESSAGE_ENDPOINTS } from './endpoints/message.ts';
import { MINER_ENDPOINTS } from './endpoints/miner.ts';
import { SECTOR_ENDPOINTS } from './endpoints/sector.ts';
import { NETWORK_ENDPOINTS } from './endpoints/network.ts';
import { STATS_ENDPOINTS } from './endpoints/stats.ts';
import { TIPSET_ENDPOINTS } from './endpoints/tipset.ts';
import { TOKEN_ENDPOINTS } from './endpoints/token.ts';
import { WALLET_ENDPOINTS } from './endpoints/wallet.ts';
import type { Endpoint } from './endpoints/endpoint.ts';

export type { Endpoint, Query } from './endpoints/endpoint.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...NETWORK_ENDPOINTS,
  ...STATS_ENDPOINTS,
  ...TIPSET_ENDPOINTS,
  ...BLOCK_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...MEMPOOL_ENDPOINTS,
  ...ADDRESS_ENDPOINTS,
  ...DEAL_ENDPOINTS,
  ...DATACAP_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
  ...CONTRACT_ENDPOINTS,
  ...NAME_ENDPOINTS,
  ...MINER_ENDPOINTS,
  ...SECTOR_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...ECOSYSTEM_ENDPOINTS,
];
