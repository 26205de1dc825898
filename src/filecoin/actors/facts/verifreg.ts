/**
 * What calls of the verified registry did (`readVerifregCall`): verifiers, clients, allocations,
 * claims. Until actors version 8 it kept clients' data cap itself; amounts are of bytes.
 */
import { decodeCbor } from '../../encoding/cbor.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import type { Integer } from '../../encoding/integers.ts';
import type { Uint64 } from '../../encoding/uint64.ts';
import { allocationRequests, claimExtension, granted, tokenReceived } from './allocations.ts';
import type { ClaimExtension, GrantedRequests } from './allocations.ts';
import {
  addressOf,
  batchOf,
  factReader,
  fieldsOf,
  intOf,
  itemsOf,
  successesOf,
  tupleOf,
} from './read.ts';
import type { PayloadReader } from './read.ts';

export interface ClaimedAllocation {
  readonly client: number;
  readonly allocation: number;
  readonly pieceCid: Uint8Array;
  /** Padded bytes. */
  readonly size: Uint64;
  readonly sector: Integer;
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

function clientBytes(type: 'use-bytes' | 'restore-bytes'): PayloadReader<VerifregFact> {
  return (params) => {
    const fields = fieldsOf(params, 2);
    return { type, client: fields.address(0), bytes: fields.amount(1) };
  };
}

/** Claims one by one (until actors version 11), or grouped by sector. */
function claimed(params: Uint8Array, returned: Uint8Array): VerifregFact {
  const sectors = fieldsOf(params, 2).list(0, (item) => item);
  const result = batchOf(fieldsOf(returned, 2).at(0), sectors.length);
  return { type: 'claim', claims: itemsOf(sectors, result, claimsOf).flat() };
}

function claimsOf(item: CborValue, claimed: boolean): ClaimedAllocation[] {
  const fields = tupleOf(item, 3, 6);
  if (fields.length === 6)
    return [
      {
        client: fields.int(0),
        allocation: fields.int(1),
        pieceCid: fields.cid(2),
        size: fields.unsigned(3),
        sector: fields.sector(4),
        sectorExpiration: fields.int(5),
        claimed,
      },
    ];
  const sector = fields.sector(0);
  const sectorExpiration = fields.int(1);
  return fields.list(2, (entry) => {
    const claim = tupleOf(entry, 4);
    return {
      client: claim.int(0),
      allocation: claim.int(1),
      pieceCid: claim.cid(2),
      size: claim.unsigned(3),
      sector,
      sectorExpiration,
      claimed,
    };
  });
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
    const considered = answer.list(0, (item) => item);
    return {
      type: 'remove-allocations',
      client: fieldsOf(params, 2).int(0),
      removed: successesOf(considered, batchOf(answer.at(1), considered.length), intOf),
      recovered: answer.amount(2),
    };
  },
  ClaimAllocations: claimed,
  ExtendClaimTerms: (params, returned) => {
    const terms = fieldsOf(params, 1).list(0, (item) => item);
    return {
      type: 'extend-claims',
      extensions: successesOf(terms, batchOf(decodeCbor(returned), terms.length), claimExtension),
    };
  },
  RemoveExpiredClaims: (params, returned) => {
    const answer = fieldsOf(returned, 2);
    const considered = answer.list(0, (item) => item);
    return {
      type: 'remove-claims',
      provider: fieldsOf(params, 2).int(0),
      removed: successesOf(considered, batchOf(answer.at(1), considered.length), intOf),
    };
  },
});
