/** How many storage providers must have the minimum power before it is asked of everybody. */

const MIN_MINERS = 4;
const MIN_MINERS_AT_FIRST = 3;

/**
 * While fewer providers than this have the minimum, all committed power counts and any power will do
 * to mine. Source: specs-actors v0 and v2, `ConsensusMinerMinMiners` of the power actor's policy.
 * @param version actors version of the power actor
 */
export function consensusMinMiners(version: number): number {
  return version < 2 ? MIN_MINERS_AT_FIRST : MIN_MINERS;
}
