/**
 * Mends what the execution of a tipset wrote, where it lies too deep to be undone. What is only told
 * there is written anew; events are put in or taken out, and all that counts them follows. Who sent
 * or was paid by whom stands in lists and balances of all that came later: that is not mended so.
 */
import { sql, type RawBuilder } from 'kysely';
import { records, type RecordValue } from '#store/records.ts';
import type { Trx } from '#store/store.ts';
import type { Execution } from '../../chain/gather.ts';
import { PARTS } from '../../parts/index.ts';
import { repairPower, repairUndo } from '../../parts/network/repair.ts';
import type { ExecutedFacts, TipsetFacts } from '../../types.ts';
import { appendRows } from '../../write/facts.ts';
import { balancesDue, executionsDue, rewardsDue, tracesDue, transfersDue } from '../due.ts';
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

/** What lists are made by: where it is wrong, so are later rows. */
const LISTED = {
  execution: ['cid', 'from_id', 'method_id'],
  transfer: ['type', 'from_id', 'to_id'],
} as const;

export async function mendExecution(context: RepairContext, height: number): Promise<Mended> {
  const { store, truth } = context;
  const what = `execution of tipset ${height}`;
  const told = await truth.execution(height);
  if (!told) return leftAs(what, 'the index has no child of it');
  const { facts } = told.tipset;
  const { executed } = told.execution;
  const unheard = await unheardBy(context, height, told.execution);
  return inTransaction(store, async (trx) => {
    const own = await ownRows(trx, height);
    if (
      !sameBy(LISTED.execution, own.executions, executionsDue(facts, executed)) ||
      !sameBy(LISTED.transfer, own.transfers, transfersDue(executed))
    )
      return leftAs(what, rebuildFrom(height));
    const firstSeq = Number(own.tipset.first_seq);
    await writeMessages(context, trx, firstSeq, facts, executed);
    await writeTransfers(trx, height, executed);
    await writeRest(trx, facts, executed);
    if (!(await mendEvents(store, trx, { height, firstSeq }, executed))) return mended(what);
    const parts = unheard.filter((name) => REFOLDED.has(name));
    if (parts.length > 0) await refold(context, trx, new Set(parts));
    const rest = unheard.filter((name) => !REFOLDED.has(name));
    return rest.length === 0
      ? mended(what)
      : leftAs(
          what,
          `its rows are mended, but not what ${rest.join(' and ')} take from events; ${rebuildFrom(height)}`,
        );
  });
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

async function ownRows(trx: Trx, height: number) {
  const transfers = trx.selectFrom('transfer').selectAll().where('height', '=', height);
  return {
    tipset: await trx
      .selectFrom('tipset')
      .select('first_seq')
      .where('height', '=', height)
      .executeTakeFirstOrThrow(),
    executions: await trx
      .selectFrom('execution')
      .selectAll()
      .where('height', '=', height)
      .orderBy('position')
      .execute(),
    transfers: await transfers.where('position', '>=', 0).orderBy('position').execute(),
  };
}

/** Whether as many rows have the same in these columns. Corrections stand behind the tipset's own transfers. */
function sameBy(columns: readonly string[], stored: readonly Row[], due: readonly Row[]): boolean {
  return (
    stored.length >= due.length &&
    due.every((row, at) =>
      columns.every((column) => textOf(row[column]) === textOf(stored[at]?.[column])),
    )
  );
}

/** Columns of `execution` that stand in the lists of accounts as well. */
const COPIED = ['from_addr', 'to_addr', 'nonce', 'value', 'selector', 'exit_code', 'timestamp'];

async function writeMessages(
  { store }: RepairContext,
  trx: Trx,
  firstSeq: number,
  facts: TipsetFacts,
  executed: ExecutedFacts,
): Promise<void> {
  const rows = executionsDue(facts, executed).map((row, at) => ({ ...row, seq: firstSeq + at }));
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !['seq', 'position'].includes(name));
  await update(trx, 'execution', ['seq'], columns, rows);
  await update(trx, 'account_message', ['seq'], COPIED, rows);
  const traces = tracesDue(executed).map(({ position, doc }) => ({
    seq: firstSeq + position,
    doc,
  }));
  await sql`delete from trace
    where seq >= ${firstSeq} and seq < ${firstSeq + executed.executions.length}`.execute(trx);
  await appendRows(store, trx, 'trace', ['seq', 'doc'], traces);
}

async function writeTransfers(trx: Trx, height: number, executed: ExecutedFacts): Promise<void> {
  const rows = transfersDue(executed).map((row) => ({ ...row, height }));
  await update(trx, 'transfer', ['height', 'position'], ['amount', 'cid', 'shown_to_id'], rows);
  await sql`update account_transfer a set value = sign(a.value) * t.amount
    from transfer t where t.height = ${height} and a.height = ${height}
      and a.position = t.position and a.value <> sign(a.value) * t.amount`.execute(trx);
}

async function writeRest(trx: Trx, facts: TipsetFacts, executed: ExecutedFacts): Promise<void> {
  const { height } = facts;
  await update(trx, 'block', ['cid'], ['block_reward', 'tips', 'penalty'], rewardsDue(executed));
  const reward = executed.rewards.reduce((sum, each) => sum + each.blockReward + each.tips, 0n);
  await trx.updateTable('tipset').set({ reward }).where('height', '=', height).execute();
  if (!executed.migration) {
    const rows = balancesDue(executed).map((row) => ({ ...row, height }));
    await trx.deleteFrom('balance').where('height', '=', height).execute();
    for (const row of rows) await trx.insertInto('balance').values(row).execute();
  }
  if (!executed.networkComplete) return;
  const { height: _, ...totals } = executed.network;
  await trx.updateTable('network_state').set(totals).where('height', '=', height).execute();
  await repairPower(trx, height);
  await repairUndo(trx, height);
}

/** Sets columns of the rows that have these keys. */
async function update(
  trx: Trx,
  table: 'execution' | 'account_message' | 'transfer' | 'block',
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
