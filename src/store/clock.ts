/** What the index tells of a recording's time. */
export interface RecordedClock {
  genesisTimestamp: number;
  epochSeconds: number;
  /** Head of the index; null while it is empty. */
  headHeight: number | null;
  /** The node's head as last heard of: ahead of the index while that fills. */
  nodeHeight: number | null;
  /** When the node was first seen to have its present head. */
  headSeenAt: Date | null;
  /** Whether the recording is over: no epoch follows its last one. */
  ended: boolean;
}

/**
 * The present on a recorded chain, Unix seconds: the time of the node's head, counting on from when
 * that was first seen; once the recording is over, by an epoch at most. Null before there is a head.
 * `now`: the wall clock, milliseconds.
 */
export function recordedTime(clock: RecordedClock, now: number): number | null {
  const height = Math.max(clock.headHeight ?? -1, clock.nodeHeight ?? -1);
  if (height < 0) return null;
  const since = clock.headSeenAt === null ? 0 : (now - clock.headSeenAt.getTime()) / 1000;
  const seconds = Math.max(0, Math.floor(since));
  const moved = clock.ended ? Math.min(seconds, clock.epochSeconds) : seconds;
  return clock.genesisTimestamp + height * clock.epochSeconds + moved;
}
