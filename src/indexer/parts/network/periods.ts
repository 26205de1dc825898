/** Hours and days (UTC) of the chain, kept as its tipsets are executed. */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import type { RowOf } from '#store/schema.ts';
import type { StateView } from '../../fold/state.ts';
import type { TipsetFacts } from '../../types.ts';

/** Seconds. */
export const HOUR = 3600;

/** Unix time at which the hour or day of a moment begins. */
export function startOf(timestamp: number, length: typeof HOUR | typeof DAY_SECONDS): number {
  return timestamp - (timestamp % length);
}

/** Adds an executed tipset, whose messages came from these actors, to its hour and its day. */
export function foldPeriods(
  view: StateView,
  { timestamp, baseFee }: TipsetFacts,
  senders: readonly number[],
): void {
  const hour = startOf(timestamp, HOUR);
  view.put('network_hour', withTipset(view.get('network_hour', hour), hour, baseFee));
  const day = startOf(timestamp, DAY_SECONDS);
  const before = view.get('network_day', day);
  let fresh = 0;
  for (const actor_id of senders) {
    if (view.get('sender_day', actor_id)?.day === day) continue;
    view.put('sender_day', { actor_id, day });
    fresh++;
  }
  view.put('network_day', {
    ...withTipset(before, day, baseFee),
    senders: (before?.senders ?? 0) + fresh,
  });
}

function withTipset(
  before: RowOf<'network_hour'> | null,
  start: number,
  baseFee: bigint,
): RowOf<'network_hour'> {
  const fee = baseFee.toString();
  if (!before)
    return { start, tipsets: 1, base_fee_min: fee, base_fee_max: fee, base_fee_sum: fee };
  return {
    start,
    tipsets: before.tipsets + 1,
    base_fee_min: baseFee < BigInt(before.base_fee_min) ? fee : before.base_fee_min,
    base_fee_max: baseFee > BigInt(before.base_fee_max) ? fee : before.base_fee_max,
    base_fee_sum: (BigInt(before.base_fee_sum) + baseFee).toString(),
  };
}
