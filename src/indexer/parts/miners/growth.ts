/**
 * Power that providers added in a tipset. A provider tells the power actor by how much its claim
 * changes (UpdateClaimedPower): what is above zero is new sectors in their first proof, updates and
 * extensions, or sectors that recovered. The latter are no growth; how many came back follows from
 * the sectors under recovery before and after.
 */
import { STORAGE_POWER_ID } from '#filecoin/address.ts';
import { readPowerCall } from '#filecoin/actors/facts/power.ts';
import { readSectorCall } from '#filecoin/actors/facts/sectors.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { payloadOf } from '../../decode/calls.ts';
import type { Call } from '../../types.ts';

/** Its number in every actors version. */
const UPDATE_CLAIMED_POWER = 3;
const MINER = ACTOR_KINDS.indexOf('storageminer');

export interface Raised {
  /** Sums of the calls that raised a provider's claim, bytes. */
  raw: bigint;
  adjusted: bigint;
  /** Sectors that it declared to recover in this tipset. */
  declared: number;
}

/** By provider, of those that raised their power. */
export function raisedPower(calls: readonly Call[]): Map<number, Raised> {
  const raised = new Map<number, Raised>();
  for (const call of calls) {
    if (call.to !== STORAGE_POWER_ID || call.method !== UPDATE_CLAIMED_POWER) continue;
    const fact = readPowerCall(payloadOf(call));
    if (fact?.type !== 'claimed-power') continue;
    const { raw, adjusted } = fact;
    if (raw <= 0n && adjusted <= 0n) continue;
    const sum = raised.get(call.from) ?? { raw: 0n, adjusted: 0n, declared: 0 };
    raised.set(call.from, {
      ...sum,
      raw: sum.raw + (raw > 0n ? raw : 0n),
      adjusted: sum.adjusted + (adjusted > 0n ? adjusted : 0n),
    });
  }
  if (raised.size > 0)
    for (const call of calls) {
      const of = call.kind === MINER && call.to !== null ? raised.get(call.to) : undefined;
      if (of) of.declared += declaredBy(call);
    }
  return raised;
}

function declaredBy(call: Call): number {
  const fact = readSectorCall(payloadOf(call));
  if (fact?.type !== 'recovery') return 0;
  return fact.declarations.reduce((sum, { sectors }) => sum + countRuns(sectors), 0);
}

/**
 * What is growth of what was raised. Recovered sectors take their whole size of the raw power, and
 * of the adjusted power the same share.
 * @param before, after sectors under recovery; null where the node could not tell: then nothing is taken off
 */
export function growthOf(
  raised: Raised,
  sectorSize: bigint,
  before: number | null,
  after: number | null,
): { raw: bigint; adjusted: bigint } {
  const recovered =
    (before ?? 0) + (before === null ? 0 : raised.declared) - (after ?? before ?? 0);
  const { raw, adjusted } = raised;
  if (recovered <= 0 || raw <= 0n) return { raw, adjusted };
  const returned = BigInt(recovered) * sectorSize;
  const added = returned < raw ? raw - returned : 0n;
  return { raw: added, adjusted: (adjusted * added) / raw };
}
