/**
 * What a Filecoin node tells of the chain, as JSON (shapes of Lotus 1.36; Forest and Venus agree
 * unless noted). Integers of 64 bits are exact: bigints beyond 2^53.
 */
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

export interface CidJson {
  '/': string;
}

/** A tipset key: its blocks' CIDs in tipset (ticket) order. `null` asks for the head. */
export type TipsetKey = readonly CidJson[];

export interface BlockHeaderJson {
  Miner: string;
  Ticket: { VRFProof: string } | null;
  ElectionProof: { WinCount: Integer; VRFProof: string | null } | null;
  BeaconEntries: { Round: Uint64; Data: string }[] | null;
  WinPoStProof: { PoStProof: Integer; ProofBytes: string }[] | null;
  Parents: CidJson[];
  ParentWeight: string;
  Height: number;
  ParentStateRoot: CidJson;
  ParentMessageReceipts: CidJson;
  Messages: CidJson;
  BLSAggregate: SignatureJson | null;
  /** Unix seconds. */
  Timestamp: Uint64;
  BlockSig: SignatureJson | null;
  ForkSignaling: Uint64;
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
  Version: Uint64;
  To: string;
  From: string;
  Nonce: Uint64;
  Value: string;
  GasLimit: Integer;
  GasFeeCap: string;
  GasPremium: string;
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
  ExitCode: Integer;
  /** base64 */
  Return: string | null;
  GasUsed: Integer;
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
  Nonce: Uint64;
  Balance: string;
  /** Forest leaves it out where there is none. */
  DelegatedAddress?: string | null | undefined;
}

/** A call as it ran. Addresses may be ids or robust ones. */
export interface ExecutionTraceJson {
  Msg: {
    From: string;
    To: string;
    Value: string;
    Method: Uint64;
    Params: string | null;
    ParamsCodec?: Uint64 | undefined;
    /** Null for calls of before network version 18 in Forest's answers. */
    ReadOnly?: boolean | null | undefined;
    /** Code of the actor that ran, in answers of Lotus before InvokedActor. */
    CodeCid?: CidJson | undefined;
  };
  MsgRct: { ExitCode: Integer; Return: string | null; ReturnCodec?: Uint64 | undefined };
  /** Absent when no actor ran (and in answers of old nodes). */
  InvokedActor?: { Id: Uint64; State: ActorJson } | null | undefined;
  Subcalls: ExecutionTraceJson[] | null;
}

export interface InvocationJson {
  MsgCid: CidJson;
  /** What is read of it: the rest stands in the block's messages. */
  Msg: Pick<MessageJson, 'From' | 'To' | 'Method' | 'Params'>;
  MsgRct: ReceiptJson;
  GasCost: GasCostJson;
  /**
   * Means nothing where the message was refused before it ran (`isRefused`): Forest tells null, Lotus
   * a call between two addresses `<empty>`, Venus the call that was asked for, as if it had succeeded.
   */
  ExecutionTrace: ExecutionTraceJson | null;
  Error: string;
}

export interface StateComputeJson {
  Root: CidJson;
  Trace: InvocationJson[];
}

export interface EventJson {
  Emitter: Uint64;
  Entries: { Flags: Uint64; Key: string; Codec: Uint64; Value: string }[];
}

export interface HeadChange {
  Type: 'current' | 'apply' | 'revert';
  Val: TipsetJson;
}

export interface MpoolUpdateJson {
  /** 0 added, 1 removed. */
  Type: 0 | 1;
  Message: SignedMessageJson;
}

export interface F3CertificateJson {
  GPBFTInstance: number;
  ECChain: { Key: CidJson[]; Epoch: number; PowerTable: CidJson }[];
}
