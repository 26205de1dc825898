/**
 * Providers' vesting tables. A node with objects of the state tells them; else they follow from what
 * was locked and taken, and from the sum that the state tells.
 */
import { BURNT_FUNDS_ID } from '#filecoin/address.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { readMinerCall } from '#filecoin/actors/facts/minerinfo.ts';
import { findMethod } from '#filecoin/actors/methods.ts';
import { minBigint } from '#filecoin/amount.ts';
import {
  addVesting,
  lockedReward,
  takeSoonest,
  vestingSum,
  type VestingFund,
  type VestingTable,
} from '#filecoin/mining/vesting.ts';
import { payloadOf } from '../../decode/calls.ts';
import type { Call } from '../../types.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');

/** Methods that pay what they burn out of vesting funds first (`repay_partial_debt_in_priority_order`). */
const FROM_VESTING: ReadonlySet<string> = new Set([
  'ApplyRewards',
  'DisputeWindowedPoSt',
  'OnDeferredCronEvent',
  'RepayDebt',
  'ReportConsensusFault',
  'TerminateSectors',
]);

/** What one call of a provider did to its vesting table. */
export interface VestingStep {
  /** attoFIL that begin to vest; null: all that is locked then (the deposit of a new provider, FIP-0077). */
  lock: bigint | null;
  /** attoFIL that penalties took, at most: before they have vested. */
  take: bigint;
}

/** By provider, in the order of the calls. */
export function vestingSteps(calls: readonly Call[]): Map<number, VestingStep[]> {
  const byMiner = new Map<number, VestingStep[]>();
  /** The newest call of each provider, and its step. */
  const running = new Map<number, { call: Call; step: VestingStep | null }>();
  const stepOf = (miner: number, step: VestingStep): VestingStep => {
    byMiner.set(miner, [...(byMiner.get(miner) ?? []), step]);
    return step;
  };
  for (const call of calls) {
    if (call.kind === MINER && call.to !== null) {
      const lock = lockedBy(call);
      const step = lock === undefined ? null : stepOf(call.to, { lock, take: 0n });
      running.set(call.to, { call, step });
    }
    if (call.value === 0n || call.to !== BURNT_FUNDS_ID) continue;
    const burner = running.get(call.from);
    if (!burner || burner.call.message !== call.message || !paysFromVesting(burner.call)) continue;
    burner.step ??= stepOf(call.from, { lock: 0n, take: 0n });
    burner.step.take += call.value;
  }
  return byMiner;
}

/** What a call locks; undefined when it is none that does. */
function lockedBy(call: Call): bigint | null | undefined {
  const fact = readMinerCall(payloadOf(call));
  if (fact?.type === 'reward') return lockedReward(fact.reward);
  return fact?.type === 'constructor' ? null : undefined;
}

function paysFromVesting({ method, version }: Call): boolean {
  const shape = findMethod('storageminer', method, version ?? undefined)?.shape;
  return shape !== undefined && FROM_VESTING.has(shape);
}

/** A provider's state after a tipset, as far as it tells of its vesting funds. */
export interface VestingState {
  /** attoFIL */
  locked: bigint;
  periodStart: number;
  /** What vests next; undefined where it is not told (before actors version 16). */
  head: VestingFund | null | undefined;
}

/**
 * The table after a tipset, null where it does not follow: what is locked is told, and it is what was
 * locked before and since less what was taken from the soonest on, because it had vested or for
 * penalties.
 * @param before null when it is not known
 */
export function followVesting(
  before: VestingTable | null,
  steps: readonly VestingStep[],
  epoch: number,
  { locked, periodStart, head }: VestingState,
): VestingTable | null {
  if (locked === 0n) return [];
  if (before === null) return null;
  const rewards = steps.reduce((sum, { lock }) => sum + (lock ?? 0n), 0n);
  const deposit = locked - rewards;
  const locks = steps.map(({ lock }) => lock ?? deposit);
  let taken = vestingSum(before) + locks.reduce((sum, lock) => sum + lock, 0n) - locked;
  if (taken < 0n) return null;
  // What had vested goes first, whenever in the tipset it was unlocked.
  const early = minBigint(
    taken,
    steps.reduce((sum, { take }) => sum + take, 0n),
  );
  let table = takeSoonest(before, taken - early);
  taken = early;
  steps.forEach(({ take }, at) => {
    table = addVesting(table, epoch, locks[at] ?? 0n, periodStart);
    const now = minBigint(taken, take);
    table = takeSoonest(table, now);
    taken -= now;
  });
  const [soonest] = table;
  const fits =
    head === undefined ||
    head?.amount === 0n ||
    (head !== null && soonest?.epoch === head.epoch && soonest.amount === head.amount);
  return fits && vestingSum(table) === locked ? table : null;
}
