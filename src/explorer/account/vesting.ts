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
