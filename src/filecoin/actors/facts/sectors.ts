/**
 * What calls of storage miners did to sectors: `readSectorCall`. From pre-commitment over proofs,
 * faults and extensions to termination; of all actors versions.
 */
import type { Int32 } from '../../encoding/integers.ts';
import { countRuns, numbersOfRuns } from '../../encoding/bitfield.ts';
import { decodeCbor } from '../../encoding/cbor.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import {
  addressOf,
  batchOf,
  bytesOf,
  cidOf,
  factReader,
  fieldsOf,
  intOf,
  sectorOf,
  itemsOf,
  PayloadError,
  sectorsOf,
  tupleOf,
} from './read.ts';
import type { Fields, PayloadReader } from './read.ts';
import type {
  Declaration,
  Extension,
  Piece,
  PreCommit,
  ReplicaUpdate,
  SectorFact,
} from './sectorFacts.ts';

function preCommit(item: CborValue): PreCommit {
  const fields = tupleOf(item, 7, 10);
  const old = fields.length === 10;
  if (!old && fields.length !== 7) tupleOf(item, 7);
  return {
    sealProof: fields.small(0),
    sector: fields.sector(1),
    sealedCid: fields.cid(2),
    sealRandEpoch: fields.int(3),
    dealIds: fields.ints(4),
    expiration: fields.int(5),
    unsealedCid: old ? null : fields.maybe(6, cidOf),
    replaces: old && fields.bool(6) ? fields.sector(9) : null,
  };
}

function piece(item: CborValue): Piece {
  const fields = tupleOf(item, 4);
  return {
    cid: fields.cid(0),
    size: fields.int(1),
    allocation: fields.maybe(2, (key) => {
      const parts = tupleOf(key, 2);
      return { client: parts.int(0), id: parts.int(1) };
    }),
    notify: fields.list(3, (entry) => {
      const parts = tupleOf(entry, 2);
      return { address: addressOf(parts.at(0)), payload: bytesOf(parts.at(1)) };
    }),
  };
}

function declaration(item: CborValue): Declaration {
  const fields = tupleOf(item, 3);
  return { deadline: fields.small(0), partition: fields.int(1), sectors: fields.sectors(2) };
}

function declarations(params: Uint8Array): Declaration[] {
  return fieldsOf(params, 1).list(0, declaration);
}

function extension(item: CborValue): Extension {
  const fields = tupleOf(item, 4, 5);
  const claims = fields.length === 5;
  return {
    deadline: fields.small(0),
    partition: fields.int(1),
    sectors: fields.sectors(2),
    newExpiration: fields.int(claims ? 4 : 3),
    withClaims: claims
      ? fields.list(3, (entry) => {
          const parts = tupleOf(entry, 3);
          return { sector: parts.sector(0), maintained: parts.ints(1), dropped: parts.ints(2) };
        })
      : [],
  };
}

function extensions(params: Uint8Array): SectorFact {
  return { type: 'extension', extensions: fieldsOf(params, 1).list(0, extension) };
}

function confirmed(params: Uint8Array): SectorFact {
  return { type: 'confirmed', sectors: fieldsOf(params, 1, 4).list(0, sectorOf) };
}

/** Reads the items of a batch together with whether each succeeded. */
function batch<T>(
  items: readonly CborValue[],
  returned: Uint8Array,
  read: (fields: CborValue, succeeded: boolean) => T,
): T[] {
  return itemsOf(items, batchOf(decodeCbor(returned), items.length), read);
}

const asIs = (item: CborValue): CborValue => item;

/** ProveReplicaUpdates and ProveReplicaUpdates2: the return is the set of the updated sectors. */
function oldUpdates(length: 7 | 8): PayloadReader<SectorFact> {
  return (params, returned) => {
    const succeeded = sectorsOf(decodeCbor(returned));
    const updates = fieldsOf(params, 1).list(0, asIs);
    if (countRuns(succeeded) > updates.length) throw new PayloadError('updates of other sectors');
    const updated = new Set(numbersOfRuns(succeeded));
    const failed = new Map<number, number>();
    updates.forEach((item, at) => {
      if (!updated.has(tupleOf(item, length).sector(0))) failed.set(at, 1);
    });
    return {
      type: 'replica-update',
      sectors: itemsOf(updates, { count: updates.length, failed }, (item): ReplicaUpdate => {
        const fields = tupleOf(item, length);
        const sector = fields.sector(0);
        return {
          sector,
          ...placeOf(fields),
          sealedCid: fields.cid(3),
          unsealedCid: length === 8 ? fields.cid(4) : null,
          dealIds: fields.ints(length - 3),
          pieces: [],
          updated: updated.has(sector),
        };
      }),
    };
  };
}

function placeOf(fields: Fields): { deadline: Int32; partition: number } {
  return { deadline: fields.small(1), partition: fields.int(2) };
}

/**
 * What a call of a storage miner did to sectors; null for methods that do nothing to them.
 * Numbers are of the called miner's sectors; who it is the caller knows.
 */
export const readSectorCall = factReader<SectorFact>('storageminer', {
  PreCommitSector: (params) => ({ type: 'pre-commit', sectors: [preCommit(decodeCbor(params))] }),
  PreCommitSectorBatch: (params) => ({
    type: 'pre-commit',
    sectors: fieldsOf(params, 1).list(0, preCommit),
  }),
  PreCommitSectorBatch2: (params) => ({
    type: 'pre-commit',
    sectors: fieldsOf(params, 1).list(0, preCommit),
  }),
  ProveCommitSector: (params) => ({
    type: 'prove-submitted',
    sector: fieldsOf(params, 2).sector(0),
  }),
  ProveCommitAggregate: (params) => ({
    type: 'prove-aggregate',
    sectors: fieldsOf(params, 2).sectors(0),
  }),
  ConfirmSectorProofsValid: confirmed,
  InternalSectorSetupForPreseal: confirmed,
  ProveCommitSectors3: (params, returned) => ({
    type: 'prove',
    sectors: batch(fieldsOf(params, 6).list(0, asIs), returned, (item, activated) => {
      const fields = tupleOf(item, 2);
      return { sector: fields.sector(0), pieces: fields.list(1, piece), activated };
    }),
  }),
  ProveCommitSectorsNI: (params, returned) => {
    const all = fieldsOf(params, 6);
    return {
      type: 'prove-ni',
      sealProof: all.small(2),
      deadline: all.small(4),
      sectors: batch(all.list(0, asIs), returned, (item, activated) => {
        const fields = tupleOf(item, 6);
        return {
          sector: fields.sector(3),
          sealedCid: fields.cid(2),
          sealRandEpoch: fields.int(4),
          expiration: fields.int(5),
          activated,
        };
      }),
    };
  },
  ProveReplicaUpdates: oldUpdates(7),
  ProveReplicaUpdates2: oldUpdates(8),
  ProveReplicaUpdates3: (params, returned) => ({
    type: 'replica-update',
    sectors: batch(fieldsOf(params, 7).list(0, asIs), returned, (item, updated) => {
      const fields = tupleOf(item, 5);
      return {
        sector: fields.sector(0),
        ...placeOf(fields),
        sealedCid: fields.cid(3),
        unsealedCid: null,
        dealIds: [],
        pieces: fields.list(4, piece),
        updated,
      };
    }),
  }),
  DeclareFaults: (params) => ({ type: 'fault', declarations: declarations(params) }),
  DeclareFaultsRecovered: (params) => ({ type: 'recovery', declarations: declarations(params) }),
  TerminateSectors: (params, returned) => ({
    type: 'termination',
    declarations: declarations(params),
    done: returned.length === 0 ? null : fieldsOf(returned, 1).bool(0),
  }),
  ExtendSectorExpiration: extensions,
  ExtendSectorExpiration2: extensions,
  CompactPartitions: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'compact-partitions', deadline: fields.small(0), partitions: fields.runs(1) };
  },
  CompactSectorNumbers: (params) => ({
    type: 'compact-numbers',
    sectors: fieldsOf(params, 1).sectors(0),
  }),
  SubmitWindowedPoSt: (params) => {
    const fields = fieldsOf(params, 5);
    return {
      type: 'post',
      deadline: fields.small(0),
      partitions: fields.list(1, (item) => {
        const parts = tupleOf(item, 2);
        return { index: parts.int(0), skipped: parts.sectors(1) };
      }),
      proofs: fields.list(2, (item) => intOf(tupleOf(item, 2).at(0))),
      chainCommitEpoch: fields.int(3),
    };
  },
  DisputeWindowedPoSt: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'dispute', deadline: fields.small(0), postIndex: fields.int(1) };
  },
});
