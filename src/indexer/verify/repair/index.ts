/**
 * Mends what the verification found: asks the node again for what is wrong and writes it as it is,
 * one transaction per tipset, the undo log included. Nobody else may write to the index meanwhile.
 */
import { sql } from 'kysely';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import { makeHours } from '#store/series.ts';
import type { Store } from '#store/store.ts';
import { InvariantError } from '../../errors.ts';
import { PROVIDER_TABLES } from '../../fold/older.ts';
import { readCheckpoint } from '../../write/checkpoint.ts';
import { damageKey, type Damage } from '../check.ts';
import { tipsetKeyOf } from '../../decode/ids.ts';
import { TOKENS } from '../../parts/tokens/index.ts';
import { Truth } from '../truth.ts';
import { mendAccount } from './accounts.ts';
import { indexAgain, loggedFrom, putBack, undoableFrom } from './again.ts';
import { mendArrival, mendOrphan } from './arrivals.ts';
import {
  inTransaction,
  leftAs,
  mended,
  rebuildFrom,
  type Mended,
  type RepairContext,
} from './context.ts';
import { recount } from './counters.ts';
import { relistAccounts, relistMethods } from './lists.ts';
import { mendBlocks } from './miners.ts';
import { refold } from './refold.ts';
import { mendExecution } from './execution.ts';
import { mendLedger } from './ledger.ts';

export interface RepairOptions {
  store: Store;
  node: NodeClient;
  /** What is wrong, as the verification's differences tell. */
  damages: readonly Damage[];
}

/** Mends one thing after the other. Throws NodeError when the node is away, SecondWriterError. */
export async function* repair({ store, node, damages }: RepairOptions): AsyncGenerator<Mended> {
  const { start_height: startHeight } = await store.db
    .selectFrom('network')
    .select('start_height')
    .executeTakeFirstOrThrow();
  const context: RepairContext = { store, startHeight, truth: await Truth.open(store, node) };
  const { arrivals, executions, hours, orphans, accounts, ledger, ids, counters, tokens } =
    sorted(damages);
  for (const height of arrivals)
    yield attempt(`tipset ${height}`, () => mendArrival(context, height));
  for (const cid of orphans) yield attempt('an orphaned block', () => mendOrphan(context, cid));
  const { head } = await readCheckpoint(store.db);
  if (ledger && head) yield mendLedger(context, head.height);
  const from = (await undoableFrom(context)) ?? Infinity;
  for (const height of executions.filter((each) => each < from))
    yield attempt(`execution of tipset ${height}`, () => mendExecution(context, height));
  const gone = await missingActors(context, [...accounts, ...ids('lists')]);
  const logged: number[] = [];
  for (const { id, tables, what } of [
    ...ids('provider').map((id) => ({ id, tables: PROVIDER_TABLES, what: `the provider f0${id}` })),
    ...gone.map((id) => ({
      id,
      tables: ['actor'],
      what: `the actor f0${id}`,
    })),
  ]) {
    const since = await loggedFrom(context, tables, id);
    if (since !== null && since >= from) logged.push(since);
    else yield leftAs(what, `the undo log has no change of it; ${rebuildFrom(startHeight)}`);
  }
  const again = [...logged, ...executions.filter((height) => height >= from)];
  const first = again.length === 0 ? undefined : Math.min(...again);
  if (first !== undefined) {
    const what = `all from tipset ${first} on, which was indexed again`;
    yield attempt(what, async () => {
      await putBack(context, gone);
      await indexAgain(context, first);
      return mended(what);
    });
  }
  const lost = new Set(await missingActors(context, gone));
  const there = (id: number): boolean => !lost.has(id);
  for (const id of accounts.filter(there)) yield attempt(`f0${id}`, () => mendAccount(context, id));
  const lists = ids('lists').filter(there);
  if (lists.length > 0) {
    await inTransaction(store, (trx) => relistAccounts(trx, lists));
    yield mended(`lists of ${lists.length} accounts`);
  }
  if (ids('method').length > 0)
    yield attempt('lists of methods', async () => {
      const names = await namesOfMethods(context, ids('method'));
      await inTransaction(store, (trx) => relistMethods(trx, ids('method'), names));
      return mended(`lists of ${ids('method').length} methods`);
    });
  for (const id of ids('blocks')) yield attempt(`blocks of f0${id}`, () => mendBlocks(context, id));
  if (counters.length > 0) {
    await inTransaction(store, (trx) => recount(trx, counters));
    yield mended(`counters ${counters.join(', ')}`);
  }
  if (hours.length > 0) {
    await inTransaction(store, (trx) => makeHours(trx, hours));
    yield mended(`${hours.length} hours of the network's figures`);
  }
  if (tokens) {
    await inTransaction(store, (trx) => refold(context, trx, new Set([TOKENS.name])));
    yield mended('the books of tokens, by all events');
  }
}

/** Those of these that have no row, while the node knows them. */
async function missingActors(
  { store: { db }, truth }: RepairContext,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select w.id::float8 as id
    from unnest(${ids}::int8[]) w (id) left join actor a on a.id = w.id
    where a.id is null`.execute(db);
  const { head } = await readCheckpoint(db);
  const known = await Promise.all(
    rows.map(async ({ id }) =>
      id >= 0 && head && (await truth.gatherer.actor(id, tipsetKeyOf(head.key))) ? [id] : [],
    ),
  );
  return [...new Set(known.flat())];
}

/** Names of methods that have messages and no row, by one of these messages. */
async function namesOfMethods(
  { store, truth }: RepairContext,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; height: number }>`
    select e.method_id as id, min(e.height) as height from execution e
    left join method m on m.id = e.method_id
    where e.method_id = any(${ids}::int8[]) and m.id is null group by e.method_id`.execute(
    store.db,
  );
  const names = new Map<number, string>();
  for (const { id, height } of rows) {
    const told = await truth.execution(height);
    const named = told?.execution.executed.executions.find(({ methodId }) => methodId === id);
    if (named) names.set(id, named.methodName);
  }
  return names;
}

/** What the node does not tell, or tells wrongly again, is left. */
async function attempt(what: string, mend: () => Promise<Mended>): Promise<Mended> {
  try {
    return await mend();
  } catch (error) {
    const untold = error instanceof NodeError && ['rpc', 'unsupported'].includes(error.kind);
    if (untold || error instanceof InvariantError) return leftAs(what, error.message);
    throw error;
  }
}

function sorted(damages: readonly Damage[]) {
  const distinct = [...new Map(damages.map((damage) => [damageKey(damage), damage])).values()];
  const heights = (kind: 'arrival' | 'execution' | 'hour'): number[] =>
    distinct
      .flatMap((damage) => (damage.kind === kind ? [damage.height] : []))
      .sort((a, b) => a - b);
  return {
    arrivals: heights('arrival'),
    executions: heights('execution'),
    hours: heights('hour'),
    orphans: distinct.flatMap((damage) => (damage.kind === 'orphan' ? [damage.cid] : [])),
    accounts: distinct.flatMap((damage) => (damage.kind === 'account' ? [damage.id] : [])),
    ledger: distinct.some(({ kind }) => kind === 'ledger'),
    tokens: distinct.some(({ kind }) => kind === 'tokens'),
    counters: distinct.flatMap((damage) => (damage.kind === 'counter' ? [damage.key] : [])),
    ids: (kind: 'lists' | 'method' | 'provider' | 'blocks'): number[] =>
      distinct.flatMap((damage) => (damage.kind === kind ? [damage.id] : [])),
  };
}
