/** What a Filecoin node tells of the chain, as JSON (shapes of Lotus 1.36; Forest and Venus agree unless noted). */
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

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
    /** Code of the actor that ran, in answers of Lotus before InvokedActor. */
    CodeCid?: CidJson | undefined;
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

export interface MpoolUpdateJson {
  /** 0 added, 1 removed. */
  Type: 0 | 1;
  Message: SignedMessageJson;
}

export interface F3CertificateJson {
  GPBFTInstance: number;
  ECChain: { Key: CidJson[]; Epoch: number; PowerTable: CidJson }[];
}
