/** Folds providers as they are after a tipset: a row per kind of change, sums of power up to there. */
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { packVesting, SOONEST_FUNDS, unpackVesting } from '#filecoin/mining/vesting.ts';
import type { RowOf } from '#store/schema.ts';
import { count, OLDER } from '../../fold/lists.ts';
import { powerSumsThrough } from '../network/power.ts';
import type { FoldContext } from '../part.ts';
import type { Facts, MinerFacts, Power } from './gather.ts';
import { growthOf, type Raised } from './growth.ts';
import { followVesting, type VestingStep } from './vesting.ts';

/** Counter of providers with raw power. */
const ACTIVE = 'miners:active';
/** The only row of `network_total`. */
const ONLY = 1;

const NO_STEPS: readonly VestingStep[] = [];

/** What a tipset's calls did of a provider. */
interface Deeds {
  raised: Raised | null;
  steps: readonly VestingStep[];
}

/** Of one that is older than the index; of one that the genesis made, with its deposit. */
const FOUND: Deeds = { raised: null, steps: NO_STEPS };
const MADE: Deeds = { raised: null, steps: [{ lock: null, take: 0n }] };

const NO_POWER: Power = { raw_power: '0', adjusted_power: '0', has_min_power: false };

type Rows = Pick<FoldContext, 'view' | 'rows'>;

/** When a change was made, and from when on it is in force. */
interface InForce {
  height: number;
  since: number;
  /** The network's Σ ⌊2^128 ÷ quality-adjusted power⌋ over all epochs before `since`. */
  inverse: bigint;
}

export function foldMiners(context: FoldContext, facts: Facts): void {
  const { view, unit } = context;
  const { height } = unit.tipset;
  // Written even while nobody is active: without it nobody counted.
  if (view.get('counter', ACTIVE) === null) view.put('counter', { key: ACTIVE, value: 0 });
  const place = placeOf(context, facts.since);
  for (const miner of facts.changed) {
    const isNew = view.get('actor', miner.id)?.created_height === height;
    const did = {
      raised: facts.raised.get(miner.id) ?? null,
      steps: facts.steps.get(miner.id) ?? NO_STEPS,
    };
    foldMiner(context, miner, did, place, isNew ? height : null);
  }
}

function placeOf({ view, unit }: FoldContext, since: number): InForce {
  const { tipset, executed } = unit;
  const total = view.get('network_total', ONLY);
  return {
    height: tipset.height,
    since,
    inverse: powerSumsThrough(total, executed.network, since - 1).inversePower,
  };
}

/**
 * A provider as it was when the index began, at `height`: before all that the chain did to it here.
 * At the genesis it is created there.
 */
export function foldOlderMiner(context: Rows, miner: MinerFacts, height: number): void {
  const genesis = height === 0;
  if (genesis && context.view.get('counter', ACTIVE) === null)
    context.view.put('counter', { key: ACTIVE, value: 0 });
  // As of the height below: what is older stays when the first tipset's execution is taken back.
  const place = { height: height - 1, since: height, inverse: 0n };
  const counter = genesis ? ACTIVE : OLDER + ACTIVE;
  foldMiner(context, miner, genesis ? MADE : FOUND, place, genesis ? height : null, counter);
}

/** @param created height of its creation, if the index does not know it yet */
function foldMiner(
  context: Rows,
  miner: MinerFacts,
  { raised, steps }: Deeds,
  place: InForce,
  created: number | null,
  counter = ACTIVE,
): void {
  const { view } = context;
  const before = view.get('miner', miner.id);
  const power = withPower(before ?? newMiner(miner, created, place), miner.power, place);
  const vesting = foldVesting(view, miner, before, steps, created, place.height);
  const row = { ...power, ...miner.counts, ...miner.funds, vesting };
  const growth = raised
    ? growthOf(
        raised,
        BigInt(miner.setup.sector_size),
        before?.recovering ?? null,
        miner.counts.recovering,
      )
    : null;
  if (growth) {
    row.growth_raw_sum = plus(row.growth_raw_sum, growth.raw);
    row.growth_adjusted_sum = plus(row.growth_adjusted_sum, growth.adjusted);
  }
  const wasActive = before !== null && BigInt(before.raw_power) > 0n;
  const isActive = BigInt(row.raw_power) > 0n;
  if (wasActive !== isActive) count(view, counter, isActive ? 1 : -1);
  note(context, miner, before, row, place);
  if (growth && (growth.raw > 0n || growth.adjusted > 0n))
    context.rows.miner_growth.push({
      ...changeOf(miner.id, place),
      ...growth,
      raw_sum: row.growth_raw_sum,
      adjusted_sum: row.growth_adjusted_sum,
    });
  view.put('miner', row);
  view.put('miner_info', { id: miner.id, ...miner.setup });
}

/** Keeps a provider's vesting table; what vests next, packed, or null where it is not known. */
function foldVesting(
  view: FoldContext['view'],
  { id, vesting }: MinerFacts,
  before: RowOf<'miner'> | null,
  steps: readonly VestingStep[],
  created: number | null,
  height: number,
): Uint8Array | null {
  const { told, locked } = vesting;
  const known = view.get('miner_vesting', id);
  if (told === null && known && steps.length === 0 && before?.locked_funds === String(locked))
    return before.vesting;
  const stood = known?.funds ? unpackVesting(known.funds) : created === null ? null : [];
  const table = told ?? followVesting(stood, steps, created ?? height, vesting);
  const funds = table && packVesting(table);
  if (!known || !sameBytes(known.funds, funds)) view.put('miner_vesting', { miner_id: id, funds });
  return table && packVesting(table.slice(0, SOONEST_FUNDS));
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : equalBytes(a, b);
}

/** A row of history for each kind of change. */
function note(
  { view, rows }: Rows,
  { id, setup, funds, counts, balance }: MinerFacts,
  before: RowOf<'miner'> | null,
  row: RowOf<'miner'>,
  place: InForce,
): void {
  const change = changeOf(id, place);
  const info = view.get('miner_info', id);
  if (!info || differs(info, setup)) rows.miner_info_change.push({ ...change, ...setup });
  if (!before || differs(before, counts)) rows.miner_sector_count.push({ ...change, ...counts });
  // Its balance counts into what is available.
  const { vesting } = row;
  if (!before || differs(before, funds) || !sameBytes(before.vesting, vesting))
    rows.miner_funds.push({ ...change, balance, ...funds, vesting });
  if (!before || row.since !== before.since)
    rows.miner_power.push({
      ...change,
      raw_power: row.raw_power,
      adjusted_power: row.adjusted_power,
      has_min_power: row.has_min_power,
      raw_sum: row.raw_sum,
      adjusted_sum: row.adjusted_sum,
      share_sum: row.share_sum,
      inverse_sum: row.inverse_sum,
    });
}

function changeOf(miner_id: number, { height, since }: InForce) {
  return { miner_id, height, since };
}

function differs<T extends object>(row: T, values: Partial<T>): boolean {
  const keys = Object.keys(values) as (keyof T)[];
  return keys.some((key) => row[key] !== values[key]);
}

function newMiner(miner: MinerFacts, created: number | null, place: InForce): RowOf<'miner'> {
  return {
    id: miner.id,
    created_height: created,
    since: place.since,
    ...NO_POWER,
    ...miner.power,
    raw_sum: '0',
    adjusted_sum: '0',
    share_sum: '0',
    inverse_sum: place.inverse.toString(),
    ...miner.counts,
    ...miner.funds,
    vesting: null,
    block_count: 0,
    win_count: 0,
    reward_sum: '0',
    cost_count: 0,
    growth_raw_sum: '0',
    growth_adjusted_sum: '0',
  };
}

/** Takes over a power that changed, and closes the sums of the one before. */
function withPower(row: RowOf<'miner'>, power: Power | null, place: InForce): RowOf<'miner'> {
  if (!power || !differs(row, power)) return row;
  const epochs = BigInt(place.since - row.since);
  const adjusted = BigInt(row.adjusted_power);
  return {
    ...row,
    ...power,
    since: place.since,
    raw_sum: plus(row.raw_sum, BigInt(row.raw_power) * epochs),
    adjusted_sum: plus(row.adjusted_sum, adjusted * epochs),
    share_sum: plus(row.share_sum, adjusted * (place.inverse - BigInt(row.inverse_sum))),
    inverse_sum: place.inverse.toString(),
  };
}

function plus(sum: string, by: bigint): string {
  return (BigInt(sum) + by).toString();
}
