/** Shapes of what a node tells of the state, the network and itself. */
import { z } from 'zod';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { clampInteger } from '#filecoin/encoding/integers.ts';
import { BitfieldError, runsFromJson, type Runs } from '#filecoin/encoding/bitfield.ts';
import type {
  ActorStateJson,
  AllocationJson,
  CirculatingSupplyJson,
  ClaimJson,
  MarketDealJson,
  MinerInfoJson,
  NetworkParamsJson,
  PartitionJson,
  PeerJson,
  PendingProposalJson,
  PowerJson,
  SectorCountJson,
  SectorJson,
} from '../types.ts';
import { Cid } from './chain.ts';
import { list, amount, address, bytes, count, epoch, int64, uint64 } from './values.ts';

export const Peers: z.ZodType<PeerJson[]> = list(
  z.object({ ID: z.string().min(1).max(200), Addrs: list(z.string()) }),
);

export const AgentVersion: z.ZodType<string> = z.string();

export const CirculatingSupply: z.ZodType<CirculatingSupplyJson> = z.object({
  FilVested: amount,
  FilMined: amount,
  FilBurnt: amount,
  FilLocked: amount,
  FilCirculating: amount,
  FilReserveDisbursed: amount,
});

const PowerPair = z.object({ RawBytePower: amount, QualityAdjPower: amount });

export const Power: z.ZodType<PowerJson> = z.object({
  MinerPower: PowerPair,
  TotalPower: PowerPair,
  HasMinPower: z.boolean(),
});

export const Amount: z.ZodType<string> = amount;

export const MinerInfo: z.ZodType<MinerInfoJson> = z.object({
  Owner: address,
  Worker: address,
  NewWorker: address.nullish(),
  ControlAddresses: z.array(address).nullable(),
  WorkerChangeEpoch: int64,
  PeerId: z.string().max(200).nullable(),
  // One without bytes is null.
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

export const SectorCount: z.ZodType<SectorCountJson> = z.object({
  Live: count,
  Active: count,
  Faulty: count,
});

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

export const Sectors: z.ZodType<SectorJson[]> = list(
  z.object({
    SectorNumber: uint64,
    SealProof: z.int32(),
    SealedCID: Cid,
    Activation: z.int(),
    Expiration: z.int(),
    DealWeight: amount,
    VerifiedDealWeight: amount,
    InitialPledge: amount,
    PowerBaseEpoch: z.int().optional(),
    SectorKeyCID: Cid.nullish(),
  }),
);

export const Partitions: z.ZodType<PartitionJson[]> = list(
  z.object({
    AllSectors: Bits,
    FaultySectors: Bits,
    RecoveringSectors: Bits,
    LiveSectors: Bits,
    ActiveSectors: Bits,
  }),
);

export const ActorState: z.ZodType<ActorStateJson> = z.object({
  Balance: amount,
  Code: Cid,
  State: z.unknown(),
});

export const PendingProposals: z.ZodType<PendingProposalJson[]> = list(
  z.object({
    ID: count,
    To: address,
    Value: amount,
    Method: uint64,
    Params: bytes,
    Approved: list(address),
  }),
);

/**
 * The longest object, bytes. Actors make none above 1 MiB (ref-fvm, `NetworkConfig.max_block_size`);
 * before the FVM their CBOR held no longer byte string than 2 MiB (cbor-gen, `ByteArrayMaxLen`).
 */
const MAX_OBJECT = 4 << 20;

/**
 * An object of the chain: base64 from Lotus, Forest and Venus, Forest's null for an empty one. Megabytes
 * of each tipset come here, so Node's own lenient reading is used: the object's hash is checked next.
 */
export const ChainObject: z.ZodType<Uint8Array> = z
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

export const MarketDeal: z.ZodType<MarketDealJson> = z.object({
  Proposal: z.object({
    PieceCID: Cid,
    PieceSize: uint64,
    VerifiedDeal: z.boolean(),
    Client: address,
    Provider: address,
    Label: z.string(),
    StartEpoch: int64,
    EndEpoch: int64,
    StoragePricePerEpoch: amount,
    ProviderCollateral: amount,
    ClientCollateral: amount,
  }),
  State: z.object({
    SectorNumber: uint64.optional(),
    SectorStartEpoch: epoch,
    LastUpdatedEpoch: epoch,
    SlashEpoch: epoch,
  }),
});

export const Allocation: z.ZodType<AllocationJson> = z.object({
  Client: z.int().min(0),
  Provider: z.int().min(0),
  Data: Cid,
  Size: uint64,
  TermMin: epoch,
  TermMax: epoch,
  Expiration: epoch,
});

export const Claim: z.ZodType<ClaimJson> = z.object({
  Provider: z.int().min(0),
  Client: z.int().min(0),
  Data: Cid,
  Size: uint64,
  TermMin: epoch,
  TermMax: epoch,
  TermStart: epoch,
  Sector: uint64,
});

/** An object whose members are named by numbers. */
function byNumber<T extends z.ZodType>(item: T) {
  return z
    .record(z.string().regex(/^\d{1,15}$/), item)
    .nullable()
    .transform((items) => new Map(Object.entries(items ?? {}).map(([id, it]) => [Number(id), it])));
}

export const MarketDeals: z.ZodType<Map<number, MarketDealJson>> = byNumber(MarketDeal);
export const Allocations: z.ZodType<Map<number, AllocationJson>> = byNumber(Allocation);
export const Claims: z.ZodType<Map<number, ClaimJson>> = byNumber(Claim);
export const DataCap: z.ZodType<string | null> = amount.nullable();

export const NetworkParams: z.ZodType<NetworkParamsJson> = z.object({
  NetworkName: z.string(),
  BlockDelaySecs: z.number().positive(),
  // Those that may not come are put off to the greatest epoch there is.
  ForkUpgradeParams: z.record(z.string(), int64.transform(clampInteger)),
  Eip155ChainID: z.int(),
  GenesisTimestamp: z.number().optional(),
});

export const CodeCids: z.ZodType<Map<string, string>> = z
  .record(z.string(), Cid)
  .transform((codes) => new Map(Object.entries(codes).map(([kind, cid]) => [kind, cid['/']])));

/** `eth_call`: bytes as 0x hex. */
export const CallResult: z.ZodType<Uint8Array> = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i, 'not hex')
  .transform(fromHex);

/** `eth_getStorageAt`: a word as 0x hex. */
export const StorageWord: z.ZodType<Uint8Array> = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, 'not a word')
  .transform(fromHex);

export const Addresses: z.ZodType<string[]> = list(address);
export const Address: z.ZodType<string> = address;
export const NetworkVersion: z.ZodType<number> = z.int32().min(0);
export const NetworkName: z.ZodType<string> = z.string().min(1);
export const Version = z.object({ Version: z.string(), Agent: z.string().optional() });
export const ClientVersion: z.ZodType<string> = z.string();
export const RecordingStatus = z.object({
  recorded: z.literal(true),
  firstHeight: z.int().min(0),
  ended: z.boolean(),
});
