/**
 * Mends what the verification found: asks the node again for what is wrong and writes it as it is,
 * one transaction per tipset, the undo log included. Nobody else may write to the index meanwhile.
 */
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { InvariantError } from '../../errors.ts';
import { readCheckpoint } from '../../write/checkpoint.ts';
import { damageKey, type Damage } from '../check.ts';
import { Truth } from '../truth.ts';
import { mendAccount } from './accounts.ts';
import { indexAgain, undoableFrom } from './again.ts';
import { mendArrival, mendOrphan } from './arrivals.ts';
import { leftAs, mended, type Mended, type RepairContext } from './context.ts';
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
  const { arrivals, executions, orphans, accounts, ledger } = sorted(damages);
  for (const height of arrivals)
    yield attempt(`tipset ${height}`, () => mendArrival(context, height));
  for (const cid of orphans) yield attempt('an orphaned block', () => mendOrphan(context, cid));
  const { head } = await readCheckpoint(store.db);
  if (ledger && head) yield mendLedger(context, head.height);
  const from = (await undoableFrom(context)) ?? Infinity;
  for (const height of executions.filter((each) => each < from))
    yield attempt(`execution of tipset ${height}`, () => mendExecution(context, height));
  const first = executions.find((height) => height >= from);
  if (first !== undefined) {
    const what = `all from tipset ${first} on, which was indexed again`;
    yield attempt(what, async () => {
      await indexAgain(context, first);
      return mended(what);
    });
  }
  for (const id of accounts) yield attempt(`f0${id}`, () => mendAccount(context, id));
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
  const heights = (kind: 'arrival' | 'execution'): number[] =>
    distinct
      .flatMap((damage) => (damage.kind === kind ? [damage.height] : []))
      .sort((a, b) => a - b);
  return {
    arrivals: heights('arrival'),
    executions: heights('execution'),
    orphans: distinct.flatMap((damage) => (damage.kind === 'orphan' ? [damage.cid] : [])),
    accounts: distinct.flatMap((damage) => (damage.kind === 'account' ? [damage.id] : [])),
    ledger: distinct.some(({ kind }) => kind === 'ledger'),
  };
}
