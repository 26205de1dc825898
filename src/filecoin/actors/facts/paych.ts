/** What calls of payment channels did: vouchers redeemed, the channel settled and paid out (`readPaychCall`). */
import { addressOf, bytesOf, factReader, fieldsOf, tupleOf } from './read.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import type { Integer } from '../../encoding/integers.ts';
import type { Uint64 } from '../../encoding/uint64.ts';

/** A promise of the payer, by lane: the newest one of a lane is what the lane is worth in all. */
export interface Voucher {
  readonly channel: Uint8Array;
  /** Epochs between which it may be redeemed; 0: without bound. */
  readonly timeLockMin: Integer;
  readonly timeLockMax: Integer;
  /** Blake2b hash of a secret that must be shown; empty when none is asked for. */
  readonly secretHash: Uint8Array;
  readonly lane: Integer;
  readonly nonce: Uint64;
  /** attoFIL that the lane has paid, all its vouchers together. */
  readonly amount: bigint;
  readonly minSettleHeight: Integer;
  /** Lanes that this one takes over, with the nonces up to which. */
  readonly merges: readonly { readonly lane: Integer; readonly nonce: Uint64 }[];
}

export type PaychFact =
  | { readonly type: 'constructor'; readonly from: Uint8Array; readonly to: Uint8Array }
  | { readonly type: 'voucher'; readonly voucher: Voucher }
  /** From now on 1,440 epochs until it can be collected. */
  | { readonly type: 'settle' }
  /** Paid out; the channel is no more. */
  | { readonly type: 'collect' };

function voucherOf(value: CborValue): Voucher {
  const fields = tupleOf(value, 11);
  return {
    channel: addressOf(fields.at(0)),
    timeLockMin: fields.integer(1),
    timeLockMax: fields.integer(2),
    secretHash: fields.maybe(3, bytesOf) ?? new Uint8Array(0),
    lane: fields.integer(5),
    nonce: fields.unsigned(6),
    amount: fields.amount(7),
    minSettleHeight: fields.integer(8),
    merges:
      fields.maybe(9, () =>
        fields.list(9, (item) => {
          const merge = tupleOf(item, 2);
          return { lane: merge.integer(0), nonce: merge.unsigned(1) };
        }),
      ) ?? [],
  };
}

/** What a call of a payment channel did. */
export const readPaychCall = factReader<PaychFact>('paymentchannel', {
  Constructor: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'constructor', from: fields.address(0), to: fields.address(1) };
  },
  UpdateChannelState: (params) => ({
    type: 'voucher',
    voucher: voucherOf(fieldsOf(params, 2, 3).at(0)),
  }),
  Settle: () => ({ type: 'settle' }),
  Collect: () => ({ type: 'collect' }),
});
