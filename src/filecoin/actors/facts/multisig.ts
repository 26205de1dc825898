/**
 * What calls of multisigs did: proposals made, approved, cancelled and carried out, signers,
 * threshold and vesting changed (`readMultisigCall`). Signers and threshold change by calls that the
 * multisig makes to itself.
 */
import type { Int32, Integer } from '../../encoding/integers.ts';
import { uint64 } from '../../encoding/uint64.ts';
import type { Uint64 } from '../../encoding/uint64.ts';
import { addressOf, factReader, fieldsOf, intOf, PayloadError } from './read.ts';
import type { Call, Fields, Malformed, PayloadReader } from './read.ts';
import { FIRST_EXPORTED_NUMBER } from '../methods.ts';

/** What became of proposals, by its values in the database (`proposal.status`): append only. */
export const PROPOSAL_STATUS = ['pending', 'executed', 'failed', 'cancelled'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUS)[number];

export function proposalStatusIndex(status: ProposalStatus): number {
  return PROPOSAL_STATUS.indexOf(status);
}

/** What came of the proposed call; when it was not applied, it waits for more approvals. */
export interface ProposalResult {
  readonly applied: boolean;
  /** Exit code of the proposed call; 0 when it was not applied. */
  readonly exitCode: number;
  readonly returned: Uint8Array;
}

export type MultisigFact =
  | {
      readonly type: 'constructor';
      readonly signers: readonly Uint8Array[];
      readonly threshold: Int32;
      /** Epochs over which the value of the constructor's call unlocks; 0: nothing is locked. */
      readonly unlockDuration: Integer;
      /** Null before actors version 2: the epoch of the call. */
      readonly startEpoch: Integer | null;
    }
  | ({
      readonly type: 'propose';
      readonly txId: number;
      readonly to: Uint8Array;
      /** attoFIL */
      readonly value: bigint;
      readonly method: Uint64;
      readonly params: Uint8Array;
    } & ProposalResult)
  | ({ readonly type: 'approve'; readonly txId: number } & ProposalResult)
  | { readonly type: 'cancel'; readonly txId: number }
  | { readonly type: 'add-signer'; readonly signer: Uint8Array; readonly increase: boolean }
  | { readonly type: 'remove-signer'; readonly signer: Uint8Array; readonly decrease: boolean }
  | { readonly type: 'swap-signer'; readonly from: Uint8Array; readonly to: Uint8Array }
  | { readonly type: 'change-threshold'; readonly threshold: Int32 }
  | {
      readonly type: 'lock-balance';
      readonly startEpoch: Integer;
      readonly unlockDuration: Integer;
      /** attoFIL */
      readonly amount: bigint;
    };

function resultOf(fields: Fields, at: number): ProposalResult {
  return {
    applied: fields.bool(at),
    exitCode: fields.int(at + 1),
    returned: fields.maybe(at + 2, (value) => (value instanceof Uint8Array ? value : null)) ?? NONE,
  };
}

const NONE = new Uint8Array(0);

const propose: PayloadReader<MultisigFact> = (params, returned) => {
  const fields = fieldsOf(params, 4);
  const answer = fieldsOf(returned, 4);
  const number = fields.at(2);
  const method = typeof number === 'bigint' ? number : intOf(number);
  if (method < 0) throw new PayloadError('not a method number');
  return {
    type: 'propose',
    txId: answer.int(0),
    to: fields.address(0),
    value: fields.amount(1),
    method: uint64(method),
    params: fields.bytes(3),
    ...resultOf(answer, 1),
  };
};

const read = factReader<MultisigFact>('multisig', {
  Constructor: (params) => {
    const fields = fieldsOf(params, 3, 4);
    return {
      type: 'constructor',
      signers: fields.list(0, addressOf),
      threshold: fields.small(1),
      unlockDuration: fields.integer(2),
      startEpoch: fields.length === 4 ? fields.integer(3) : null,
    };
  },
  Propose: propose,
  Approve: (params, returned) => ({
    type: 'approve',
    txId: fieldsOf(params, 2).int(0),
    ...resultOf(fieldsOf(returned, 3), 0),
  }),
  Cancel: (params) => ({ type: 'cancel', txId: fieldsOf(params, 2).int(0) }),
  AddSigner: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'add-signer', signer: fields.address(0), increase: fields.bool(1) };
  },
  RemoveSigner: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'remove-signer', signer: fields.address(0), decrease: fields.bool(1) };
  },
  SwapSigner: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'swap-signer', from: fields.address(0), to: fields.address(1) };
  },
  ChangeNumApprovalsThreshold: (params) => ({
    type: 'change-threshold',
    threshold: fieldsOf(params, 1).small(0),
  }),
  LockBalance: (params) => {
    const fields = fieldsOf(params, 3);
    return {
      type: 'lock-balance',
      startEpoch: fields.integer(0),
      unlockDuration: fields.integer(1),
      amount: fields.amount(2),
    };
  },
});

/**
 * What a call of a multisig did; null for methods that do nothing. The methods that tools name
 * `ProposeExported` and so on are among those: multisigs never took them, and from actors version
 * 11 on ignore them.
 */
export function readMultisigCall(call: Call): MultisigFact | Malformed | null {
  return call.method < FIRST_EXPORTED_NUMBER ? read(call) : null;
}
