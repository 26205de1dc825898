/**
 * Mends what the execution of a tipset wrote, where it lies too deep to be undone: all its rows are
 * written anew, then the lists of those accounts and methods, and all that counts them, the undo log
 * included. What parts of the index other than tokens and names took from its events is told.
 */
import { sql, type RawBuilder } from 'kysely';
import { records, type RecordValue } from '#store/records.ts';
import type { Store, Trx } from '#store/store.ts';
import { SYSTEM_ID } from '#filecoin/address.ts';
import { checkBalances } from '../../check/balances.ts';
import { REBALANCE } from '../../fold/lists.ts';
import { receiversOf } from '../receivers.ts';
import { recount } from './counters.ts';
import { relistAccounts, relistMethods } from './lists.ts';
import type { Execution } from '../../chain/gather.ts';
import { PARTS } from '../../parts/index.ts';
import { remakeHours } from '../../parts/network/hours.ts';
import { repairPower, repairUndo } from '../../parts/network/repair.ts';
import type { ExecutedFacts, TipsetFacts } from '../../types.ts';
import { appendRows } from '../../write/facts.ts';
import { executionsDue, rewardsDue, tracesDue, transfersDue } from '../due.ts';
import { textOf, type Row } from '../rows.ts';
import {
  inTransaction,
  leftAs,
  mended,
  rebuildFrom,
  type Mended,
  type RepairContext,
} from './context.ts';
import { mendEvents } from './events.ts';
import { REFOLDED, refold } from './refold.ts';

export async function mendExecution(context: RepairContext, height: number): Promise<Mended> {
  const { store, truth } = context;
  const what = `execution of tipset ${height}`;
  const told = await truth.execution(height);
  if (!told) return leftAs(what, 'the index has no child of it');
  const { facts } = told.tipset;
  const { executed } = told.execution;
  const unheard = await unheardBy(context, height, told.execution);
  return inTransaction(store, async (trx) => {
    const firstSeq = await firstSeqOf(trx, height, executed.executions.length);
    if (firstSeq === null)
      return leftAs(
        what,
        `it has another number of messages than those between which it stands; ${rebuildFrom(height)}`,
      );
    const stored = await touched(trx, height);
    await writeMessages(context, trx, firstSeq, facts, executed);
    await writeTransfers(context, trx, { height, firstSeq }, executed);
    await writeRest(store, trx, facts, executed);
    const heard = await mendEvents(store, trx, { height, firstSeq }, executed);
    const { actors, methods } = await touched(trx, height);
    await relistAccounts(trx, [...stored.actors.union(actors)]);
    const names = executed.executions.map(({ methodId, methodName }) => [methodId, methodName]);
    await relistMethods(
      trx,
      [...stored.methods.union(methods)],
      new Map(names as [number, string][]),
    );
    await recount(trx, ['messages', 'transfers', 'events']);
    const parts = heard ? unheard.filter((name) => REFOLDED.has(name)) : [];
    if (parts.length > 0) await refold(context, trx, new Set(parts));
    const rest = heard ? unheard.filter((name) => !REFOLDED.has(name)) : [];
    return rest.length === 0
      ? mended(what)
      : leftAs(
          what,
          `its rows are mended, but not what ${rest.join(' and ')} take from events; ${rebuildFrom(height)}`,
        );
  });
}

/** Accounts and methods in whose lists the rows of a tipset stand. */
async function touched(
  trx: Trx,
  height: number,
): Promise<{ actors: Set<number>; methods: Set<number> }> {
  const { rows } = await sql<{ id: number }>`
    select a.id::float8 as id from actor a join (
      select from_id as id from execution where height = ${height}
      union select to_id from execution where height = ${height}
      union select from_id from transfer where height = ${height}
      union select to_id from transfer where height = ${height}
    ) t on t.id = a.id`.execute(trx);
  const methods = await trx
    .selectFrom('execution')
    .select('method_id')
    .where('height', '=', height)
    .execute();
  return {
    actors: new Set(rows.map(({ id }) => id)),
    methods: new Set(methods.map(({ method_id }) => method_id)),
  };
}

/** The place of its first message among all, told by the tipsets around it; null where it has not as many. */
async function firstSeqOf(trx: Trx, height: number, count: number): Promise<number | null> {
  const marks = trx.selectFrom('tipset').select('first_seq').where('first_seq', 'is not', null);
  const own = await marks.where('height', '=', height).executeTakeFirst();
  const next = await marks.where('height', '>', height).orderBy('height').executeTakeFirst();
  const { rows } = await sql<{ below: number }>`
    select coalesce(max(seq) + 1, 0)::float8 as below from execution
    where height < ${height}`.execute(trx);
  const due = next?.first_seq == null ? (own?.first_seq ?? null) : next.first_seq - count;
  if (due === null || (rows[0]?.below ?? 0) > due) return null;
  await trx.updateTable('tipset').set({ first_seq: due }).where('height', '=', height).execute();
  return due;
}

/** Names of the parts to which the events that are stored mean something else than those that were emitted. */
async function unheardBy(
  { truth }: RepairContext,
  height: number,
  { parts }: Execution,
): Promise<string[]> {
  const heard = await truth.execution(height, await truth.storedLogs(height));
  return PARTS.flatMap(({ name }, at) =>
    plainText(parts[at]) === plainText(heard?.execution.parts[at]) ? [] : [name],
  );
}

/** Facts of a part as a text. */
function plainText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return `${item}n`;
    if (item instanceof Uint8Array) return textOf(item);
    if (item instanceof Map) return [...item];
    return item instanceof Set ? [...item] : item;
  });
}

async function writeMessages(
  { store }: RepairContext,
  trx: Trx,
  firstSeq: number,
  facts: TipsetFacts,
  executed: ExecutedFacts,
): Promise<void> {
  const { height } = facts;
  const receivers = await receiversOf(trx, height, executed);
  const rows = executionsDue(facts, executed).map((row, at) => ({
    ...row,
    seq: firstSeq + at,
    to_id: receivers[at] ?? null,
  }));
  await sql`delete from trace where seq in (select seq from execution where height = ${height})
    or seq >= ${firstSeq} and seq < ${firstSeq + rows.length}`.execute(trx);
  await sql`delete from execution where height = ${height}
    or seq >= ${firstSeq} and seq < ${firstSeq + rows.length}`.execute(trx);
  await appendRows(store, trx, 'execution', rows);
  const traces = tracesDue(executed).map(({ position, doc }) => ({
    seq: firstSeq + position,
    doc,
  }));
  await appendRows(store, trx, 'trace', traces);
}

/** Its own transfers, and what corrects balances after an upgrade. */
async function writeTransfers(
  { store }: RepairContext,
  trx: Trx,
  { height, firstSeq }: { height: number; firstSeq: number },
  executed: ExecutedFacts,
): Promise<void> {
  const before = await balancesBefore(trx, height, executed);
  const own = transfersDue(executed).map((row, at) => {
    const message = executed.transfers[at]?.message ?? null;
    return { ...row, height, seq: message === null ? null : firstSeq + message };
  });
  // What does not add up was let pass, or an upgrade's: either way it was corrected.
  const { corrections } = checkBalances(
    executed,
    (id) => before.get(id) ?? 0n,
    () => undefined,
  );
  const corrected = [...corrections].map(([id, amount], at) => ({
    height,
    position: own.length + at,
    seq: null,
    cid: null,
    type: REBALANCE,
    from_id: amount > 0n ? SYSTEM_ID : id,
    to_id: amount > 0n ? id : SYSTEM_ID,
    amount: amount > 0n ? amount : -amount,
    shown_to_id: null,
  }));
  await trx
    .deleteFrom('transfer')
    .where('height', '=', height)
    .where('position', '>=', 0)
    .execute();
  await appendRows(store, trx, 'transfer', [...own, ...corrected]);
  const changed = executed.changes
    .filter(({ id, balance }) => (before.get(id) ?? 0n) !== balance)
    .map(({ id, balance }) => ({ actor_id: id, height, balance }));
  const gone = executed.deleted
    .filter((id) => before.has(id))
    .map((actor_id) => ({ actor_id, height, balance: 0n }));
  await trx.deleteFrom('balance').where('height', '=', height).execute();
  await appendRows(store, trx, 'balance', [...changed, ...gone]);
}

/** Of those that it touches, as the tipsets below leave them. */
async function balancesBefore(
  trx: Trx,
  height: number,
  { transfers, changes, deleted }: ExecutedFacts,
): Promise<Map<number, bigint>> {
  const ids = new Set([
    ...transfers.flatMap(({ from, to }) => [from, to]),
    ...changes.map(({ id }) => id),
    ...deleted,
  ]);
  const { rows } = await sql<{ id: number; balance: string }>`
    select w.id, b.balance from unnest(${[...ids]}::int8[]) w (id)
    cross join lateral (select balance from balance where actor_id = w.id and height < ${height}
      order by height desc limit 1) b`.execute(trx);
  return new Map(rows.map(({ id, balance }) => [Number(id), BigInt(balance)]));
}

async function writeRest(
  store: Store,
  trx: Trx,
  facts: TipsetFacts,
  executed: ExecutedFacts,
): Promise<void> {
  const { height } = facts;
  await update(trx, 'block', ['cid'], ['block_reward', 'tips', 'penalty'], rewardsDue(executed));
  const reward = executed.rewards.reduce((sum, each) => sum + each.blockReward + each.tips, 0n);
  await trx.updateTable('tipset').set({ reward }).where('height', '=', height).execute();
  if (!executed.networkComplete) return;
  await trx.deleteFrom('network_state').where('height', '=', height).execute();
  await appendRows(store, trx, 'network_state', [executed.network]);
  await repairPower(trx, height);
  await remakeHours(trx, [height]);
  await repairUndo(trx, height);
}

/** Sets columns of the rows that have these keys. */
async function update(
  trx: Trx,
  table: 'block',
  key: readonly string[],
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const plain = rows.map((row) =>
    Object.fromEntries(
      [...key, ...columns].map((column): [string, RecordValue] => [column, valueOf(row[column])]),
    ),
  );
  const all = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
    sql`(${sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))})`;
  const set = columns.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`);
  await sql`update ${sql.table(table)} t set ${sql.join(set)} from ${records(table, plain)} r
    where ${all('t', key)} = ${all('r', key)}
      and ${all('t', columns)} is distinct from ${all('r', columns)}`.execute(trx);
}

function valueOf(value: unknown): RecordValue {
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof Uint8Array
    ? value
    : value === null || value === undefined
      ? null
      : String(value);
}
