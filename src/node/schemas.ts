import { z } from 'zod';
import { fromHex } from '#filecoin/bytes.ts';
import { BitfieldError, runsFromJson, type Runs } from '#filecoin/bitfield.ts';
import { uint64 } from '#filecoin/uint64.ts';
import type {
  ActorJson,
  ActorStateJson,
  AllocationJson,
  BlockHeaderJson,
  BlockMessagesJson,
  CidJson,
  CirculatingSupplyJson,
  ClaimJson,
  EventJson,
  ExecutionTraceJson,
  F3CertificateJson,
  HeadChange,
  InvocationJson,
  MarketDealJson,
  MessageJson,
  MinerInfoJson,
  MpoolUpdateJson,
  NetworkParamsJson,
  ParentMessageJson,
  PeerJson,
  PartitionJson,
  PowerJson,
  ReceiptJson,
  SectorCountJson,
  SectorJson,
  SignedMessageJson,
  StateComputeJson,
  TipsetJson,
} from './types.ts';

/*
 * Shapes of a node's answers. Unknown members are dropped; a `null` list is the empty one; amounts
 * stay decimal texts. Gas limits of implicit messages exceed 2^53 and arrive rounded: nothing
 * reads them, so plain numbers are accepted there.
 */

/** A list; Go's nil slice arrives as null. */
function list<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);
}

const amount = z.string().regex(/^-?\d{1,80}$/, 'not a decimal integer');
const address = z.string().min(1).max(200);
const bytes = z.string().nullable();
/** `parseJson` hands numbers of 16 digits and more over as text. */
const Method = z.union([
  z.int().min(0),
  z.string().transform((text, context) => {
    try {
      return uint64(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'not an unsigned 64-bit integer' });
      return z.NEVER;
    }
  }),
]);

export const Cid: z.ZodType<CidJson> = z.object({ '/': z.string().min(1).max(200) });

const Signature = z.object({ Type: z.number(), Data: z.string() });

export const BlockHeader: z.ZodType<BlockHeaderJson> = z.object({
  Miner: address,
  Ticket: z.object({ VRFProof: z.string() }).nullable(),
  ElectionProof: z.object({ WinCount: z.number(), VRFProof: bytes }).nullable(),
  BeaconEntries: z.array(z.object({ Round: z.number(), Data: z.string() })).nullable(),
  WinPoStProof: z.array(z.object({ PoStProof: z.number(), ProofBytes: z.string() })).nullable(),
  Parents: list(Cid),
  ParentWeight: amount,
  Height: z.int().min(0),
  ParentStateRoot: Cid,
  ParentMessageReceipts: Cid,
  Messages: Cid,
  BLSAggregate: Signature.nullable(),
  Timestamp: z.int(),
  BlockSig: Signature.nullable(),
  ForkSignaling: z.number(),
  ParentBaseFee: amount,
});

export const Tipset: z.ZodType<TipsetJson> = z
  .object({
    Cids: z.array(Cid).min(1).max(1000),
    Blocks: z.array(BlockHeader).min(1).max(1000),
    Height: z.int().min(0),
  })
  .refine(({ Cids, Blocks }) => Cids.length === Blocks.length, 'as many CIDs as blocks expected')
  .refine(({ Blocks, Height }) => Blocks.every((block) => block.Height === Height), {
    path: ['Height'],
    message: 'blocks of another height',
  });

export const Message: z.ZodType<MessageJson> = z.object({
  Version: z.number(),
  To: address,
  From: address,
  Nonce: z.number(),
  Value: amount,
  GasLimit: z.number(),
  GasFeeCap: amount,
  GasPremium: amount,
  Method,
  Params: bytes,
  CID: Cid.optional(),
});

export const SignedMessage: z.ZodType<SignedMessageJson> = z.object({
  Message,
  Signature,
  CID: Cid.optional(),
});

export const BlockMessages: z.ZodType<BlockMessagesJson> = z
  .object({
    BlsMessages: list(Message),
    SecpkMessages: list(SignedMessage),
    Cids: list(Cid),
  })
  .refine(
    ({ BlsMessages, SecpkMessages, Cids }) =>
      Cids.length === BlsMessages.length + SecpkMessages.length,
    { path: ['Cids'], message: 'as many CIDs as messages expected' },
  );

export const ParentMessages: z.ZodType<ParentMessageJson[]> = list(z.object({ Cid, Message }));

const Receipt: z.ZodType<ReceiptJson> = z.object({
  ExitCode: z.number(),
  Return: bytes,
  GasUsed: z.number(),
  EventsRoot: Cid.nullish(),
});

export const Receipts: z.ZodType<ReceiptJson[]> = list(Receipt);

export const Events: z.ZodType<EventJson[]> = list(
  z.object({
    Emitter: z.int(),
    Entries: list(
      z.object({
        Flags: z.number(),
        Key: z.string(),
        Codec: z.number(),
        Value: bytes.transform((value) => value ?? ''),
      }),
    ),
  }),
);

export const Actor: z.ZodType<ActorJson> = z.object({
  Code: Cid,
  Head: Cid,
  Nonce: z.number(),
  Balance: amount,
  DelegatedAddress: z
    .string()
    .nullish()
    .transform((text) => (text === undefined || text === '<empty>' ? null : text)),
});

export const ChangedActors: z.ZodType<Map<string, ActorJson>> = z
  .record(z.string(), Actor)
  .nullable()
  .transform((actors) => new Map(Object.entries(actors ?? {})));

const ExecutionTrace: z.ZodType<ExecutionTraceJson> = z.object({
  Msg: z.object({
    From: address,
    To: address,
    Value: amount,
    Method,
    Params: bytes,
    ParamsCodec: z.number().optional(),
    GasLimit: z.number().optional(),
    ReadOnly: z.boolean().optional(),
  }),
  MsgRct: z.object({
    ExitCode: z.number(),
    Return: bytes,
    ReturnCodec: z.number().optional(),
  }),
  InvokedActor: z.object({ Id: z.int(), State: Actor }).nullish(),
  get Subcalls() {
    return z.array(ExecutionTrace).nullable();
  },
});

const Invocation: z.ZodType<InvocationJson> = z.object({
  MsgCid: Cid,
  Msg: Message,
  MsgRct: Receipt,
  GasCost: z.object({
    Message: Cid.nullable(),
    GasUsed: amount,
    BaseFeeBurn: amount,
    OverEstimationBurn: amount,
    MinerPenalty: amount,
    MinerTip: amount,
    Refund: amount,
    TotalCost: amount,
  }),
  ExecutionTrace,
  Error: z.string(),
});

export const StateCompute: z.ZodType<StateComputeJson> = z.object({
  Root: Cid,
  Trace: list(Invocation),
});

export const HeadChanges: z.ZodType<HeadChange[]> = z
  .array(z.object({ Type: z.enum(['current', 'apply', 'revert']), Val: Tipset }))
  .max(100_000);

export const MpoolUpdate: z.ZodType<MpoolUpdateJson> = z.object({
  Type: z.union([z.literal(0), z.literal(1)]),
  Message: SignedMessage,
});

export const Peers: z.ZodType<PeerJson[]> = list(
  z.object({ ID: z.string().min(1).max(200), Addrs: list(z.string()) }),
);

export const AgentVersion: z.ZodType<string> = z.string();

export const PendingMessages: z.ZodType<SignedMessageJson[]> = list(SignedMessage);

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

/** An epoch that senders chose, up to 2^63: no chain comes to 2^53, which stands for all beyond. */
const farEpoch = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{16,19}$/)
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER)),
]);

export const MinerInfo: z.ZodType<MinerInfoJson> = z.object({
  Owner: address,
  Worker: address,
  NewWorker: address.nullish(),
  ControlAddresses: z.array(address).nullable(),
  WorkerChangeEpoch: farEpoch,
  PeerId: z.string().max(200).nullable(),
  Multiaddrs: z.array(z.base64()).nullable(),
  WindowPoStProofType: z.int(),
  SectorSize: z.int().positive(),
  WindowPoStPartitionSectors: z.int(),
  ConsensusFaultElapsed: farEpoch,
  PendingOwnerAddress: address.nullish(),
  Beneficiary: address.nullish(),
  BeneficiaryTerm: z.object({ Quota: amount, UsedQuota: amount, Expiration: farEpoch }).nullish(),
  PendingBeneficiaryTerm: z
    .object({
      NewBeneficiary: address,
      NewQuota: amount,
      NewExpiration: farEpoch,
      ApprovedByBeneficiary: z.boolean(),
      ApprovedByNominee: z.boolean(),
    })
    .nullish(),
});

const count = z.int().min(0);

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
    SectorNumber: count,
    SealProof: z.int(),
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

const epoch = z.int();

export const MarketDeal: z.ZodType<MarketDealJson> = z.object({
  Proposal: z.object({
    PieceCID: Cid,
    PieceSize: z.int().min(0),
    VerifiedDeal: z.boolean(),
    Client: address,
    Provider: address,
    Label: z.string(),
    StartEpoch: epoch,
    EndEpoch: epoch,
    StoragePricePerEpoch: amount,
    ProviderCollateral: amount,
    ClientCollateral: amount,
  }),
  State: z.object({
    SectorNumber: z.int().min(0).optional(),
    SectorStartEpoch: epoch,
    LastUpdatedEpoch: epoch,
    SlashEpoch: epoch,
  }),
});

const Allocation: z.ZodType<AllocationJson> = z.object({
  Client: z.int().min(0),
  Provider: z.int().min(0),
  Data: Cid,
  Size: z.int().min(0),
  TermMin: epoch,
  TermMax: epoch,
  Expiration: epoch,
});

const Claim: z.ZodType<ClaimJson> = z.object({
  Provider: z.int().min(0),
  Client: z.int().min(0),
  Data: Cid,
  Size: z.int().min(0),
  TermMin: epoch,
  TermMax: epoch,
  TermStart: epoch,
  Sector: z.int().min(0),
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
  ForkUpgradeParams: z.record(z.string(), z.number()),
  Eip155ChainID: z.int(),
  GenesisTimestamp: z.number().optional(),
});

export const F3Certificate: z.ZodType<F3CertificateJson | null> = z
  .object({
    GPBFTInstance: z.number(),
    ECChain: z
      .array(z.object({ Key: z.array(Cid).min(1), Epoch: z.int(), PowerTable: Cid }))
      .min(1),
  })
  .nullable();

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
export const NetworkVersion: z.ZodType<number> = z.int().min(0);
export const NetworkName: z.ZodType<string> = z.string().min(1);
export const Version = z.object({ Version: z.string(), Agent: z.string().optional() });
export const ClientVersion: z.ZodType<string> = z.string();
export const RecordingStatus = z.object({ recorded: z.literal(true), ended: z.boolean() });
