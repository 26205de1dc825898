/** What can happen to sectors, as the calls of storage miners tell it. */
import type { Runs } from '../../encoding/bitfield.ts';
import type { Int32, Integer } from '../../encoding/integers.ts';

export interface PreCommit {
  readonly sector: Integer;
  /** Registered seal proof. */
  readonly sealProof: Int32;
  /** CommR, bytes of a CID. */
  readonly sealedCid: Uint8Array;
  readonly sealRandEpoch: number;
  readonly dealIds: readonly number[];
  readonly expiration: number;
  /** CommD: null for a sector without data, and before PreCommitSectorBatch2, which first named it. */
  readonly unsealedCid: Uint8Array | null;
  /** The committed-capacity sector to be replaced (actors versions 0 to 6 heeded it); null when none is. */
  readonly replaces: Integer | null;
}

export interface Piece {
  readonly cid: Uint8Array;
  /** Padded bytes. */
  readonly size: number;
  /** The verified allocation that the piece claims. */
  readonly allocation: { readonly client: number; readonly id: number } | null;
  /** Actors that are told of the piece, the market with its deal's id in CBOR. */
  readonly notify: readonly { readonly address: Uint8Array; readonly payload: Uint8Array }[];
}

export interface ProvenSector {
  readonly sector: Integer;
  readonly pieces: readonly Piece[];
  /** Whether it was activated; one item of a batch may fail alone. */
  readonly activated: boolean;
}

export interface NonInteractiveSector {
  readonly sector: Integer;
  readonly sealedCid: Uint8Array;
  readonly sealRandEpoch: number;
  readonly expiration: number;
  readonly activated: boolean;
}

export interface ReplicaUpdate {
  readonly sector: Integer;
  readonly deadline: Int32;
  readonly partition: number;
  readonly sealedCid: Uint8Array;
  /** CommD where the call names it (ProveReplicaUpdates2). */
  readonly unsealedCid: Uint8Array | null;
  /** Market deals (until ProveReplicaUpdates2), or pieces (ProveReplicaUpdates3). */
  readonly dealIds: readonly number[];
  readonly pieces: readonly Piece[];
  readonly updated: boolean;
}

export interface Declaration {
  readonly deadline: Int32;
  readonly partition: number;
  readonly sectors: Runs;
}

export interface Extension extends Declaration {
  readonly newExpiration: number;
  /** Sectors with verified claims come one by one, apart from `sectors`. */
  readonly withClaims: readonly {
    readonly sector: Integer;
    readonly maintained: readonly number[];
    readonly dropped: readonly number[];
  }[];
}

export type SectorFact =
  | { readonly type: 'pre-commit'; readonly sectors: readonly PreCommit[] }
  /** ProveCommitSector: the proof was taken; it is checked at the epoch's end, then `confirmed` follows. */
  | { readonly type: 'prove-submitted'; readonly sector: Integer }
  /**
   * ProveCommitAggregate: these were proven, and activated but for those whose deals could not be
   * (the events or the miner's state tell which).
   */
  | { readonly type: 'prove-aggregate'; readonly sectors: Runs }
  /** ConfirmSectorProofsValid, by the power actor or a miner itself: as `prove-aggregate`. */
  | { readonly type: 'confirmed'; readonly sectors: readonly Integer[] }
  /** ProveCommitSectors3 */
  | { readonly type: 'prove'; readonly sectors: readonly ProvenSector[] }
  /** ProveCommitSectorsNI: sectors without data, proven without a pre-commitment. */
  | {
      readonly type: 'prove-ni';
      readonly sealProof: Int32;
      readonly deadline: Int32;
      readonly sectors: readonly NonInteractiveSector[];
    }
  | { readonly type: 'replica-update'; readonly sectors: readonly ReplicaUpdate[] }
  | { readonly type: 'fault'; readonly declarations: readonly Declaration[] }
  | { readonly type: 'recovery'; readonly declarations: readonly Declaration[] }
  /** `done`: all early terminations, older ones too, are processed. */
  | {
      readonly type: 'termination';
      readonly declarations: readonly Declaration[];
      readonly done: boolean | null;
    }
  | { readonly type: 'extension'; readonly extensions: readonly Extension[] }
  | { readonly type: 'compact-partitions'; readonly deadline: Int32; readonly partitions: Runs }
  /** Sector numbers that are never to be used again. */
  | { readonly type: 'compact-numbers'; readonly sectors: Runs }
  | {
      readonly type: 'post';
      readonly deadline: Int32;
      /** `skipped`: sectors that were not proven and became faulty. */
      readonly partitions: readonly { readonly index: number; readonly skipped: Runs }[];
      /** Registered PoSt proof of each proof. */
      readonly proofs: readonly number[];
      readonly chainCommitEpoch: number;
    }
  | { readonly type: 'dispute'; readonly deadline: Int32; readonly postIndex: number };
