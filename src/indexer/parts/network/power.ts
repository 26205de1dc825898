/**
 * Sums of the network's power over epochs. At an epoch the power is that of the state which the
 * newest tipset up to there stands on: a null round has its predecessor's.
 */
import type { RowOf } from '#store/schema.ts';
import type { NetworkStateRow } from '../../types.ts';

type Total = Pick<
  RowOf<'network_total'>,
  | 'height'
  | 'power_epochs'
  | 'qa_power'
  | 'raw_power'
  | 'inverse_power'
  | 'qa_power_now'
  | 'raw_power_now'
>;
type Power = Pick<NetworkStateRow, 'height' | 'quality_adj_power' | 'raw_byte_power'>;

/** Sums since the index's start; `epochs` of them had a known power. */
export interface PowerSums {
  epochs: number;
  /** Byte · epochs. */
  qaPower: bigint;
  rawPower: bigint;
  /** Σ floor(2^128 ÷ quality-adjusted power). */
  inversePower: bigint;
}

/**
 * Sums through `epoch` (inclusive), which is at or above the tipset's height. `total`: the sums
 * through the tipset before it, null at the index's start; `power`: what the tipset stands on.
 */
export function powerSumsThrough(total: Total | null, power: Power, epoch: number): PowerSums {
  const sums: PowerSums = {
    epochs: total?.power_epochs ?? 0,
    qaPower: BigInt(total?.qa_power ?? 0),
    rawPower: BigInt(total?.raw_power ?? 0),
    inversePower: BigInt(total?.inverse_power ?? 0),
  };
  if (total)
    addEpochs(sums, power.height - total.height - 1, total.qa_power_now, total.raw_power_now);
  addEpochs(
    sums,
    epoch - power.height + 1,
    power.quality_adj_power ?? null,
    power.raw_byte_power ?? null,
  );
  return sums;
}

function addEpochs(
  sums: PowerSums,
  epochs: number,
  qaPower: string | bigint | null,
  rawPower: string | bigint | null,
): void {
  if (qaPower === null || rawPower === null) return;
  const count = BigInt(epochs);
  const power = BigInt(qaPower);
  sums.epochs += epochs;
  sums.qaPower += power * count;
  sums.rawPower += BigInt(rawPower) * count;
  sums.inversePower += inverseOf(power) * count;
}

/** floor(2^128 ÷ power); 0 while the network has none: nobody's share is anything then. */
function inverseOf(power: bigint): bigint {
  return power > 0n ? (1n << 128n) / power : 0n;
}
