import { addIntegers, subtractIntegers, type Integer } from '#filecoin/encoding/integers.ts';

/** What a multisig's schedule locks (builtin-actors: multisig/src/state.rs, `amount_locked`). */
export interface VestingSchedule {
  initialBalance: bigint;
  startEpoch: Integer;
  /** Epochs; 0 when nothing vests. */
  unlockDuration: Integer;
}

/** attoFIL locked at an epoch, rounded up. */
export function lockedAt(schedule: VestingSchedule, epoch: number): bigint {
  const elapsed = subtractIntegers(epoch, schedule.startEpoch);
  if (elapsed >= schedule.unlockDuration) return 0n;
  if (elapsed <= 0) return schedule.initialBalance;
  const duration = BigInt(schedule.unlockDuration);
  const remaining = duration - BigInt(elapsed);
  return (schedule.initialBalance * remaining + duration - 1n) / duration;
}

/** A schedule as its row has it. */
export function scheduleOf(row: {
  initial_balance: string;
  start_epoch: Integer;
  unlock_duration: Integer;
}): VestingSchedule {
  return {
    initialBalance: BigInt(row.initial_balance),
    startEpoch: row.start_epoch,
    unlockDuration: row.unlock_duration,
  };
}

/** The epoch from which on nothing is locked. */
export function unlockEnd({ startEpoch, unlockDuration }: VestingSchedule): Integer {
  return addIntegers(startEpoch, unlockDuration);
}

/** What a multisig can spend of its balance at an epoch, attoFIL. */
export function unlockedOf(balance: string, schedule: VestingSchedule, epoch: number): string {
  const available = BigInt(balance) - lockedAt(schedule, epoch);
  return (available > 0n ? available : 0n).toString();
}
