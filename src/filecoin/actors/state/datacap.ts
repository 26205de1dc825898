/** States of the verified registry and of the data cap token. */
import { PayloadError } from '../facts/read.ts';
import { address, amount, cid, epoch, int, tuple, uint64, versions, type Reader } from './shape.ts';

/**
 * Verifiers, VerifiedClients: HAMTs by address, of amounts. Allocations and Claims: HAMTs by id of the
 * client (of the provider), of HAMTs by id (both as uvarint). Since version 9 clients' data cap is a
 * token of its own.
 */
export const verifiedregistry = versions(
  [
    9,
    tuple({
      RootKey: address,
      Verifiers: cid,
      RemoveDataCapProposalIDs: cid,
      Allocations: cid,
      NextAllocationId: int,
      Claims: cid,
    }),
  ],
  [
    7,
    tuple({
      RootKey: address,
      Verifiers: cid,
      VerifiedClients: cid,
      RemoveDataCapProposalIDs: cid,
    }),
  ],
  [0, tuple({ RootKey: address, Verifiers: cid, VerifiedClients: cid })],
);

const terms = { Data: cid, Size: uint64, TermMin: epoch, TermMax: epoch };

export const allocation = tuple({ Client: int, Provider: int, ...terms, Expiration: epoch });

export const claim = tuple({
  Provider: int,
  Client: int,
  ...terms,
  TermStart: epoch,
  Sector: uint64,
});

/** Bits of a key's hash for each level of a HAMT. */
const bitWidth: Reader<number> = (value) => {
  if (typeof value === 'number' && value >= 1 && value <= 8) return value;
  throw new PayloadError('no bit width of a HAMT');
};

/** FRC-46. Balances: HAMT by actor id (a uvarint), of amounts, of the width that the state names. */
export const datacap = versions([
  9,
  tuple({
    Governor: address,
    Token: tuple({ Supply: amount, Balances: cid, Allowances: cid, HamtBitWidth: bitWidth }),
  }),
]);
