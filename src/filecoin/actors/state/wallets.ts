/** States of multisigs and of payment channels. */
import { address, amount, bytes, cid, epoch, int, list, tuple, uint64, versions } from './shape.ts';

/** PendingTxns: HAMT by id (a signed varint), of transactions. */
export const multisig = versions([
  0,
  tuple({
    Signers: list(address),
    NumApprovalsThreshold: int,
    NextTxnID: int,
    InitialBalance: amount,
    StartEpoch: epoch,
    UnlockDuration: epoch,
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
    SettlingAt: epoch,
    MinSettleHeight: epoch,
    LaneStates: cid,
  }),
]);
