/** What calls of payment channels did: vouchers redeemed, the channel settled and paid out (`readPaychCall`). */
import { addressOf, bytesOf, factReader, fieldsOf, tupleOf } from './read.ts';
import type { CborValue } from '../../encoding/cbor.ts';

/** A promise of the payer, by lane: the newest one of a lane is what the lane is worth in all. */
export interface Voucher {
  readonly channel: Uint8Array;
  /** Epochs between which it may be redeemed; 0: without bound. */
  readonly timeLockMin: number;
  readonly timeLockMax: number;
  /** Blake2b hash of a secret that must be shown; empty when none is asked for. */
  readonly secretHash: Uint8Array;
  readonly lane: number;
  readonly nonce: number;
  /** attoFIL that the lane has paid, all its vouchers together. */
  readonly amount: bigint;
  readonly minSettleHeight: number;
  /** Lanes that this one takes over, with the nonces up to which. */
  readonly merges: readonly { readonly lane: number; readonly nonce: number }[];
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
    timeLockMin: fields.int(1),
    timeLockMax: fields.int(2),
    secretHash: fields.maybe(3, bytesOf) ?? new Uint8Array(0),
    lane: fields.int(5),
    nonce: fields.int(6),
    amount: fields.amount(7),
    minSettleHeight: fields.int(8),
    merges:
      fields.maybe(9, () =>
        fields.list(9, (item) => {
          const merge = tupleOf(item, 2);
          return { lane: merge.int(0), nonce: merge.int(1) };
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
