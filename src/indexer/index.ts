export { createIndexer } from './indexer.ts';
export type { Indexer, IndexerConfig } from './options.ts';
export type { NodeAddress } from './chain/threads/protocol.ts';
export type { IndexerMetrics } from './metrics.ts';
export { createTokenReader } from './tokens/reader.ts';
export { createPeers } from './peers/peers.ts';
export { createPriceFeed } from './price/feed.ts';
export { createMempool } from './mempool/mempool.ts';
export type { Mempool, MempoolChange, MempoolStatus } from './mempool/options.ts';
