/** What a node tells of the state, the network and itself: schemas of its answers and, by them, types. */
import { z } from 'zod';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { clampInteger } from '#filecoin/encoding/integers.ts';
import { BitfieldError, runsFromJson, type Runs } from '#filecoin/encoding/bitfield.ts';
import { Cid } from './chain.ts';
import { list, amount, address, bytes, count, epoch, int64, uint64 } from './values.ts';

/** `Addrs`: multiaddresses. */
const Peer = z.object({ ID: z.string().min(1).max(200), Addrs: list(z.string()) });
export const Peers = list(Peer);
export type PeerJson = z.output<typeof Peer>;

export const AgentVersion = z.string();

export const CirculatingSupply = z.object({
  FilVested: amount,
  FilMined: amount,
  FilBurnt: amount,
  FilLocked: amount,
  FilCirculating: amount,
  FilReserveDisbursed: amount,
});
export type CirculatingSupplyJson = z.output<typeof CirculatingSupply>;

const PowerPair = z.object({ RawBytePower: amount, QualityAdjPower: amount });

export const Power = z.object({
  MinerPower: PowerPair,
  TotalPower: PowerPair,
  HasMinPower: z.boolean(),
});
export type PowerJson = z.output<typeof Power>;

export const Amount = amount;

export const MinerInfo = z.object({
  Owner: address,
  Worker: address,
  /** `<empty>` (or absent) when none is to come. */
  NewWorker: address.nullish(),
  ControlAddresses: z.array(address).nullable(),
  /** −1 when none is to come. */
  WorkerChangeEpoch: int64,
  PeerId: z.string().max(200).nullable(),
  /** base64; one without bytes is null. */
  Multiaddrs: z
    .array(
      z
        .base64()
        .nullable()
        .transform((bytes) => bytes ?? ''),
    )
    .nullable(),
  WindowPoStProofType: z.int32(),
  SectorSize: z.int().positive(),
  WindowPoStPartitionSectors: z.int(),
  ConsensusFaultElapsed: int64,
  PendingOwnerAddress: address.nullish(),
  /** Absent in answers about actors before version 9. */
  Beneficiary: address.nullish(),
  BeneficiaryTerm: z.object({ Quota: amount, UsedQuota: amount, Expiration: int64 }).nullish(),
  PendingBeneficiaryTerm: z
    .object({
      NewBeneficiary: address,
      NewQuota: amount,
      NewExpiration: int64,
      ApprovedByBeneficiary: z.boolean(),
      ApprovedByNominee: z.boolean(),
    })
    .nullish(),
});
export type MinerInfoJson = z.output<typeof MinerInfo>;

export const SectorCount = z.object({ Live: count, Active: count, Faulty: count });
export type SectorCountJson = z.output<typeof SectorCount>;

/** A bit field as alternating run lengths, unset bits first. */
export const Bits: z.ZodType<Runs> = z.unknown().transform((json, context) => {
  try {
    return runsFromJson(json);
  } catch (error) {
    if (!(error instanceof BitfieldError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

/** A sector as its provider's state holds it, dead ones included until they are compacted away. */
const Sector = z.object({
  SectorNumber: uint64,
  SealProof: z.int32(),
  SealedCID: Cid,
  Activation: z.int(),
  Expiration: z.int(),
  /** Bytes times epochs. */
  DealWeight: amount,
  VerifiedDealWeight: amount,
  /** attoFIL */
  InitialPledge: amount,
  /** Epoch from which power counts: of the activation, or of the last update or extension; older nodes leave it out. */
  PowerBaseEpoch: z.int().optional(),
  /** Sealed CID before the sector was updated. */
  SectorKeyCID: Cid.nullish(),
});
export const Sectors = list(Sector);
export type SectorJson = z.output<typeof Sector>;

/** A partition's sectors, as sets of numbers. */
const Partition = z.object({
  AllSectors: Bits,
  FaultySectors: Bits,
  RecoveringSectors: Bits,
  LiveSectors: Bits,
  ActiveSectors: Bits,
});
export const Partitions = list(Partition);
export type PartitionJson = z.output<typeof Partition>;

/** StateReadState: `State` depends on the actor's kind; its readers parse it. */
export const ActorState = z.object({ Balance: amount, Code: Cid, State: z.unknown() });
export type ActorStateJson = z.output<typeof ActorState>;

/** A transaction that waits for approvals in a multisig (MsigGetPending). */
const PendingProposal = z.object({
  ID: count,
  To: address,
  Value: amount,
  Method: uint64,
  Params: bytes,
  /** Id addresses, the proposer first. */
  Approved: list(address),
});
export const PendingProposals = list(PendingProposal);
export type PendingProposalJson = z.output<typeof PendingProposal>;

/**
 * The longest object, bytes. Actors make none above 1 MiB (ref-fvm, `NetworkConfig.max_block_size`);
 * before the FVM their CBOR held no longer byte string than 2 MiB (cbor-gen, `ByteArrayMaxLen`).
 */
const MAX_OBJECT = 4 << 20;

/**
 * An object of the chain: base64 from Lotus, Forest and Venus, Forest's null for an empty one. Megabytes
 * of each tipset come here, so Node's own lenient reading is used: the object's hash is checked next.
 */
export const ChainObject = z
  .string()
  .max(Math.ceil(MAX_OBJECT / 3) * 4)
  .nullable()
  .transform((text) => bytesOfBase64(text ?? ''));

/** In memory of their own: what is kept of a request must not keep the others. */
function bytesOfBase64(text: string): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, 'base64'));
  const length = bytes.write(text, 'base64');
  return new Uint8Array(bytes.buffer, 0, length);
}

/** A market deal. Epochs that have not come are −1. */
export const MarketDeal = z.object({
  Proposal: z.object({
    PieceCID: Cid,
    /** Padded bytes. */
    PieceSize: uint64,
    VerifiedDeal: z.boolean(),
    Client: address,
    Provider: address,
    /** Empty where the label is bytes that are no text. */
    Label: z.string(),
    StartEpoch: int64,
    EndEpoch: int64,
    StoragePricePerEpoch: amount,
    ProviderCollateral: amount,
    ClientCollateral: amount,
  }),
  State: z.object({
    /** Not told by nodes before network version 22. */
    SectorNumber: uint64.optional(),
    SectorStartEpoch: epoch,
    LastUpdatedEpoch: epoch,
    SlashEpoch: epoch,
  }),
});
type ToldDeal = z.output<typeof MarketDeal>;
export interface MarketDealJson extends ToldDeal {
  /** `LabelBytes`: of a label that is no text, base64; nodes leave them out, objects of the state have them. */
  Proposal: ToldDeal['Proposal'] & { LabelBytes?: string | undefined };
}

/** A verified allocation that no sector has claimed. `Client` and `Provider`: actor ids; `Size`: padded bytes. */
export const Allocation = z.object({
  Client: z.int().min(0),
  Provider: z.int().min(0),
  Data: Cid,
  Size: uint64,
  TermMin: epoch,
  TermMax: epoch,
  Expiration: epoch,
});
export type AllocationJson = z.output<typeof Allocation>;

/** A claimed allocation. */
export const Claim = z.object({
  Provider: z.int().min(0),
  Client: z.int().min(0),
  Data: Cid,
  Size: uint64,
  TermMin: epoch,
  TermMax: epoch,
  TermStart: epoch,
  Sector: uint64,
});
export type ClaimJson = z.output<typeof Claim>;

/** An object whose members are named by numbers. */
function byNumber<T extends z.ZodType>(item: T) {
  return z
    .record(z.string().regex(/^\d{1,15}$/), item)
    .nullable()
    .transform((items) => new Map(Object.entries(items ?? {}).map(([id, it]) => [Number(id), it])));
}

export const MarketDeals = byNumber(MarketDeal);
export const Allocations = byNumber(Allocation);
export const Claims = byNumber(Claim);
export const DataCap = amount.nullable();

export const NetworkParams = z.object({
  NetworkName: z.string(),
  BlockDelaySecs: z.number().positive(),
  // Those that may not come are put off to the greatest epoch there is.
  ForkUpgradeParams: z.record(z.string(), int64.transform(clampInteger)),
  Eip155ChainID: z.int(),
  GenesisTimestamp: z.number().optional(),
});
export type NetworkParamsJson = z.output<typeof NetworkParams>;

export const CodeCids = z
  .record(z.string(), Cid)
  .transform((codes) => new Map(Object.entries(codes).map(([kind, cid]) => [kind, cid['/']])));

/** `eth_call`: bytes as 0x hex. */
export const CallResult = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i, 'not hex')
  .transform(fromHex);

/** `eth_getStorageAt`: a word as 0x hex. */
export const StorageWord = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, 'not a word')
  .transform(fromHex);

export const Addresses = list(address);
export const Address = address;
export const NetworkVersion = z.int32().min(0);
export const NetworkName = z.string().min(1);
export const Version = z.object({ Version: z.string(), Agent: z.string().optional() });
export const ClientVersion = z.string();
export const RecordingStatus = z.object({
  recorded: z.literal(true),
  firstHeight: z.int().min(0),
  ended: z.boolean(),
});
