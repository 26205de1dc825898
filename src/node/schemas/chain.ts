/**
 * What a node tells of the chain: schemas of its answers (shapes of Lotus 1.36; Forest and Venus agree
 * unless noted) and, by them, types. Integers of 64 bits are exact: bigints beyond 2^53.
 */
import { z } from 'zod';
import { list, amount, address, bytes, content, int64, orAbsent, uint64 } from './values.ts';

export const Cid = z.object({ '/': z.string().min(1).max(200) });
export type CidJson = z.output<typeof Cid>;

/** A tipset key: its blocks' CIDs in tipset (ticket) order. `null` asks for the head. */
export type TipsetKey = readonly CidJson[];

const Signature = z.object({
  /** 1 secp256k1, 2 BLS, 3 delegated. */
  Type: z.int().min(0).max(255),
  Data: content,
});
export type SignatureJson = z.output<typeof Signature>;

export const BlockHeader = z.object({
  Miner: address,
  Ticket: orAbsent(z.object({ VRFProof: content })),
  ElectionProof: orAbsent(z.object({ WinCount: int64, VRFProof: bytes })),
  BeaconEntries: z.array(z.object({ Round: uint64, Data: content })).nullable(),
  WinPoStProof: z.array(z.object({ PoStProof: int64, ProofBytes: content })).nullable(),
  Parents: list(Cid),
  ParentWeight: amount,
  Height: z.int32().min(0),
  ParentStateRoot: Cid,
  ParentMessageReceipts: Cid,
  Messages: Cid,
  BLSAggregate: orAbsent(Signature),
  /** Unix seconds. */
  Timestamp: uint64,
  BlockSig: orAbsent(Signature),
  ForkSignaling: uint64,
  ParentBaseFee: amount,
});
export type BlockHeaderJson = z.output<typeof BlockHeader>;

export const Tipset = z
  .object({
    Cids: z.array(Cid).min(1).max(1000),
    Blocks: z.array(BlockHeader).min(1).max(1000),
    Height: z.int32().min(0),
  })
  .refine(({ Cids, Blocks }) => Cids.length === Blocks.length, 'as many CIDs as blocks expected')
  .refine(({ Blocks, Height }) => Blocks.every((block) => block.Height === Height), {
    path: ['Height'],
    message: 'blocks of another height',
  });
export type TipsetJson = z.output<typeof Tipset>;

export const Message = z.object({
  Version: uint64,
  To: address,
  From: address,
  Nonce: uint64,
  Value: amount,
  GasLimit: int64,
  GasFeeCap: amount,
  GasPremium: amount,
  Method: uint64,
  Params: bytes,
  CID: Cid.optional(),
});
export type MessageJson = z.output<typeof Message>;

export const SignedMessage = z.object({
  Message,
  Signature,
  CID: Cid.optional(),
});
export type SignedMessageJson = z.output<typeof SignedMessage>;

export const BlockMessages = z
  .object({
    BlsMessages: list(Message),
    SecpkMessages: list(SignedMessage),
    /** BLS messages' CIDs, then the signed ones'. */
    Cids: list(Cid),
  })
  .refine(
    ({ BlsMessages, SecpkMessages, Cids }) =>
      Cids.length === BlsMessages.length + SecpkMessages.length,
    { path: ['Cids'], message: 'as many CIDs as messages expected' },
  );
export type BlockMessagesJson = z.output<typeof BlockMessages>;

const ParentMessage = z.object({ Cid, Message });
export const ParentMessages = list(ParentMessage);
export type ParentMessageJson = z.output<typeof ParentMessage>;

const Receipt = z.object({
  ExitCode: int64,
  Return: bytes,
  GasUsed: int64,
  EventsRoot: Cid.nullish(),
});

export const Receipts = list(Receipt);
export type ReceiptJson = z.output<typeof Receipt>;

const Event = z.object({
  Emitter: uint64,
  Entries: list(z.object({ Flags: uint64, Key: z.string(), Codec: uint64, Value: content })),
});
export const Events = list(Event);
export type EventJson = z.output<typeof Event>;

export const Actor = z.object({
  Code: Cid,
  Head: Cid,
  Nonce: uint64,
  Balance: amount,
  /** Forest leaves it out where there is none. */
  DelegatedAddress: z
    .string()
    .nullable()
    .transform((text) => (text === '<empty>' ? null : text))
    .optional(),
});
export type ActorJson = z.output<typeof Actor>;

export const ChangedActors = z
  .record(z.string(), Actor)
  .nullable()
  .transform((actors) => new Map(Object.entries(actors ?? {})));

/** A call as it ran. Addresses may be ids or robust ones. */
const ExecutionTrace = z.object({
  Msg: z.object({
    From: address,
    To: address,
    Value: amount,
    Method: uint64,
    Params: bytes,
    ParamsCodec: uint64.optional(),
    /** Null for calls of before network version 18 in Forest's answers. */
    ReadOnly: z.boolean().nullish(),
    /** Code of the actor that ran, in answers of Lotus before InvokedActor. */
    CodeCid: Cid.optional(),
  }),
  MsgRct: z.object({
    ExitCode: int64,
    Return: bytes,
    ReturnCodec: uint64.optional(),
  }),
  /** Absent when no actor ran (and in answers of old nodes). */
  InvokedActor: z.object({ Id: uint64, State: Actor }).nullish(),
  get Subcalls() {
    return z.array(ExecutionTrace).nullable();
  },
});
export type ExecutionTraceJson = z.output<typeof ExecutionTrace>;

const GasCost = z.object({
  Message: Cid.nullable(),
  GasUsed: amount,
  BaseFeeBurn: amount,
  OverEstimationBurn: amount,
  MinerPenalty: amount,
  MinerTip: amount,
  Refund: amount,
  TotalCost: amount,
});
export type GasCostJson = z.output<typeof GasCost>;

const Invocation = z.object({
  MsgCid: Cid,
  /** What is read of it: the rest stands in the block's messages. */
  Msg: z.object({ From: address, To: address, Method: uint64, Params: bytes }),
  MsgRct: Receipt,
  GasCost,
  /**
   * Means nothing where the message was refused before it ran (`isRefused`): Forest tells null, Lotus
   * a call between two addresses `<empty>`, Venus the call that was asked for, as if it had succeeded.
   */
  ExecutionTrace: ExecutionTrace.nullable(),
  Error: z.string(),
});
export type InvocationJson = z.output<typeof Invocation>;

export const StateCompute = z.object({ Root: Cid, Trace: list(Invocation) });
export type StateComputeJson = z.output<typeof StateCompute>;

const OneHeadChange = z.object({ Type: z.enum(['current', 'apply', 'revert']), Val: Tipset });
export const HeadChanges = z.array(OneHeadChange).max(100_000);
export type HeadChange = z.output<typeof OneHeadChange>;

export const MpoolUpdate = z.object({
  /** 0 added, 1 removed. */
  Type: z.union([z.literal(0), z.literal(1)]),
  Message: SignedMessage,
});
export type MpoolUpdateJson = z.output<typeof MpoolUpdate>;

export const PendingMessages = list(SignedMessage);

const Certificate = z.object({
  GPBFTInstance: z.int().min(0),
  ECChain: z
    .array(z.object({ Key: z.array(Cid).min(1), Epoch: z.int32(), PowerTable: Cid }))
    .min(1),
});
export const F3Certificate = Certificate.nullable();
export type F3CertificateJson = z.output<typeof Certificate>;
