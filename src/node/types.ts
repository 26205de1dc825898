/** A Filecoin node as the rest of the program sees it. Shapes of its answers: schemas/. */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import type { VestingTable } from '#filecoin/mining/vesting.ts';
import type {
  ActorJson,
  ActorStateJson,
  AllocationJson,
  BlockMessagesJson,
  CidJson,
  CirculatingSupplyJson,
  ClaimJson,
  EventJson,
  F3CertificateJson,
  HeadChange,
  MarketDealJson,
  MessageJson,
  MinerInfoJson,
  MpoolUpdateJson,
  NetworkParamsJson,
  ParentMessageJson,
  PartitionJson,
  PeerJson,
  PendingProposalJson,
  PowerJson,
  ReceiptJson,
  SectorCountJson,
  SectorJson,
  SignedMessageJson,
  StateComputeJson,
  TipsetJson,
  TipsetKey,
} from './schemas.ts';

/** A node that lets one wait. */
export interface Silence {
  /** What was asked first. */
  readonly name: string;
  /** For how long nothing has come, ms. */
  readonly ms: number;
}

export type * from './schemas.ts';

/**
 * Which calls the node knows, found by asking at the start. `ChainReadObj`: the objects of the state
 * tree are to be had; `ActorObjects`: those of the states of actors too.
 */
export type Capability =
  | 'ChainReadObj'
  | 'ActorObjects'
  | 'ChainNotify'
  | 'MpoolSub'
  | 'StateCompute'
  | 'StateChangedActors'
  | 'ChainGetEvents'
  | 'ChainGetFinalizedTipSet'
  | 'F3GetLatestCertificate'
  | 'StateVMCirculatingSupplyInternal';

export interface NodeInfo {
  /** `StateNetworkName`. */
  networkName: string;
  chainId: number;
  /** e.g. "lotus/1.36.2"; null when the node does not say. */
  version: string | null;
  genesis: TipsetJson;
  params: NetworkParamsJson;
  capabilities: ReadonlySet<Capability>;
  /** True for the recorded node of this project. */
  recorded: boolean;
  /** The lowest height that the node has; above 0 for a recording of a part of a chain. */
  firstHeight: number;
}

/**
 * A Filecoin node. Every method rejects with `NodeError` (node/errors.ts): `kind` tells whether the
 * node was away (`unavailable`, may be retried), refused (`rpc`, with its code), lacks the call
 * (`unsupported`), answered what no schema allows (`nonsense`), or whether the client was closed
 * meanwhile (`closed`).
 * Answers are validated by zod at this edge; `null` lists come as empty ones.
 */
export interface NodeClient {
  readonly url: string;
  probe(): Promise<NodeInfo>;
  /** Of a recorded node: whether its recording is over. Null for any other node. */
  recording(): Promise<{ ended: boolean } | null>;
  /** How long the node has let its callers wait for any answer; StateCompute, which may take minutes, aside. */
  silence(): Silence | null;

  chainHead(): Promise<TipsetJson>;
  chainGetTipSet(key: TipsetKey): Promise<TipsetJson>;
  /** The tipset at `height`, or the newest one before it when that was a null round. */
  chainGetTipSetByHeight(height: number, anchor: TipsetKey | null): Promise<TipsetJson>;
  /** The tipset at `height`, or the first one after it. */
  chainGetTipSetAfterHeight(height: number, anchor: TipsetKey | null): Promise<TipsetJson>;
  chainGetFinalizedTipSet(): Promise<TipsetJson>;
  chainGetBlockMessages(block: CidJson): Promise<BlockMessagesJson>;
  /** Messages of a tipset in the order of their execution. */
  chainGetMessagesInTipset(key: TipsetKey): Promise<ParentMessageJson[]>;
  chainGetParentMessages(block: CidJson): Promise<ParentMessageJson[]>;
  chainGetParentReceipts(block: CidJson): Promise<ReceiptJson[]>;
  chainGetEvents(root: CidJson): Promise<EventJson[]>;
  chainGetMessage(cid: CidJson): Promise<MessageJson>;
  /**
   * Executes the tipset; gas charges are dropped before the answer is parsed. `ahead` of others, of which
   * many are in memory at once, a trace of which more than 32 MiB are left is refused (`isTooLong`).
   */
  stateCompute(
    height: number,
    key: TipsetKey,
    options?: { readonly ahead?: boolean },
  ): Promise<StateComputeJson>;
  /** Of recordings only: live nodes walk all actors there are. */
  stateChangedActors(before: CidJson, after: CidJson): Promise<Map<string, ActorJson>>;
  stateGetActor(address: string, key: TipsetKey): Promise<ActorJson | null>;
  /** Of recordings only. */
  stateListActors(key: TipsetKey): Promise<string[]>;
  stateLookupId(address: string, key: TipsetKey): Promise<string | null>;
  stateLookupRobustAddress(id: string, key: TipsetKey): Promise<string | null>;
  /** The f1 or f3 address of an account. */
  stateAccountKey(id: string, key: TipsetKey): Promise<string>;
  stateReadState(address: string, key: TipsetKey): Promise<ActorStateJson>;
  /** A block of the state by its CID. */
  chainReadObj(cid: CidJson): Promise<Uint8Array>;
  msigGetPending(address: string, key: TipsetKey): Promise<PendingProposalJson[]>;
  stateNetworkVersion(key: TipsetKey): Promise<number>;
  /** Kind name → code CID. */
  stateActorCodeCids(networkVersion: number): Promise<Map<string, string>>;
  /** `address` "" asks for the network's totals. */
  stateMinerPower(address: string, key: TipsetKey): Promise<PowerJson>;
  stateListMiners(key: TipsetKey): Promise<string[]>;
  stateMinerInfo(address: string, key: TipsetKey): Promise<MinerInfoJson>;
  stateMinerSectorCount(address: string, key: TipsetKey): Promise<SectorCountJson>;
  /** Numbers of the sectors that are faulty, the recovering ones included. */
  stateMinerFaults(address: string, key: TipsetKey): Promise<Runs>;
  /** Numbers of the faulty sectors that are declared to be proven again. */
  stateMinerRecoveries(address: string, key: TipsetKey): Promise<Runs>;
  /** Of all sectors, or of those named; the node refuses when one of these does not exist. */
  stateMinerSectors(address: string, sectors: Runs | null, key: TipsetKey): Promise<SectorJson[]>;
  stateMinerPartitions(address: string, deadline: number, key: TipsetKey): Promise<PartitionJson[]>;
  /** What the provider could withdraw, attoFIL. */
  stateMinerAvailableBalance(address: string, key: TipsetKey): Promise<string>;
  /**
   * A provider's vesting table in that state; null of a node without objects of the state, which has no
   * call for it.
   */
  minerVestingFunds(address: string, key: TipsetKey): Promise<VestingTable | null>;
  stateCirculatingSupply(key: TipsetKey): Promise<CirculatingSupplyJson>;
  /** By deal id. Of recordings only: all deals of a market are gigabytes on a large network. */
  stateMarketDeals(key: TipsetKey): Promise<Map<number, MarketDealJson>>;
  /** Null for a deal that the market does not have (any more). */
  stateMarketStorageDeal(id: number, key: TipsetKey): Promise<MarketDealJson | null>;
  /** By allocation id. Of recordings only. */
  stateGetAllAllocations(key: TipsetKey): Promise<Map<number, AllocationJson>>;
  /** By claim id. Of recordings only. */
  stateGetAllClaims(key: TipsetKey): Promise<Map<number, ClaimJson>>;
  /** Null for one that this client does not have (any more). */
  stateGetAllocation(client: string, id: number, key: TipsetKey): Promise<AllocationJson | null>;
  /** Null for one that this provider does not have (any more). */
  stateGetClaim(provider: string, id: number, key: TipsetKey): Promise<ClaimJson | null>;
  /** Bytes of data cap that the account may still give; null for what is no verifier. */
  stateVerifierStatus(address: string, key: TipsetKey): Promise<string | null>;
  /** Bytes of data cap that the account has; null for what has none. */
  stateVerifiedClientStatus(address: string, key: TipsetKey): Promise<string | null>;
  /**
   * What a contract answers to a read (`eth_call`, calldata); null when it reverts. `height`: state
   * after the execution of the tipset there, of the newest executed one when absent. Answers above
   * 64 KiB are refused (`nonsense`).
   */
  ethCall(to: Uint8Array, data: Uint8Array, height?: number): Promise<Uint8Array | null>;
  /** A contract's runtime code (`eth_getCode`); empty where there is none (any more). `height`: as for `ethCall`. */
  ethGetCode(address: Uint8Array, height?: number): Promise<Uint8Array>;
  /** 32 bytes of a contract's storage (`eth_getStorageAt`). `height`: as for `ethCall`. */
  ethGetStorageAt(address: Uint8Array, slot: Uint8Array, height?: number): Promise<Uint8Array>;
  f3LatestCertificate(): Promise<F3CertificateJson | null>;
  /** Null where the node has no such certificate (any more). */
  f3Certificate(instance: number): Promise<F3CertificateJson | null>;
  mpoolPending(): Promise<SignedMessageJson[]>;
  /** Peers that the node is connected to. */
  netPeers(): Promise<PeerJson[]>;
  /** What a peer calls itself; null when the node does not know. */
  netAgentVersion(peerId: string): Promise<string | null>;

  /**
   * Head changes as the node pushes them; a hint only. Reconnects by itself and calls `onChange`
   * with a fresh `current` after every reconnection. `onState` tells of losing and finding the node.
   */
  subscribeHeads(
    onChange: (changes: HeadChange[]) => void,
    onState: (state: 'connected' | 'lost', reason?: string) => void,
  ): Subscription;
  subscribeMpool(
    onUpdate: (update: MpoolUpdateJson) => void,
    onState: (state: 'connected' | 'lost', reason?: string) => void,
  ): Subscription;

  close(): Promise<void>;
}

export interface Subscription {
  close(): void;
}
