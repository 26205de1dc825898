/** Sectors that prove-commits brought: their raw power is what sealing was paid for. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { readSectorCall } from '#filecoin/actors/facts/sectors.ts';
import { payloadOf } from '../../decode/calls.ts';
import type { Call } from '../../types.ts';

const MINER = kindIndex('storageminer');

/** ConfirmSectorProofsValid (for ProveCommitSector), ProveCommitAggregate, ProveCommitSectors3, ProveCommitSectorsNI. */
const COMMITS: ReadonlySet<unknown> = new Set([17, 26, 34, 36]);

/** Providers with the numbers of their sectors; a payload that is none of these methods' counts nothing. */
export function sealedSectors(calls: readonly Call[]): [number, number][] {
  const sealed = new Map<number, number>();
  for (const call of calls) {
    if (call.kind !== MINER || call.to === null || !COMMITS.has(call.method)) continue;
    const sectors = committed(call);
    if (sectors > 0) sealed.set(call.to, (sealed.get(call.to) ?? 0) + sectors);
  }
  return [...sealed];
}

function committed(call: Call): number {
  const fact = readSectorCall(payloadOf(call));
  switch (fact?.type) {
    case 'confirmed':
      return fact.sectors.length;
    case 'prove-aggregate':
      return countRuns(fact.sectors);
    case 'prove':
    case 'prove-ni':
      return fact.sectors.filter(({ activated }) => activated).length;
    default:
      return 0;
  }
}
