/**
 * How much contracts are used: messages of their own, in windows of hours that end with the present
 * one, as in the rankings of contracts.
 */
import { methodId } from '#filecoin/actors/methods.ts';
import { records } from '#store/records.ts';
import { sql } from 'kysely';
import { windowsAt } from '../contract/windows.ts';
import { counterAt, countsBefore } from '../paging.ts';
import { timeOf, type HeadView } from '../view.ts';

const HOUR_SECONDS = 3600;
/** Hours that the index keeps apart. */
const KEPT_HOURS = 8760;
/** Users of the window before are counted out of its messages, of no more than so many. */
const MOST_MESSAGES = 20_000;

/** The hour (since 1970) with which the windows end. */
const hourNow = (view: HeadView): Promise<number> => counterAt(view, 'contracts:hour');

export interface Use {
  calls: number;
  users: number;
  /** attoFIL. */
  fees: bigint;
}

/** Use of groups of contracts; a user of several contracts of a group counts once. */
export async function useIn(
  view: HeadView,
  groups: readonly (readonly number[])[],
  hours: number,
): Promise<Use[]> {
  const ids = [...new Set(groups.flat())];
  if (ids.length === 0) return groups.map(() => ({ calls: 0, users: 0, fees: 0n }));
  const [byId, hour] = await Promise.all([windowsAt(view, ids, hours), hourNow(view)]);
  const since = hour - hours;
  return Promise.all(
    groups.map(async (group) => {
      const used = group.flatMap((id) => byId.get(id) ?? []);
      return {
        calls: used.reduce((sum, { calls }) => sum + calls, 0),
        users: used.length > 1 ? await usersOf(view, group, since) : (used[0]?.users ?? 0),
        fees: used.reduce((sum, { fees }) => sum + BigInt(fees), 0n),
      };
    }),
  );
}

/** Distinct callers of any of these contracts after an hour. */
async function usersOf(view: HeadView, ids: readonly number[], hour: number): Promise<number> {
  const changed = [...(await view.changed('contract_user'))].flatMap(([key, row]) => {
    const [contract_id = 0, user_id = 0] = key.split('/').map(Number);
    return ids.includes(contract_id)
      ? [{ contract_id, user_id, last_hour: row?.last_hour ?? null }]
      : [];
  });
  const then = records('contract_user', changed);
  const { rows } = await sql<{ users: number }>`
    select count(distinct user_id)::int as users from (
      select user_id from contract_user u
      where contract_id = any(${[...ids]}::int8[]) and last_hour > ${hour}
        and not exists (select from ${then} t where (t.contract_id, t.user_id) = (u.contract_id, u.user_id))
      union all
      select user_id from ${then} t where last_hour > ${hour}
    ) used`.execute(view.db);
  return rows[0]?.users ?? 0;
}

export type UseBefore = ReadonlyMap<number, Omit<Use, 'users'>>;

/** Use in the window before, by contract; null where the index does not have all of it. */
export async function useBefore(
  view: HeadView,
  ids: readonly number[],
  hours: number,
): Promise<UseBefore | null> {
  const to = (await hourNow(view)) - hours;
  const from = to - hours;
  const first = timeOf(view.network, view.network.startHeight) / HOUR_SECONDS;
  if (from < first || 2 * hours > KEPT_HOURS) return null;
  const { rows } = await sql<{ id: number; calls: number; fees: string }>`
    select c.id, sum(h.calls)::int as calls, sum(h.fees) as fees
    from unnest(${[...ids]}::int8[]) as c(id)
    cross join generate_series(${from + 1}::int, ${to}::int) as at(hour)
    cross join lateral (
      select calls, fees from contract_hour where hour = at.hour and contract_id = c.id limit 1
    ) h
    group by c.id`.execute(view.db);
  return new Map(rows.map(({ id, calls, fees }) => [id, { calls, fees: BigInt(fees) }]));
}

/** A contract's messages of the window before: ordinals from (inclusive) to (exclusive). */
interface Range {
  id: number;
  from: number;
  to: number;
}

/**
 * Distinct users of groups of contracts in the window before, of which `useBefore` told; null for a
 * group whose contracts had more than MOST_MESSAGES messages in it.
 */
export async function usersBefore(
  view: HeadView,
  groups: readonly (readonly number[])[],
  use: UseBefore,
  hours: number,
): Promise<(number | null)[]> {
  const [hour, rows] = await Promise.all([
    hourNow(view),
    view.db
      .selectFrom('actor')
      .select(['id', 'message_count'])
      .where('id', 'in', [-1, ...use.keys()])
      .execute(),
  ]);
  const last = hour - hours;
  const upTo = (hour: number) =>
    countsBefore(view, {
      table: 'account_message',
      ord: 'ord',
      list: sql`actor_id = halving.key`,
      isBefore: sql`timestamp < ${(hour + 1) * HOUR_SECONDS}`,
      totals: new Map(rows.map((row) => [row.id, row.message_count])),
    });
  const [from, to] = await Promise.all([upTo(last - hours), upTo(last)]);
  const ranges = new Map(
    [...to].map(([id, end]): [number, Range] => [id, { id, from: from.get(id) ?? end, to: end }]),
  );
  return Promise.all(
    groups.map((group) => {
      const own = group.flatMap((id) => ranges.get(id) ?? []);
      const messages = own.reduce((sum, range) => sum + range.to - range.from, 0);
      return messages > MOST_MESSAGES ? null : callersIn(view, own);
    }),
  );
}

/** Distinct callers of contracts among these messages. */
async function callersIn(view: HeadView, ranges: readonly Range[]): Promise<number> {
  if (ranges.length === 0) return 0;
  const columns = (of: keyof Range) => ranges.map((range) => range[of]);
  const { rows } = await sql<{ users: number }>`
    select count(distinct m.from_id)::int as users
    from unnest(${columns('id')}::int8[], ${columns('from')}::int8[], ${columns('to')}::int8[])
      as c(id, first, after)
    cross join lateral (
      select from_id from account_message
      where actor_id = c.id and ord >= c.first and ord < c.after
        and to_id = c.id and method_id = ${methodId('InvokeContract')}
    ) m`.execute(view.db);
  return rows[0]?.users ?? 0;
}
