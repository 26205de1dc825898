/** Shapes of what a node tells of the chain. */
import { z } from 'zod';
import type {
  ActorJson,
  BlockHeaderJson,
  BlockMessagesJson,
  CidJson,
  EventJson,
  ExecutionTraceJson,
  F3CertificateJson,
  HeadChange,
  InvocationJson,
  MessageJson,
  MpoolUpdateJson,
  ParentMessageJson,
  ReceiptJson,
  SignedMessageJson,
  StateComputeJson,
  TipsetJson,
} from '../types.ts';
import { list, amount, address, bytes, content, int64, orAbsent, uint64 } from './values.ts';

export const Cid: z.ZodType<CidJson> = z.object({ '/': z.string().min(1).max(200) });

const Signature = z.object({ Type: z.int().min(0).max(255), Data: content });

export const BlockHeader: z.ZodType<BlockHeaderJson> = z.object({
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
  Timestamp: uint64,
  BlockSig: orAbsent(Signature),
  ForkSignaling: uint64,
  ParentBaseFee: amount,
});

export const Tipset: z.ZodType<TipsetJson> = z
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

export const Message: z.ZodType<MessageJson> = z.object({
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
  ExitCode: int64,
  Return: bytes,
  GasUsed: int64,
  EventsRoot: Cid.nullish(),
});

export const Receipts: z.ZodType<ReceiptJson[]> = list(Receipt);

export const Events: z.ZodType<EventJson[]> = list(
  z.object({
    Emitter: uint64,
    Entries: list(
      z.object({
        Flags: uint64,
        Key: z.string(),
        Codec: uint64,
        Value: content,
      }),
    ),
  }),
);

export const Actor: z.ZodType<ActorJson> = z.object({
  Code: Cid,
  Head: Cid,
  Nonce: uint64,
  Balance: amount,
  DelegatedAddress: z
    .string()
    .nullish()
    .transform((text) => (text === '<empty>' ? null : text)),
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
    Method: uint64,
    Params: bytes,
    ParamsCodec: uint64.optional(),
    ReadOnly: z.boolean().nullish(),
    CodeCid: Cid.optional(),
  }),
  MsgRct: z.object({
    ExitCode: int64,
    Return: bytes,
    ReturnCodec: uint64.optional(),
  }),
  InvokedActor: z.object({ Id: uint64, State: Actor }).nullish(),
  get Subcalls() {
    return z.array(ExecutionTrace).nullable();
  },
});

const Invocation: z.ZodType<InvocationJson> = z.object({
  MsgCid: Cid,
  Msg: z.object({ From: address, To: address, Method: uint64, Params: bytes }),
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
  ExecutionTrace: ExecutionTrace.nullable(),
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

export const PendingMessages: z.ZodType<SignedMessageJson[]> = list(SignedMessage);

export const F3Certificate: z.ZodType<F3CertificateJson | null> = z
  .object({
    GPBFTInstance: z.int().min(0),
    ECChain: z
      .array(z.object({ Key: z.array(Cid).min(1), Epoch: z.int32(), PowerTable: Cid }))
      .min(1),
  })
  .nullable();
