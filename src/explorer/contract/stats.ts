/** Figures of the whole FEVM. */
import { kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { BadInput } from '../errors.ts';
import { counter } from '../paging.ts';
import { MAX_DAYS } from '../parameters.ts';
import { timeOf, type View } from '../view.ts';
import type { FevmAddressStats, FevmDays } from './schema.ts';

const KINDS: readonly ActorKind[] = ['evm', 'ethaccount', 'placeholder'];
/** Days of an answer when none are asked for. */
const DEFAULT_DAYS = 30;

export async function fevmAddresses(view: View): Promise<FevmAddressStats> {
  const counters = (actor: ActorKind) =>
    Promise.all([counter(view, `actors:${actor}`), counter(view, `older:actors:${actor}`)]);
  const [rows, counts] = await Promise.all([
    view.db.selectFrom('fevm_balance').selectAll().execute(),
    Promise.all(KINDS.map(counters)),
  ]);
  // Of what is older than the index a row of its own counts.
  const balances = new Map(rows.map((row) => [row.kind, BigInt(row.balance)]));
  const balanceOf = (kind: number): bigint =>
    (balances.get(kind) ?? 0n) + (balances.get(-1 - kind) ?? 0n);
  const states = KINDS.map((actor, index) => {
    const [count = 0, older = 0] = counts[index] ?? [];
    const balance = { $numberDecimal: balanceOf(kindIndex(actor)).toString() };
    return { actor, count: count + older, balance };
  });
  return {
    totalAddressCount: states.reduce((sum, { count }) => sum + count, 0),
    totalBalance: states
      .reduce((sum, { balance }) => sum + BigInt(balance.$numberDecimal), 0n)
      .toString(),
    addressStates: states,
  };
}

/** Days since 1970, both included. */
export interface FevmDaysInput {
  startDate: number | null;
  endDate: number | null;
}

/** Days that the index has, of those asked for: by default the last 30, the present one included. */
export async function fevmDays(view: View, input: FevmDaysInput): Promise<FevmDays> {
  const today = Math.floor(view.head.timestamp / DAY_SECONDS);
  const first = Math.floor(timeOf(view.network, view.network.startHeight) / DAY_SECONDS);
  const until = Math.min(input.endDate ?? today, today);
  const since = Math.max(input.startDate ?? until - DEFAULT_DAYS + 1, first);
  if (until - since >= MAX_DAYS) throw new BadInput('badDate', { max: MAX_DAYS });
  const [rows, before] = await Promise.all([
    view.db
      .selectFrom('fevm_day')
      .selectAll()
      .where('day', '>=', since)
      .where('day', '<=', until)
      .orderBy('day')
      .execute(),
    view.db
      .selectFrom('fevm_day')
      .selectAll()
      .where('day', '<', since)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  let last = before;
  const days: FevmDays = [];
  for (let day = since; day <= until; day++) {
    const row = byDay.get(day);
    last = row ?? last;
    days.push({
      date: new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10),
      createContractCount: row?.created ?? 0,
      accumulateCreateContractCount: last?.created_total ?? 0,
      invokeCount: row?.calls ?? 0,
      accumulateInvokeCount: last?.calls_total ?? 0,
      gasFee: row?.fees ?? '0',
      accumulateGasFee: last?.fees_total ?? '0',
    });
  }
  return days;
}
