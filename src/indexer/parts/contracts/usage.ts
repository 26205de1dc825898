/** Folds calls of contracts into their counts: ever, by day, and in windows that end with the present hour. */
import type { FoldContext } from '../part.ts';
import type { StateView } from '../../fold/state.ts';
import { count } from '../../fold/lists.ts';
import type { StateRows } from '../../types.ts';
import type { Invocation } from './decode.ts';

/** Windows that slide, in hours: a day, a week, 30 days, a year. */
export const SLIDING = [24, 168, 720, 8_760] as const;
const LONGEST = 8_760;
/** The window of all calls ever. */
export const EVER = 0;

/** Counter: the hour up to which the windows have slid. */
const HOUR_COUNTER = 'contracts:hour';

export const windowCounter = (hours: number): string => `contracts:window:${hours}`;

/** Hours since 1970 of a time in seconds. */
export function hourOf(timestamp: number): number {
  return Math.floor(timestamp / 3_600);
}

export function dayOf(hour: number): number {
  return Math.floor(hour / 24);
}

/** The hour up to which the windows have slid; null before the first tipset. */
export function slidTo(view: StateView): number | null {
  return view.get('counter', HOUR_COUNTER)?.value ?? null;
}

/** Per window, the hours whose calls leave it when it slides from the hour `last` to `hour`. */
export function leavingHours(last: number, hour: number): { from: number; to: number }[] {
  if (hour <= last) return [];
  return SLIDING.map((hours) => ({ from: last - hours + 1, to: hour - hours }));
}

/** Slides all windows to the hour of the tipset. The hours that leave them must have been loaded. */
export function slide({ view, unit }: FoldContext): void {
  const hour = hourOf(unit.tipset.timestamp);
  const last = slidTo(view);
  const ranges = last === null ? [] : leavingHours(last, hour);
  // One look at all hours that are loaded, however many have passed.
  const rows = ranges.length === 0 ? [] : view.rowsIn('contract_hour');
  for (const [index, { from, to }] of ranges.entries()) {
    const hours = SLIDING[index] ?? LONGEST;
    for (const row of rows) {
      if (row.hour < from || row.hour > to) continue;
      add(view, row.contract_id, hours, -row.calls, -row.leaving, -BigInt(row.fees));
      if (hours === LONGEST) view.delete('contract_hour', row.hour, row.contract_id);
    }
  }
  if (last === null || hour > last) count(view, HOUR_COUNTER, hour - (last ?? 0));
}

/** Counts one call. The windows must have slid to its hour. */
export function countCall({ view, unit }: FoldContext, { contract, user, fee }: Invocation): void {
  const hour = hourOf(unit.tipset.timestamp);
  const known = view.get('contract_user', contract, user);
  const last = known?.last_hour ?? null;
  for (const hours of SLIDING)
    add(view, contract, hours, 1, last === null || last <= hour - hours ? 1 : 0, fee);
  add(view, contract, EVER, 1, known ? 0 : 1, fee);
  view.put('contract_user', {
    contract_id: contract,
    user_id: user,
    calls: (known?.calls ?? 0) + 1,
    fees: plus(known?.fees, fee),
    last_hour: hour,
  });
  if (last !== null && last !== hour && last > hour - LONGEST) {
    const old = view.get('contract_hour', last, contract);
    if (old) view.put('contract_hour', { ...old, leaving: old.leaving - 1 });
  }
  const now = view.get('contract_hour', hour, contract);
  view.put('contract_hour', {
    hour,
    contract_id: contract,
    calls: (now?.calls ?? 0) + 1,
    fees: plus(now?.fees, fee),
    leaving: (now?.leaving ?? 0) + (last === hour ? 0 : 1),
  });
  const day = dayOf(hour);
  const today = view.get('contract_day', contract, day);
  view.put('contract_day', {
    contract_id: contract,
    day,
    calls: (today?.calls ?? 0) + 1,
    users: (today?.users ?? 0) + (last !== null && dayOf(last) === day ? 0 : 1),
    fees: plus(today?.fees, fee),
  });
}

function add(
  view: StateView,
  contract: number,
  hours: number,
  calls: number,
  users: number,
  fees: bigint,
): void {
  const row = view.get('contract_window', contract, hours);
  if (!row) count(view, windowCounter(hours), 1);
  const next = {
    contract_id: contract,
    hours,
    calls: (row?.calls ?? 0) + calls,
    users: (row?.users ?? 0) + users,
    fees: plus(row?.fees, fees),
  };
  if (next.calls > 0) return view.put('contract_window', next);
  view.delete('contract_window', contract, hours);
  count(view, windowCounter(hours), -1);
}

/** Counter: the newest day that has a row in fevm_day. */
export const DAY_COUNTER = 'contracts:day';

/** Adds to the network's day. */
export function countDay(
  { view, unit }: FoldContext,
  created: number,
  invocations: readonly Invocation[],
): void {
  if (created === 0 && invocations.length === 0) return;
  const day = dayOf(hourOf(unit.tipset.timestamp));
  const last = view.get('counter', DAY_COUNTER)?.value ?? null;
  const before = last === null ? null : view.get('fevm_day', last);
  const today: StateRows['fevm_day'] | null = last === day ? before : null;
  const fees = invocations.reduce((sum, { fee }) => sum + fee, 0n);
  const calls = invocations.length;
  view.put('fevm_day', {
    day,
    created: (today?.created ?? 0) + created,
    calls: (today?.calls ?? 0) + calls,
    fees: plus(today?.fees, fees),
    created_total: (before?.created_total ?? 0) + created,
    calls_total: (before?.calls_total ?? 0) + calls,
    fees_total: plus(before?.fees_total, fees),
  });
  if (last !== day) count(view, DAY_COUNTER, day - (last ?? 0));
}

function plus(amount: string | undefined, more: bigint): string {
  return (BigInt(amount ?? 0) + more).toString();
}
