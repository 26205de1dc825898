/** What a Filecoin node tells of the state, the network and itself, as JSON. */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { CidJson } from './chain.ts';

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
  WorkerChangeEpoch: Integer;
  PeerId: string | null;
  /** base64 */
  Multiaddrs: string[] | null;
  WindowPoStProofType: number;
  SectorSize: number;
  WindowPoStPartitionSectors: number;
  ConsensusFaultElapsed: Integer;
  PendingOwnerAddress?: string | null | undefined;
  /** Absent in answers about actors before version 9. */
  Beneficiary?: string | null | undefined;
  BeneficiaryTerm?: { Quota: string; UsedQuota: string; Expiration: Integer } | null | undefined;
  PendingBeneficiaryTerm?:
    | {
        NewBeneficiary: string;
        NewQuota: string;
        NewExpiration: Integer;
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
  SectorNumber: Integer;
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

/** A transaction that waits for approvals in a multisig (MsigGetPending). */
export interface PendingProposalJson {
  ID: number;
  To: string;
  Value: string;
  /** 0 … 2^64−1; a bigint above 2^53. */
  Method: Uint64;
  /** base64 */
  Params: string | null;
  /** Id addresses, the proposer first. */
  Approved: string[];
}

/** A market deal. Epochs that have not come are −1. */
export interface MarketDealJson {
  Proposal: {
    PieceCID: CidJson;
    /** Padded bytes. */
    PieceSize: Uint64;
    VerifiedDeal: boolean;
    Client: string;
    Provider: string;
    /** Empty where the label is bytes that are no text. */
    Label: string;
    /** These bytes, base64; nodes leave them out. */
    LabelBytes?: string | undefined;
    StartEpoch: Integer;
    EndEpoch: Integer;
    StoragePricePerEpoch: string;
    ProviderCollateral: string;
    ClientCollateral: string;
  };
  State: {
    /** Not told by nodes before network version 22. */
    SectorNumber?: Integer | undefined;
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
  Size: Uint64;
  TermMin: number;
  TermMax: number;
  Expiration: number;
}

/** A claimed allocation. */
export interface ClaimJson {
  Provider: number;
  Client: number;
  Data: CidJson;
  Size: Uint64;
  TermMin: number;
  TermMax: number;
  TermStart: number;
  Sector: Integer;
}

export interface NetworkParamsJson {
  NetworkName: string;
  BlockDelaySecs: number;
  ForkUpgradeParams: Record<string, number>;
  Eip155ChainID: number;
  GenesisTimestamp?: number | undefined;
}

export interface PeerJson {
  ID: string;
  /** Multiaddresses. */
  Addrs: string[];
}
