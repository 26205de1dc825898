/** States of multisigs and of payment channels. */
import { address, amount, bytes, cid, int, int64, list, tuple, uint64, versions } from './shape.ts';

/** PendingTxns: HAMT by id (a signed varint), of transactions. */
export const multisig = versions([
  0,
  tuple({
    Signers: list(address),
    NumApprovalsThreshold: int,
    NextTxnID: int,
    InitialBalance: amount,
    StartEpoch: int64,
    UnlockDuration: int64,
    PendingTxns: cid,
  }),
]);

/** A transaction that waits for approvals; the proposer is the first of them. */
export const transaction = tuple({
  To: address,
  Value: amount,
  Method: uint64,
  Params: bytes,
  Approved: list(address),
});

/** LaneStates: AMT by lane. */
export const paymentchannel = versions([
  0,
  tuple({
    From: address,
    To: address,
    ToSend: amount,
    SettlingAt: int64,
    MinSettleHeight: int64,
    LaneStates: cid,
  }),
]);
