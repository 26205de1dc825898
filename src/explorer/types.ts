/** What can be asked of the index. The wire shapes stand in each entity's schema.ts. */
import type { Locale } from '#i18n/locales.ts';
import type {
  AccountDetail,
  AccountEvents,
  AccountMessages,
  AccountTransfers,
  BalanceStats,
} from './account/schema.ts';
import type { MerchantReads } from './merchant/reads.ts';
import type { MinerReads } from './miner/reads.ts';
import type { ContractReads } from './contract/reads.ts';
import type { NameReads } from './name/reads.ts';
import type {
  NumberInput,
  PageInput,
  MessagePageInput,
  TransferPageInput,
  OffsetPageInput,
  SampleInput,
} from './input.ts';
import type { BlockDetail, BlockMessages } from './block/schema.ts';
import type { DataCapReads } from './datacap/reads.ts';
import type { DappReads } from './dapp/reads.ts';
import type { DealReads } from './deal/reads.ts';
import type { PoolDifference, SeenPool } from './mempool/since.ts';
import type { EditorialReads } from './editorial/reads.ts';
import type { MempoolList, MempoolOfAddress, PendingMessages } from './mempool/schema.ts';
import type { MessageDetail, MessageList, MessageOthers } from './message/schema.ts';
import type { MessageEvents } from './message/eventSchema.ts';
import type { Subcalls } from './message/callSchema.ts';
import type { BaseFeeStats, IndexStatus, Info, NetworkFacts, Overview } from './network/schema.ts';
import type { RaceReads } from './race/reads.ts';
import type { RichListInput } from './richlist/list.ts';
import type { RichList } from './richlist/schema.ts';
import type { FoundThing, SearchResult } from './search/schema.ts';
import type { SuggestInput } from './search/suggest.ts';
import type { SectorReads } from './sector/reads.ts';
import type { SitemapReads } from './sitemap/reads.ts';
import type { StatsReads } from './stats/reads.ts';
import type { TipsetDetail, TipsetList, TipsetRecent } from './tipset/schema.ts';
import type { WalletReads } from './wallet/reads.ts';
import type { TagReads } from './tag/reads.ts';
import type { TokenReads } from './token/reads.ts';
import type { Trust } from './trust/schema.ts';
import type { Answer } from './wire.ts';

/**
 * Every read answers `{head, data}`: `data` is the wire shape, `head` the head that it was made
 * for. Reads throw `BadInput`, `NotFound` or `Gone`.
 */
export interface Explorer {
  /** The same reads, known accounts called in another language. */
  in(language: Locale): Explorer;
  readonly tipset: {
    /** The newest tipsets; `count` is 1 to 100, by default 10. */
    recent(count?: NumberInput): Promise<Answer<TipsetRecent>>;
    list(input?: PageInput): Promise<Answer<TipsetList>>;
    /** A null round is answered too (`nullRound`). */
    at(height: NumberInput): Promise<Answer<TipsetDetail>>;
  };
  readonly block: {
    get(cid: string): Promise<Answer<BlockDetail>>;
    messages(cid: string, input?: MessagePageInput): Promise<Answer<BlockMessages>>;
  };
  readonly message: {
    list(input?: MessagePageInput): Promise<Answer<MessageList>>;
    /** `id`: CID or Ethereum hash. `block`: one of the blocks that include it. */
    get(id: string, options?: { block?: string | undefined }): Promise<Answer<MessageDetail>>;
    others(id: string): Promise<Answer<MessageOthers>>;
    events(id: string): Promise<Answer<MessageEvents>>;
    subcalls(id: string): Promise<Answer<Subcalls>>;
  };
  readonly account: {
    /** Any form of an address. */
    /** As it is, or with balance and provider as they were at a height. */
    get(address: string, input?: { height?: NumberInput }): Promise<Answer<AccountDetail>>;
    messages(address: string, input?: MessagePageInput): Promise<Answer<AccountMessages>>;
    transfers(address: string, input?: TransferPageInput): Promise<Answer<AccountTransfers>>;
    events(address: string, input?: PageInput): Promise<Answer<AccountEvents>>;
    balanceStats(address: string, input?: SampleInput): Promise<Answer<BalanceStats>>;
  };
  readonly miner: MinerReads;
  readonly sector: SectorReads;
  readonly wallet: WalletReads;
  readonly deal: DealReads;
  readonly dataCap: DataCapReads;
  /** The node's message pool: changes without a new head. */
  readonly mempool: {
    /** Newest first; `head` also takes the `snapshot` of an earlier answer. */
    list(input?: MessagePageInput): Promise<Answer<MempoolList>>;
    /** From or to an account (empty: any), oldest first; `pageSize` is at most 1,000. */
    ofAddress(address: string, input?: PageInput): Promise<Answer<MempoolOfAddress>>;
    /** What has not run yet: in the pool, or included in the head. */
    pending(address: string, input?: OffsetPageInput): Promise<Answer<PendingMessages>>;
    /** What is different from a pool that was seen before (null: from nothing that is told). */
    since(before: SeenPool | null): Promise<Answer<PoolDifference>>;
  };
  readonly network: {
    info(): Promise<Answer<Info>>;
    overview(): Promise<Answer<Overview>>;
    baseFee(input?: SampleInput): Promise<Answer<BaseFeeStats>>;
    /** How far the index is. Works on an empty index too. */
    status(): Promise<IndexStatus>;
    /** Null until the indexer has met its node for the first time. */
    facts(): Promise<NetworkFacts | null>;
    /** What the index has proven of what it tells. */
    trust(): Promise<Answer<Trust>>;
  };
  readonly stats: StatsReads;
  readonly richList: {
    /** The largest balances; pages are of one snapshot per head. */
    list(input?: RichListInput): Promise<Answer<RichList>>;
  };
  readonly token: TokenReads;
  readonly contract: ContractReads;
  readonly name: NameReads;
  /** The ecosystem. */
  readonly dapp: DappReads;
  readonly merchant: MerchantReads;
  readonly race: RaceReads;
  /** Names that owners sign. */
  readonly tag: TagReads;
  /** What editors wrote of the network. */
  readonly editorial: EditorialReads;
  readonly sitemap: SitemapReads;
  readonly search: {
    find(id: string): Promise<Answer<SearchResult>>;
    /** What a text that is being typed may stand for. */
    suggest(text: string, input?: SuggestInput): Promise<Answer<FoundThing[]>>;
  };
}
