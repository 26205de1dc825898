/**
 * What calls of the verified registry and of the data cap token did: verifiers, clients, allocations,
 * claims (`readVerifregCall`), data cap minted, moved and destroyed (`readDatacapCall`), and what a
 * transfer of data cap asked the registry for (`readAllocationRequests`, `readTokenReceived`).
 *
 * Until actors version 8 the registry kept clients' data cap itself; from 9 on it is a token of the
 * data cap actor, in units of 10^-18 bytes there and of bytes in the registry's own calls.
 */
import { decodeCbor } from '../../cbor.ts';
import type { CborValue } from '../../cbor.ts';
import {
  addressOf,
  amountOf,
  attempt,
  batchOf,
  bytesOf,
  factReader,
  fieldsOf,
  PayloadError,
  tupleOf,
} from './read.ts';
import type { BatchResult, PayloadReader } from './read.ts';

export interface AllocationRequest {
  /** Actor id of the provider that may claim it. */
  readonly provider: number;
  readonly pieceCid: Uint8Array;
  /** Padded bytes. */
  readonly size: number;
  readonly termMin: number;
  readonly termMax: number;
  /** Epoch by which it must be claimed. */
  readonly expiration: number;
}

export interface ClaimExtension {
  readonly provider: number;
  readonly claim: number;
  readonly termMax: number;
}

export interface AllocationRequests {
  readonly allocations: readonly AllocationRequest[];
  readonly extensions: readonly ClaimExtension[];
}

export interface NewAllocation extends AllocationRequest {
  readonly id: number;
}

/** What came of allocation requests: only those that were granted. */
export interface GrantedRequests {
  readonly allocations: readonly NewAllocation[];
  readonly extensions: readonly ClaimExtension[];
}

/** FRC-46: tokens that an actor was told of receiving. */
export interface TokenReceived {
  /** Actor ids. */
  readonly from: number;
  readonly to: number;
  readonly operator: number;
  /** Smallest units of the token. */
  readonly amount: bigint;
  readonly operatorData: Uint8Array;
}

/** FRC-46 fungible tokens: the type that the receiver hook names. */
export const FRC46_TOKEN = 2233613279;

export interface ClaimedAllocation {
  readonly client: number;
  readonly allocation: number;
  readonly pieceCid: Uint8Array;
  /** Padded bytes. */
  readonly size: number;
  readonly sector: number;
  readonly sectorExpiration: number;
  readonly claimed: boolean;
}

export type VerifregFact =
  /** `allowance`: bytes that the verifier or client may give or use. */
  | { readonly type: 'add-verifier'; readonly verifier: Uint8Array; readonly allowance: bigint }
  | { readonly type: 'remove-verifier'; readonly verifier: Uint8Array }
  | { readonly type: 'add-client'; readonly client: Uint8Array; readonly allowance: bigint }
  /** UseBytes and RestoreBytes, until actors version 8: bytes of a deal taken and given back. */
  | { readonly type: 'use-bytes'; readonly client: Uint8Array; readonly bytes: bigint }
  | { readonly type: 'restore-bytes'; readonly client: Uint8Array; readonly bytes: bigint }
  | { readonly type: 'remove-datacap'; readonly client: Uint8Array; readonly bytes: bigint }
  /** Data cap came in (UniversalReceiverHook): `client` is who it is from. */
  | ({ readonly type: 'allocate'; readonly client: number } & GrantedRequests)
  | {
      readonly type: 'remove-allocations';
      readonly client: number;
      readonly removed: readonly number[];
      /** Bytes given back to the client. */
      readonly recovered: bigint;
    }
  /** By the calling provider. */
  | { readonly type: 'claim'; readonly claims: readonly ClaimedAllocation[] }
  | { readonly type: 'extend-claims'; readonly extensions: readonly ClaimExtension[] }
  | {
      readonly type: 'remove-claims';
      readonly provider: number;
      readonly removed: readonly number[];
    };

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

function allocationRequest(item: CborValue): AllocationRequest {
  const fields = tupleOf(item, 6);
  return {
    provider: fields.int(0),
    pieceCid: fields.cid(1),
    size: fields.int(2),
    termMin: fields.int(3),
    termMax: fields.int(4),
    expiration: fields.int(5),
  };
}

/** ClaimTerm and ClaimExtensionRequest have the same fields. */
function claimExtension(item: CborValue): ClaimExtension {
  const fields = tupleOf(item, 3);
  return { provider: fields.int(0), claim: fields.int(1), termMax: fields.int(2) };
}

function allocationRequests(bytes: Uint8Array): AllocationRequests {
  const fields = fieldsOf(bytes, 2);
  return {
    allocations: fields.list(0, allocationRequest),
    extensions: fields.list(1, claimExtension),
  };
}

/** Operator data of a transfer of data cap to the verified registry; null when it is something else. */
export function readAllocationRequests(operatorData: Uint8Array): AllocationRequests | null {
  const requests = attempt(() => allocationRequests(operatorData));
  return requests instanceof PayloadError ? null : requests;
}

function tokenReceived(params: Uint8Array): TokenReceived {
  const hook = fieldsOf(params, 2);
  if (hook.int(0) !== FRC46_TOKEN) throw new PayloadError('not an FRC-46 token');
  const fields = fieldsOf(hook.bytes(1), 6);
  return {
    from: fields.int(0),
    to: fields.int(1),
    operator: fields.int(2),
    amount: fields.amount(3),
    operatorData: fields.bytes(4),
  };
}

/** Params of a UniversalReceiverHook of any actor; null when they are not of an FRC-46 token. */
export function readTokenReceived(params: Uint8Array): TokenReceived | null {
  const received = attempt(() => tokenReceived(params));
  return received instanceof PayloadError ? null : received;
}

function granted(requests: AllocationRequests, response: Uint8Array): GrantedRequests {
  const fields = fieldsOf(response, 3);
  const allocated = batchOf(fields.at(0), requests.allocations.length);
  const extended = batchOf(fields.at(1), requests.extensions.length);
  const ids = fields.ints(2);
  const taken = successes(requests.allocations, allocated);
  if (taken.length !== ids.length) throw new PayloadError('ids of other allocations');
  return {
    allocations: taken.map((request, at) => ({ id: ids[at] ?? 0, ...request })),
    extensions: successes(requests.extensions, extended),
  };
}

/** What the registry granted of a transfer's requests (`recipientData` of its return); null when either is something else. */
export function readGranted(
  operatorData: Uint8Array,
  recipientData: Uint8Array,
): GrantedRequests | null {
  const both = attempt(() => granted(allocationRequests(operatorData), recipientData));
  return both instanceof PayloadError ? null : both;
}

function successes<T>(items: readonly T[], { failed }: BatchResult): T[] {
  return items.filter((_, at) => !failed.has(at));
}

function clientBytes(type: 'use-bytes' | 'restore-bytes'): PayloadReader<VerifregFact> {
  return (params) => {
    const fields = fieldsOf(params, 2);
    return { type, client: fields.address(0), bytes: fields.amount(1) };
  };
}

/** Claims one by one (until actors version 11), or grouped by sector. */
function claimed(params: Uint8Array, returned: Uint8Array): VerifregFact {
  const sectors = fieldsOf(params, 2).list(0, (item) => tupleOf(item, 3, 6));
  const { failed } = batchOf(fieldsOf(returned, 2).at(0), sectors.length);
  return {
    type: 'claim',
    claims: sectors.flatMap((fields, at): ClaimedAllocation[] => {
      const claimed = !failed.has(at);
      if (fields.length === 6)
        return [
          {
            client: fields.int(0),
            allocation: fields.int(1),
            pieceCid: fields.cid(2),
            size: fields.int(3),
            sector: fields.int(4),
            sectorExpiration: fields.int(5),
            claimed,
          },
        ];
      const sector = fields.int(0);
      const sectorExpiration = fields.int(1);
      return fields.list(2, (item) => {
        const claim = tupleOf(item, 4);
        return {
          client: claim.int(0),
          allocation: claim.int(1),
          pieceCid: claim.cid(2),
          size: claim.int(3),
          sector,
          sectorExpiration,
          claimed,
        };
      });
    }),
  };
}

/** What a call of the verified registry did; null for methods that only read. */
export const readVerifregCall = factReader<VerifregFact>('verifiedregistry', {
  AddVerifier: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'add-verifier', verifier: fields.address(0), allowance: fields.amount(1) };
  },
  RemoveVerifier: (params) => ({
    type: 'remove-verifier',
    verifier: addressOf(decodeCbor(params)),
  }),
  AddVerifiedClient: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'add-client', client: fields.address(0), allowance: fields.amount(1) };
  },
  UseBytes: clientBytes('use-bytes'),
  RestoreBytes: clientBytes('restore-bytes'),
  RemoveVerifiedClientDataCap: (_, returned) => {
    const fields = fieldsOf(returned, 2);
    return { type: 'remove-datacap', client: fields.address(0), bytes: fields.amount(1) };
  },
  Receive: (params, returned) => {
    const received = tokenReceived(params);
    return {
      type: 'allocate',
      client: received.from,
      ...granted(allocationRequests(received.operatorData), returned),
    };
  },
  RemoveExpiredAllocations: (params, returned) => {
    const answer = fieldsOf(returned, 3);
    const considered = answer.ints(0);
    return {
      type: 'remove-allocations',
      client: fieldsOf(params, 2).int(0),
      removed: successes(considered, batchOf(answer.at(1), considered.length)),
      recovered: answer.amount(2),
    };
  },
  ClaimAllocations: claimed,
  ExtendClaimTerms: (params, returned) => {
    const terms = fieldsOf(params, 1).list(0, claimExtension);
    return {
      type: 'extend-claims',
      extensions: successes(terms, batchOf(decodeCbor(returned), terms.length)),
    };
  },
  RemoveExpiredClaims: (params, returned) => {
    const answer = fieldsOf(returned, 2);
    const considered = answer.ints(0);
    return {
      type: 'remove-claims',
      provider: fieldsOf(params, 2).int(0),
      removed: successes(considered, batchOf(answer.at(1), considered.length)),
    };
  },
});

function allowance(params: Uint8Array, returned: Uint8Array): DatacapFact {
  return {
    type: 'allowance',
    operator: fieldsOf(params, 1, 2).address(0),
    allowance: amountOf(decodeCbor(returned)),
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
  Destroy: (params, returned) => {
    const fields = fieldsOf(params, 2);
    return {
      type: 'burn',
      owner: fields.address(0),
      amount: fields.amount(1),
      balance: fieldsOf(returned, 1).amount(0),
    };
  },
  Burn: (params, returned) => ({
    type: 'burn',
    owner: null,
    amount: fieldsOf(params, 1).amount(0),
    balance: fieldsOf(returned, 1).amount(0),
  }),
  BurnFrom: (params, returned) => {
    const fields = fieldsOf(params, 2);
    return {
      type: 'burn',
      owner: fields.address(0),
      amount: fields.amount(1),
      balance: fieldsOf(returned, 2).amount(0),
    };
  },
  Transfer: (params, returned) => {
    const fields = fieldsOf(params, 3);
    const answer = fieldsOf(returned, 3);
    return {
      type: 'transfer',
      from: null,
      to: fields.address(0),
      amount: fields.amount(1),
      operatorData: fields.bytes(2),
      fromBalance: answer.amount(0),
      toBalance: answer.amount(1),
      recipientData: bytesOf(answer.at(2)),
    };
  },
  TransferFrom: (params, returned) => {
    const fields = fieldsOf(params, 4);
    const answer = fieldsOf(returned, 4);
    return {
      type: 'transfer',
      from: fields.address(0),
      to: fields.address(1),
      amount: fields.amount(2),
      operatorData: fields.bytes(3),
      fromBalance: answer.amount(0),
      toBalance: answer.amount(1),
      recipientData: bytesOf(answer.at(3)),
    };
  },
  IncreaseAllowance: allowance,
  DecreaseAllowance: allowance,
  RevokeAllowance: allowance,
});
