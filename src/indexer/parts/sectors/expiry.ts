/** Sectors by the day on which they expire, of a provider and of the network. */
import { decodeRlePlus, encodeRlePlus } from '#filecoin/encoding/bitfield.ts';
import { runsOf, subtractRuns, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import type { Int32 } from '#filecoin/encoding/integers.ts';
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { qualityAdjustedPower, sectorSizeOf } from '#filecoin/mining/sectors.ts';
import type { RowOf } from '#store/schema.ts';
import type { StateView } from '../../fold/state.ts';

/** Seconds: time of epoch 0, and length of an epoch. */
export interface Clock {
  genesis: number;
  epochSeconds: number;
}

/** Days since 1970 UTC; what is further off than 2^31 of them is told as that far. */
export function dayOf({ genesis, epochSeconds }: Clock, epoch: number): Int32 {
  const day = Math.floor((genesis + epoch * epochSeconds) / DAY_SECONDS);
  return int32(Math.max(-(2 ** 31), Math.min(day, 2 ** 31 - 1)));
}

/**
 * Where sectors stand by their day: those that were in the index when it began, and what tipsets
 * changed since, which may be less than nothing; the sums of both are what there is.
 */
export const EXPIRY_TABLES = ['sector_expiry', 'older_expiry'] as const;

/** Moves a sector from the day of how it was to the day of how it is; null: there is no such sector. */
export function moveExpiry(
  view: StateView,
  clock: Clock,
  before: RowOf<'sector'> | null,
  after: RowOf<'sector'>,
): void {
  if (before && sameInExpiry(before, after)) return;
  if (before && isAlive(before)) add(view, clock, before, -1, SINCE);
  if (isAlive(after)) add(view, clock, after, 1, SINCE);
}

/** Adds a sector that is older than the index, whatever became of it since. */
export function addOlderExpiry(view: StateView, clock: Clock, row: RowOf<'sector'>): void {
  if (isAlive(row)) add(view, clock, row, 1, OLDER);
}

function isAlive(row: RowOf<'sector'>): row is RowOf<'sector'> & { expiration: number } {
  return row.activation !== null && row.ended_height === null && row.expiration !== null;
}

function sameInExpiry(before: RowOf<'sector'>, after: RowOf<'sector'>): boolean {
  return (
    isAlive(before) === isAlive(after) &&
    before.expiration === after.expiration &&
    before.seal_proof === after.seal_proof &&
    before.verified_bytes === after.verified_bytes &&
    before.pledge === after.pledge
  );
}

type Sums = Omit<RowOf<'sector_expiry'>, 'miner_id' | 'day' | 'numbers'>;

const NOTHING: Sums = {
  sectors: 0,
  raw_power: '0',
  quality_adj_power: '0',
  pledge: '0',
  unknown_power: 0,
  unknown_pledge: 0,
};

const SINCE = { own: 'sector_expiry', all: 'sector_expiry_day' } as const;
const OLDER = { own: 'older_expiry', all: 'older_expiry_day' } as const;

function add(
  view: StateView,
  clock: Clock,
  row: RowOf<'sector'> & { expiration: number },
  sign: 1 | -1,
  { own, all }: typeof SINCE | typeof OLDER,
): void {
  const day = dayOf(clock, row.expiration);
  const before = view.get(own, row.miner_id, day);
  const known = before ? decodeRlePlus(before.numbers, Infinity) : [];
  const one = runsOf([row.number]);
  const numbers = sign > 0 ? unionRuns(known, one) : subtractRuns(known, one);
  const sums = summed(before ?? NOTHING, row, sign);
  if (numbers.length > 0 || !isNothing(sums))
    view.put(own, { miner_id: row.miner_id, day, ...sums, numbers: encodeRlePlus(numbers) });
  else view.delete(own, row.miner_id, day);
  const total = summed(view.get(all, day) ?? NOTHING, row, sign);
  if (isNothing(total)) view.delete(all, day);
  else view.put(all, { day, ...total });
}

function isNothing(sums: Sums): boolean {
  return (Object.keys(NOTHING) as (keyof Sums)[]).every((key) => sums[key] === NOTHING[key]);
}

function summed(sums: Sums, row: RowOf<'sector'>, sign: 1 | -1): Sums {
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
