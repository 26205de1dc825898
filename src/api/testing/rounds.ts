/** What the reads of a store cost: how many statements, and how often they wait for the database. */
import type { Store, Trx } from '#store/store.ts';

export interface Cost {
  statements: number;
  /** Statements that are asked while none is waited for go to the server together. */
  rounds: number;
}

/** The same store; `cost` counts what is read in its snapshots. */
export function counted(store: Store): { store: Store; cost: Cost } {
  const cost: Cost = { statements: 0, rounds: 0 };
  const snapshot: Store['snapshot'] = (work) => store.snapshot((trx) => work(inStep(trx, cost)));
  return { store: { ...store, snapshot }, cost };
}

/**
 * Answers are held back until all that was asked is answered: how many rounds there are is then no
 * matter of which answer comes first.
 */
function inStep(trx: Trx, cost: Cost): Trx {
  const executor = trx.getExecutor();
  const ask = executor.executeQuery.bind(executor);
  let waiting = 0;
  let held: (() => void)[] = [];
  const answered = (): Promise<void> =>
    new Promise((resolve) => {
      held.push(resolve);
      if (held.length < waiting) return;
      const all = held;
      held = [];
      waiting = 0;
      for (const release of all) release();
    });
  executor.executeQuery = async (query) => {
    cost.statements += 1;
    if (waiting === 0) cost.rounds += 1;
    waiting += 1;
    try {
      return await ask(query);
    } finally {
      await answered();
    }
  };
  return trx;
}
