/** What a multisig's schedule locks (builtin-actors: multisig/src/state.rs, `amount_locked`). */
export interface VestingSchedule {
  initialBalance: bigint;
  startEpoch: number;
  /** Epochs; 0 when nothing vests. */
  unlockDuration: number;
}

/** attoFIL locked at an epoch, rounded up. */
export function lockedAt(schedule: VestingSchedule, epoch: number): bigint {
  const elapsed = epoch - schedule.startEpoch;
  if (elapsed >= schedule.unlockDuration) return 0n;
  if (elapsed <= 0) return schedule.initialBalance;
  const duration = BigInt(schedule.unlockDuration);
  const remaining = BigInt(schedule.unlockDuration - elapsed);
  return (schedule.initialBalance * remaining + duration - 1n) / duration;
}

/** A schedule as its row has it. */
export function scheduleOf(row: {
  initial_balance: string;
  start_epoch: number;
  unlock_duration: number;
}): VestingSchedule {
  return {
    initialBalance: BigInt(row.initial_balance),
    startEpoch: row.start_epoch,
    unlockDuration: row.unlock_duration,
  };
}

/** What a multisig can spend of its balance at an epoch, attoFIL. */
export function unlockedOf(balance: string, schedule: VestingSchedule, epoch: number): string {
  const available = BigInt(balance) - lockedAt(schedule, epoch);
  return (available > 0n ? available : 0n).toString();
}
