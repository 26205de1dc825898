/** What a tipset's calls did to sectors, in the few forms that the fold knows. */
import { countRuns, numbersOfRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { runsOf, unionRuns } from '#filecoin/encoding/bitsets.ts';
import type { Int32, Integer } from '#filecoin/encoding/integers.ts';
import type {
  Declaration,
  Piece,
  PreCommit,
  SectorFact,
} from '#filecoin/actors/facts/sectorFacts.ts';
import { readSectorCall } from '#filecoin/actors/facts/sectors.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { paramsOf, returnOf } from '../../decode/calls.ts';
import type { Call } from '../../types.ts';

export const MINER_KIND = ACTOR_KINDS.indexOf('storageminer');
const NONE = new Uint8Array(0);
/** More sectors than any call can activate. */
const MAX_ACTIVATED = 100_000;

/** A sector that came to life or got new content; null is what the call does not tell. */
export interface ProvenSector {
  number: Integer;
  sealProof: Int32 | null;
  sealedCid: Uint8Array | null;
  expiration: number | null;
  /** Padded bytes of pieces under a verified allocation, and of others. */
  verifiedBytes: number | null;
  dealBytes: number | null;
}

export interface PlacedSectors {
  deadline: Int32;
  partition: number;
  sectors: Runs;
}

export type Act =
  | { type: 'pre-commit'; sectors: readonly PreCommit[] }
  /** `deadline`: where they are put, when the call says so. */
  | { type: 'commit'; sectors: readonly ProvenSector[]; deadline: Int32 | null }
  | {
      type: 'update';
      sectors: readonly (ProvenSector & { deadline: Int32; partition: number })[];
    }
  | { type: 'fault' | 'recovery' | 'termination'; declarations: readonly Declaration[] }
  | {
      type: 'extension';
      /** `dropped`: sectors that lost claims, and with them power. */
      extensions: readonly (PlacedSectors & { expiration: number; dropped: readonly Integer[] })[];
    }
  | { type: 'compact'; deadline: Int32; partitions: Runs }
  | {
      type: 'post';
      deadline: Int32;
      partitions: readonly { index: number; skipped: Runs }[];
    };

export type MinerAct = Act & {
  miner: number;
  /** Index into `executions`; null when no message did it. */
  message: number | null;
};

/** In the order in which they were done; what changes no sector is left out. */
export function sectorActs(calls: readonly Call[]): MinerAct[] {
  return calls.flatMap((call) => {
    if (call.kind !== MINER_KIND || call.to === null) return [];
    const fact = readSectorCall({
      method: call.method,
      version: call.version ?? undefined,
      params: paramsOf(call) ?? NONE,
      returned: returnOf(call) ?? NONE,
    });
    const act = fact === null || fact.type === 'malformed' ? null : actOf(fact);
    return act ? [{ ...act, miner: call.to, message: call.message }] : [];
  });
}

function actOf(fact: SectorFact): Act | null {
  switch (fact.type) {
    case 'pre-commit':
      return fact;
    case 'prove':
      return commit(
        fact.sectors
          .filter((sector) => sector.activated)
          .map(({ sector, pieces }) => ({ ...unknown(sector), ...bytesOf(pieces) })),
      );
    case 'prove-ni':
      return commit(
        fact.sectors
          .filter((sector) => sector.activated)
          .map(({ sector, sealedCid, expiration }) => ({
            number: sector,
            sealProof: fact.sealProof,
            sealedCid,
            expiration,
            verifiedBytes: 0,
            dealBytes: 0,
          })),
        fact.deadline,
      );
    case 'prove-aggregate':
      if (countRuns(fact.sectors) > MAX_ACTIVATED) return null;
      return commit([...numbersOfRuns(fact.sectors)].map(unknown));
    case 'confirmed':
      return commit(fact.sectors.map(unknown));
    case 'replica-update':
      return {
        type: 'update',
        sectors: fact.sectors
          .filter((sector) => sector.updated)
          .map((item) => ({
            ...unknown(item.sector),
            // Deals by id tell no sizes.
            ...(item.dealIds.length > 0 ? {} : bytesOf(item.pieces)),
            sealedCid: item.sealedCid,
            deadline: item.deadline,
            partition: item.partition,
          })),
      };
    case 'fault':
    case 'recovery':
      return { type: fact.type, declarations: fact.declarations };
    case 'termination':
      return { type: fact.type, declarations: fact.declarations };
    case 'extension':
      return {
        type: 'extension',
        extensions: fact.extensions.map(({ withClaims, newExpiration, ...place }) => ({
          ...place,
          sectors: unionRuns(place.sectors, runsOf(withClaims.map(({ sector }) => sector))),
          expiration: newExpiration,
          dropped: withClaims.flatMap(({ sector, dropped }) =>
            dropped.length > 0 ? [sector] : [],
          ),
        })),
      };
    case 'compact-partitions':
      return { type: 'compact', deadline: fact.deadline, partitions: fact.partitions };
    case 'post':
      return { type: 'post', deadline: fact.deadline, partitions: fact.partitions };
    case 'prove-submitted':
    case 'compact-numbers':
    case 'dispute':
      return null;
  }
}

function commit(sectors: readonly ProvenSector[], deadline: Int32 | null = null): Act {
  return { type: 'commit', sectors, deadline };
}

function unknown(number: Integer): ProvenSector {
  return {
    number,
    sealProof: null,
    sealedCid: null,
    expiration: null,
    verifiedBytes: null,
    dealBytes: null,
  };
}

function bytesOf(pieces: readonly Piece[]): Pick<ProvenSector, 'verifiedBytes' | 'dealBytes'> {
  const sum = (of: readonly Piece[]): number => of.reduce((bytes, { size }) => bytes + size, 0);
  return {
    verifiedBytes: sum(pieces.filter((piece) => piece.allocation !== null)),
    dealBytes: sum(pieces.filter((piece) => piece.allocation === null)),
  };
}
