/** Who has the power that a provider must have to mine. */

import { consensusMinMiners } from '#filecoin/mining/minimum.ts';

export interface ClaimedPower {
  /** Actors version. */
  readonly version: number;
  /** Raw bytes; before actors version 2 quality-adjusted ones. */
  readonly power: bigint;
  /** How many providers have the minimum. */
  readonly above: number;
}

/**
 * The rule of the power actor (MinerNominalPowerMeetsConsensusMinimum): while few providers have the
 * minimum, any power will do. The minimum itself is no part of the state: it is compiled into nodes,
 * 10 TiB on mainnet, and what private networks tell of it need not be what they run with. So the node
 * is asked, once for every power that lies between the greatest known to be too little and the least
 * known to be enough.
 */
export class MinimumPower {
  #tooLittle = 0n;
  #enough: bigint | null = null;

  /** @param ask whether this claim meets the minimum, by the node's own word */
  async isMet(claim: ClaimedPower, ask: () => Promise<boolean>): Promise<boolean> {
    const { version, power, above } = claim;
    if (above < consensusMinMiners(version)) return version < 2 ? power >= 0n : power > 0n;
    if (power <= this.#tooLittle) return false;
    if (this.#enough !== null && power >= this.#enough) return true;
    const met = await ask();
    if (met) {
      if (this.#enough === null || power < this.#enough) this.#enough = power;
    } else if (power > this.#tooLittle) this.#tooLittle = power;
    return met;
  }
}
