/**
 * What a transfer of data cap asks the verified registry for, and what the registry grants of it:
 * allocations of data cap to pieces, and longer terms of claims. FIP-0045, FRC-0046.
 */
import type { Uint64 } from '../../encoding/uint64.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { batchOf, fieldsOf, PayloadError, tupleOf } from './read.ts';
import type { BatchResult } from './read.ts';

export interface AllocationRequest {
  /** Actor id of the provider that may claim it. */
  readonly provider: number;
  readonly pieceCid: Uint8Array;
  /** Padded bytes. */
  readonly size: Uint64;
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

function allocationRequest(item: CborValue): AllocationRequest {
  const fields = tupleOf(item, 6);
  return {
    provider: fields.int(0),
    pieceCid: fields.cid(1),
    size: fields.unsigned(2),
    termMin: fields.int(3),
    termMax: fields.int(4),
    expiration: fields.int(5),
  };
}

/** ClaimTerm and ClaimExtensionRequest have the same fields. */
export function claimExtension(item: CborValue): ClaimExtension {
  const fields = tupleOf(item, 3);
  return { provider: fields.int(0), claim: fields.int(1), termMax: fields.int(2) };
}

/** Operator data of a transfer of data cap to the verified registry. */
export function allocationRequests(bytes: Uint8Array): AllocationRequests {
  const fields = fieldsOf(bytes, 2);
  return {
    allocations: fields.list(0, allocationRequest),
    extensions: fields.list(1, claimExtension),
  };
}

/** Params of a UniversalReceiverHook. @throws PayloadError when they are not of an FRC-46 token */
export function tokenReceived(params: Uint8Array): TokenReceived {
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

/** What the registry granted of a transfer's requests, by its return. */
export function granted(requests: AllocationRequests, response: Uint8Array): GrantedRequests {
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

/** The items of a batch that did not fail. */
function successes<T>(items: readonly T[], { failed }: BatchResult): T[] {
  return items.filter((_, at) => !failed.has(at));
}
