/** Sectors by the day on which they expire, of a provider and of the network. */
import { decodeRlePlus, encodeRlePlus } from '#filecoin/encoding/bitfield.ts';
import { runsOf, subtractRuns, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { qualityAdjustedPower, sectorSizeOf } from '#filecoin/mining/sectors.ts';
import type { StateView } from '../../fold/state.ts';
import type { SectorExpiryRow, SectorRow } from './tables.ts';

/** Seconds: time of epoch 0, and length of an epoch. */
export interface Clock {
  genesis: number;
  epochSeconds: number;
}

/** Days since 1970 UTC. */
export function dayOf({ genesis, epochSeconds }: Clock, epoch: number): number {
  return Math.floor((genesis + epoch * epochSeconds) / DAY_SECONDS);
}

/** Moves a sector from the day of how it was to the day of how it is; null: there is no such sector. */
export function moveExpiry(
  view: StateView,
  clock: Clock,
  before: SectorRow | null,
  after: SectorRow,
): void {
  if (before && sameInExpiry(before, after)) return;
  if (before && isAlive(before)) add(view, clock, before, -1);
  if (isAlive(after)) add(view, clock, after, 1);
}

function isAlive(row: SectorRow): row is SectorRow & { expiration: number } {
  return row.activation !== null && row.ended_height === null && row.expiration !== null;
}

function sameInExpiry(before: SectorRow, after: SectorRow): boolean {
  return (
    isAlive(before) === isAlive(after) &&
    before.expiration === after.expiration &&
    before.seal_proof === after.seal_proof &&
    before.verified_bytes === after.verified_bytes &&
    before.pledge === after.pledge
  );
}

type Sums = Omit<SectorExpiryRow, 'miner_id' | 'day' | 'numbers'>;

const NOTHING: Sums = {
  sectors: 0,
  raw_power: '0',
  quality_adj_power: '0',
  pledge: '0',
  unknown_power: 0,
  unknown_pledge: 0,
};

function add(
  view: StateView,
  clock: Clock,
  row: SectorRow & { expiration: number },
  sign: 1 | -1,
): void {
  const day = dayOf(clock, row.expiration);
  const own = view.get('sector_expiry', row.miner_id, day);
  const numbers = own ? decodeRlePlus(own.numbers, Infinity) : [];
  const one = runsOf([row.number]);
  const sums = summed(own ?? NOTHING, row, sign);
  if (sums.sectors > 0)
    view.put('sector_expiry', {
      miner_id: row.miner_id,
      day,
      ...sums,
      numbers: encodeRlePlus(sign > 0 ? unionRuns(numbers, one) : subtractRuns(numbers, one)),
    });
  else view.delete('sector_expiry', row.miner_id, day);
  const all = summed(view.get('sector_expiry_day', day) ?? NOTHING, row, sign);
  if (all.sectors > 0) view.put('sector_expiry_day', { day, ...all });
  else view.delete('sector_expiry_day', day);
}

function summed(sums: Sums, row: SectorRow, sign: 1 | -1): Sums {
  const size = row.seal_proof === null ? null : sectorSizeOf(row.seal_proof);
  const power =
    size === null || row.verified_bytes === null
      ? null
      : qualityAdjustedPower(size, row.verified_bytes);
  const plus = (sum: string, by: string | number): string =>
    (BigInt(sum) + BigInt(sign) * BigInt(by)).toString();
  return {
    sectors: sums.sectors + sign,
    raw_power: plus(sums.raw_power, size ?? 0),
    quality_adj_power: plus(sums.quality_adj_power, power ?? 0),
    pledge: plus(sums.pledge, row.pledge ?? 0),
    unknown_power: sums.unknown_power + (power === null ? sign : 0),
    unknown_pledge: sums.unknown_pledge + (row.pledge === null ? sign : 0),
  };
}
