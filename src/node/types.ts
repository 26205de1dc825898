/** What a Filecoin node answers, as JSON (shapes of Lotus 1.36; Forest and Venus agree unless noted). */
import type { Runs } from '#filecoin/bitfield.ts';
import type { Uint64 } from '#filecoin/uint64.ts';

export interface CidJson {
  '/': string;
}

/** A tipset key: its blocks' CIDs in tipset (ticket) order. `null` asks for the head. */
export type TipsetKey = readonly CidJson[];

export interface BlockHeaderJson {
  Miner: string;
  Ticket: { VRFProof: string } | null;
  ElectionProof: { WinCount: number; VRFProof: string | null } | null;
  BeaconEntries: { Round: number; Data: string }[] | null;
  WinPoStProof: { PoStProof: number; ProofBytes: string }[] | null;
  Parents: CidJson[];
  ParentWeight: string;
  Height: number;
  ParentStateRoot: CidJson;
  ParentMessageReceipts: CidJson;
  Messages: CidJson;
  BLSAggregate: SignatureJson | null;
  Timestamp: number;
  BlockSig: SignatureJson | null;
  ForkSignaling: number;
  ParentBaseFee: string;
}

export interface SignatureJson {
  /** 1 secp256k1, 2 BLS, 3 delegated. */
  Type: number;
  /** base64 */
  Data: string;
}

export interface TipsetJson {
  Cids: CidJson[];
  Blocks: BlockHeaderJson[];
  Height: number;
}

export interface MessageJson {
  Version: number;
  To: string;
  From: string;
  Nonce: number;
  Value: string;
  GasLimit: number;
  GasFeeCap: string;
  GasPremium: string;
  /** 0 … 2^64−1; a bigint above 2^53. */
  Method: Uint64;
  /** base64 */
  Params: string | null;
  CID?: CidJson | undefined;
}

export interface SignedMessageJson {
  Message: MessageJson;
  Signature: SignatureJson;
  CID?: CidJson | undefined;
}

export interface BlockMessagesJson {
  BlsMessages: MessageJson[];
  SecpkMessages: SignedMessageJson[];
  /** BLS messages' CIDs, then the signed ones'. */
  Cids: CidJson[];
}

export interface ParentMessageJson {
  Cid: CidJson;
  Message: MessageJson;
}

export interface ReceiptJson {
  ExitCode: number;
  /** base64 */
  Return: string | null;
  GasUsed: number;
  EventsRoot?: CidJson | null | undefined;
}

export interface GasCostJson {
  Message: CidJson | null;
  GasUsed: string;
  BaseFeeBurn: string;
  OverEstimationBurn: string;
  MinerPenalty: string;
  MinerTip: string;
  Refund: string;
  TotalCost: string;
}

export interface ActorJson {
  Code: CidJson;
  Head: CidJson;
  Nonce: number;
  Balance: string;
  DelegatedAddress?: string | null | undefined;
}

/** A call as it ran. Addresses may be ids or robust ones. */
export interface ExecutionTraceJson {
  Msg: {
    From: string;
    To: string;
    Value: string;
    /** 0 … 2^64−1; a bigint above 2^53. */
    Method: Uint64;
    Params: string | null;
    ParamsCodec?: number | undefined;
    GasLimit?: number | undefined;
    ReadOnly?: boolean | undefined;
  };
  MsgRct: { ExitCode: number; Return: string | null; ReturnCodec?: number | undefined };
  /** Absent when no actor ran (and in answers of old nodes). */
  InvokedActor?: { Id: number; State: ActorJson } | null | undefined;
  Subcalls: ExecutionTraceJson[] | null;
}

export interface InvocationJson {
  MsgCid: CidJson;
  Msg: MessageJson;
  MsgRct: ReceiptJson;
  GasCost: GasCostJson;
  ExecutionTrace: ExecutionTraceJson;
  Error: string;
}

export interface StateComputeJson {
  Root: CidJson;
  Trace: InvocationJson[];
}

export interface EventJson {
  Emitter: number;
  Entries: { Flags: number; Key: string; Codec: number; Value: string }[];
}

export interface HeadChange {
  Type: 'current' | 'apply' | 'revert';
  Val: TipsetJson;
}

export interface CirculatingSupplyJson {
  FilVested: string;
  FilMined: string;
  FilBurnt: string;
  FilLocked: string;
  FilCirculating: string;
  FilReserveDisbursed: string;
}

export interface PowerJson {
  MinerPower: { RawBytePower: string; QualityAdjPower: string };
  TotalPower: { RawBytePower: string; QualityAdjPower: string };
  HasMinPower: boolean;
}

export interface MinerInfoJson {
  Owner: string;
  Worker: string;
  /** `<empty>` (or absent) when none is to come. */
  NewWorker?: string | null | undefined;
  ControlAddresses: string[] | null;
  /** −1 when none is to come. */
  WorkerChangeEpoch: number;
  PeerId: string | null;
  /** base64 */
  Multiaddrs: string[] | null;
  WindowPoStProofType: number;
  SectorSize: number;
  WindowPoStPartitionSectors: number;
  ConsensusFaultElapsed: number;
  PendingOwnerAddress?: string | null | undefined;
  /** Absent in answers about actors before version 9. */
  Beneficiary?: string | null | undefined;
  BeneficiaryTerm?: { Quota: string; UsedQuota: string; Expiration: number } | null | undefined;
  PendingBeneficiaryTerm?:
    | {
        NewBeneficiary: string;
        NewQuota: string;
        NewExpiration: number;
        ApprovedByBeneficiary: boolean;
        ApprovedByNominee: boolean;
      }
    | null
    | undefined;
}

export interface SectorCountJson {
  Live: number;
  Active: number;
  Faulty: number;
}

/** A sector as its provider's state holds it, dead ones included until they are compacted away. */
export interface SectorJson {
  SectorNumber: number;
  SealProof: number;
  SealedCID: CidJson;
  Activation: number;
  Expiration: number;
  /** Bytes times epochs. */
  DealWeight: string;
  VerifiedDealWeight: string;
  /** attoFIL */
  InitialPledge: string;
  /** Epoch from which power counts: of the activation, or of the last update or extension; older nodes leave it out. */
  PowerBaseEpoch?: number | undefined;
  /** Sealed CID before the sector was updated. */
  SectorKeyCID?: CidJson | null | undefined;
}

/** A partition's sectors, as sets of numbers. */
export interface PartitionJson {
  AllSectors: Runs;
  FaultySectors: Runs;
  RecoveringSectors: Runs;
  LiveSectors: Runs;
  ActiveSectors: Runs;
}

/** StateReadState: `State` depends on the actor's kind; its readers parse it. */
export interface ActorStateJson {
  Balance: string;
  Code: CidJson;
  State: unknown;
}

/** A market deal. Epochs that have not come are −1. */
export interface MarketDealJson {
  Proposal: {
    PieceCID: CidJson;
    /** Padded bytes. */
    PieceSize: number;
    VerifiedDeal: boolean;
    Client: string;
    Provider: string;
    Label: string;
    StartEpoch: number;
    EndEpoch: number;
    StoragePricePerEpoch: string;
    ProviderCollateral: string;
    ClientCollateral: string;
  };
  State: {
    /** Not told by nodes before network version 22. */
    SectorNumber?: number | undefined;
    SectorStartEpoch: number;
    LastUpdatedEpoch: number;
    SlashEpoch: number;
  };
}

/** A verified allocation that no sector has claimed. */
export interface AllocationJson {
  /** Actor ids. */
  Client: number;
  Provider: number;
  Data: CidJson;
  /** Padded bytes. */
  Size: number;
  TermMin: number;
  TermMax: number;
  Expiration: number;
}

/** A claimed allocation. */
export interface ClaimJson {
  Provider: number;
  Client: number;
  Data: CidJson;
  Size: number;
  TermMin: number;
  TermMax: number;
  TermStart: number;
  Sector: number;
}

export interface NetworkParamsJson {
  NetworkName: string;
  BlockDelaySecs: number;
  ForkUpgradeParams: Record<string, number>;
  Eip155ChainID: number;
  GenesisTimestamp?: number | undefined;
}

export interface F3CertificateJson {
  GPBFTInstance: number;
  ECChain: { Key: CidJson[]; Epoch: number; PowerTable: CidJson }[];
}

export interface PeerJson {
  ID: string;
  /** Multiaddresses. */
  Addrs: string[];
}

export interface MpoolUpdateJson {
  /** 0 added, 1 removed. */
  Type: 0 | 1;
  Message: SignedMessageJson;
}

/** Which calls the node knows, found by asking once at the start. */
export type Capability =
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
  /** Executes the tipset; gas charges are dropped before the answer is parsed. */
  stateCompute(height: number, key: TipsetKey): Promise<StateComputeJson>;
  stateChangedActors(before: CidJson, after: CidJson): Promise<Map<string, ActorJson>>;
  stateGetActor(address: string, key: TipsetKey): Promise<ActorJson | null>;
  stateListActors(key: TipsetKey): Promise<string[]>;
  stateLookupId(address: string, key: TipsetKey): Promise<string | null>;
  stateLookupRobustAddress(id: string, key: TipsetKey): Promise<string | null>;
  /** The f1 or f3 address of an account. */
  stateAccountKey(id: string, key: TipsetKey): Promise<string>;
  stateReadState(address: string, key: TipsetKey): Promise<ActorStateJson>;
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
  stateCirculatingSupply(key: TipsetKey): Promise<CirculatingSupplyJson>;
  /** By deal id. All deals of a market: gigabytes on a large network. */
  stateMarketDeals(key: TipsetKey): Promise<Map<number, MarketDealJson>>;
  /** Null for a deal that the market does not have (any more). */
  stateMarketStorageDeal(id: number, key: TipsetKey): Promise<MarketDealJson | null>;
  /** By allocation id. */
  stateGetAllAllocations(key: TipsetKey): Promise<Map<number, AllocationJson>>;
  /** By claim id. */
  stateGetAllClaims(key: TipsetKey): Promise<Map<number, ClaimJson>>;
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
