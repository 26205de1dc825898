/**
 * What calls of the data cap token did (`readDatacapCall`): data cap minted, moved, destroyed. From
 * actors version 9 on it is a token of its own actor, in units of 10^-18 bytes; until then the
 * verified registry kept it itself.
 */
import { decodeCbor } from '../../encoding/cbor.ts';
import { addressOf, amountOf, factReader, fieldsOf } from './read.ts';

/** Amounts are of the token's smallest units: 10^-18 bytes. */
export type DatacapFact =
  | {
      readonly type: 'mint';
      readonly to: Uint8Array;
      readonly amount: bigint;
      /** Actors that may move all of the receiver's data cap from now on. */
      readonly operators: readonly Uint8Array[];
      /** The receiver's balance and the whole supply afterwards; null where the call did not tell. */
      readonly balance: bigint | null;
      readonly supply: bigint | null;
    }
  /** `owner` null: the caller's own. */
  | {
      readonly type: 'burn';
      readonly owner: Uint8Array | null;
      readonly amount: bigint;
      /** The owner's balance afterwards. */
      readonly balance: bigint;
    }
  /** `from` null: the caller's own. */
  | {
      readonly type: 'transfer';
      readonly from: Uint8Array | null;
      readonly to: Uint8Array;
      readonly amount: bigint;
      readonly operatorData: Uint8Array;
      readonly fromBalance: bigint;
      readonly toBalance: bigint;
      /** What the receiver answered: for the registry, an allocations response. */
      readonly recipientData: Uint8Array;
    }
  /** The caller's operator may move so much from now on. */
  | { readonly type: 'allowance'; readonly operator: Uint8Array; readonly allowance: bigint };

function allowance(params: Uint8Array, returned: Uint8Array): DatacapFact {
  return {
    type: 'allowance',
    operator: fieldsOf(params, 1, 2).address(0),
    allowance: amountOf(decodeCbor(returned)),
  };
}

/** A burn of the owner that the params name; the answer is of `values` values, his balance first. */
function burnOf(params: Uint8Array, returned: Uint8Array, values: number): DatacapFact {
  const fields = fieldsOf(params, 2);
  return {
    type: 'burn',
    owner: fields.address(0),
    amount: fields.amount(1),
    balance: fieldsOf(returned, values).amount(0),
  };
}

/** An operator's transfer names the owner before all else, and its answer the allowance that is left. */
function transfer(params: Uint8Array, returned: Uint8Array, byOperator: boolean): DatacapFact {
  const more = byOperator ? 1 : 0;
  const fields = fieldsOf(params, 3 + more);
  const answer = fieldsOf(returned, 3 + more);
  return {
    type: 'transfer',
    from: byOperator ? fields.address(0) : null,
    to: fields.address(more),
    amount: fields.amount(1 + more),
    operatorData: fields.bytes(2 + more),
    fromBalance: answer.amount(0),
    toBalance: answer.amount(1),
    recipientData: answer.bytes(2 + more),
  };
}

/** What a call of the data cap token did; null for methods that only read. */
export const readDatacapCall = factReader<DatacapFact>('datacap', {
  Mint: (params, returned) => {
    const fields = fieldsOf(params, 3);
    const answer = fieldsOf(returned, 3);
    return {
      type: 'mint',
      to: fields.address(0),
      amount: fields.amount(1),
      operators: fields.list(2, addressOf),
      balance: answer.amount(0),
      supply: answer.amount(1),
    };
  },
  Destroy: (params, returned) => burnOf(params, returned, 1),
  Burn: (params, returned) => ({
    type: 'burn',
    owner: null,
    amount: fieldsOf(params, 1).amount(0),
    balance: fieldsOf(returned, 1).amount(0),
  }),
  BurnFrom: (params, returned) => burnOf(params, returned, 2),
  Transfer: (params, returned) => transfer(params, returned, false),
  TransferFrom: (params, returned) => transfer(params, returned, true),
  IncreaseAllowance: allowance,
  DecreaseAllowance: allowance,
  RevokeAllowance: allowance,
});
