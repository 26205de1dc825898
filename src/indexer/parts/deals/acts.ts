/**
 * What a tipset's calls did to deals, pieces, verifiers, data cap, allocations and claims: acts, in
 * the order in which they were done. Calls tell everything; events (FIP-0083) only what a call does
 * not: what a verifier has left, the terms of a claim whose allocation nobody remembers, and which
 * deals ended.
 */
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

export interface Deal {
  id: number;
  clientId: number;
  providerId: number;
  /** CID bytes. */
  pieceCid: Uint8Array;
  /** Padded bytes. */
  pieceSize: Uint64;
  verified: boolean;
  label: Uint8Array;
  /** Whether the label was proposed as text. */
  labelText: boolean;
  startEpoch: Integer;
  endEpoch: Integer;
  /** attoFIL, per epoch. */
  price: bigint;
  providerCollateral: bigint;
  clientCollateral: bigint;
}

/** A deal that is older than what the index saw. */
export interface OlderDeal extends Deal {
  /** Null while no sector holds it. */
  activatedHeight: number | null;
  sector: Integer | null;
}

export interface Piece {
  /** Place in its sector. */
  idx: number;
  cid: Uint8Array;
  size: number;
  /** The client and number of the allocation that it claims. */
  allocation: { client: number; id: number } | null;
  deal: number | null;
}

export interface Allocation {
  id: number;
  client: number;
  provider: number;
  pieceCid: Uint8Array;
  /** Padded bytes. */
  size: Uint64;
  termMin: number;
  termMax: number;
  expiration: number;
}

/** An allocation that is older than what the index saw. */
export interface OlderAllocation extends Allocation {
  /** Tipset whose upgrade made it without a message; null where nobody knows. */
  madeHeight: number | null;
}

export interface Claim {
  id: number;
  client: number;
  provider: number;
  pieceCid: Uint8Array;
  /** Padded bytes. */
  size: Uint64;
  /** Null where the allocation has to tell. */
  termMin: number | null;
  termMax: number | null;
  termStart: number;
  sector: Integer;
}

/** `message`: index into `executions`; null for what no message did. */
export type Act = { message: number | null } & (
  | { type: 'publish'; deal: Deal }
  /** `idx`: the deal's place in the sector, where the deal is all that tells of its piece. */
  | {
      type: 'activate';
      deal: number;
      provider: number;
      sector: Integer | null;
      idx: number | null;
    }
  | { type: 'pieces'; provider: number; sector: Integer; pieces: Piece[] }
  | { type: 'terminate-sectors'; provider: number; sectors: Integer[]; epoch: number }
  | { type: 'terminate-deal'; deal: number; epoch: number }
  /** Not activated in time; its provider's collateral was burnt. */
  | { type: 'slash'; deal: number }
  /** Paid to its end. */
  | { type: 'settle'; deal: number }
  | { type: 'allocate'; allocation: Allocation }
  | { type: 'remove-allocation'; client: number; id: number }
  | { type: 'claim'; claim: Claim }
  | { type: 'extend-claim'; provider: number; id: number; termMax: number }
  | { type: 'remove-claim'; provider: number; id: number }
  /** `allowance`: what it has left afterwards, where it was told. */
  | {
      type: 'verifier';
      verifier: number;
      did: 'set' | 'give' | 'remove';
      allowance: bigint | null;
      amount: bigint | null;
      client: number | null;
    }
  /** `amount` is signed, `balance` what the account has afterwards, where it was told: bytes. */
  | {
      type: 'data-cap';
      actor: number;
      did: 'grant' | 'allocate' | 'return' | 'send' | 'receive' | 'destroy';
      amount: bigint;
      balance: bigint | null;
      other: number | null;
    }
);

/** What was there before the first tipset. */
export interface OlderStorage {
  deals: OlderDeal[];
  claims: Claim[];
  allocations: OlderAllocation[];
  verifiers: { id: number; allowance: bigint }[];
  holders: { id: number; balance: bigint }[];
}

export const NO_OLDER_STORAGE: OlderStorage = {
  deals: [],
  claims: [],
  allocations: [],
  verifiers: [],
  holders: [],
};

export interface DealActs {
  /** Of an index that begins at the genesis, in its first tipset. */
  opening: OlderStorage | null;
  acts: Act[];
}
