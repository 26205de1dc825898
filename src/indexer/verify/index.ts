/**
 * Verification: recomputes the invariants over the whole store and compares a sample with the
 * node. Reads only; run it on an index that nobody writes to meanwhile.
 */
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import { ACCOUNT_CHECKS } from './accounts.ts';
import { CHAIN_CHECKS } from './chain.ts';
import type { Check, Checked } from './check.ts';

export { damageKey, type Damage } from './check.ts';
import { HOUR_CHECKS } from './hours.ts';
import { LIST_CHECKS } from './lists.ts';
import { LISTED_CHECKS } from './listed.ts';
import { MINER_CHECKS } from './miners.ts';
import { LEDGER_CHECKS } from './ledger.ts';
import { PROOF_CHECKS } from './proofs.ts';
import { TIPSET_CHECKS } from './tipsets.ts';
import { TOKEN_CHECKS } from './tokens.ts';
import { VESTING_CHECKS } from './vesting.ts';

/** All checks, the cheap ones first. */
export const CHECKS: readonly Check[] = [
  ...CHAIN_CHECKS,
  ...LEDGER_CHECKS,
  ...HOUR_CHECKS,
  ...PROOF_CHECKS,
  ...LIST_CHECKS,
  ...LISTED_CHECKS,
  ...MINER_CHECKS,
  ...VESTING_CHECKS,
  ...TOKEN_CHECKS,
  ...ACCOUNT_CHECKS,
  ...TIPSET_CHECKS,
];

export interface CheckResult extends Checked {
  name: string;
  /** Milliseconds. */
  took: number;
}

export interface VerifyOptions {
  store: Store;
  node: NodeClient;
  /** How many things of a kind are compared with the node. */
  sample: number;
  checks?: readonly Check[];
}

/** Thrown when there is nothing to verify. */
export class EmptyIndexError extends Error {
  override readonly name = 'EmptyIndexError';
}

/** What the node does not tell cannot be compared; that it is away is another matter. */
function notCompared(error: unknown): Checked {
  if (!(error instanceof NodeError) || !['rpc', 'unsupported'].includes(error.kind)) throw error;
  return { compared: 0, differences: [], refused: error.message };
}

/** Runs the checks one after the other. Throws EmptyIndexError, and NodeError when the node is away. */
export async function* verify({
  store,
  node,
  sample,
  checks = CHECKS,
}: VerifyOptions): AsyncGenerator<CheckResult> {
  const { db } = store;
  const head = await db
    .selectFrom('checkpoint as c')
    .innerJoin('network as n', 'n.id', 'c.id')
    .select(['c.head_height', 'c.head_key', 'n.start_height'])
    .executeTakeFirst();
  if (head?.head_height == null || head.head_key === null)
    throw new EmptyIndexError('The index is empty: there is nothing to verify');
  const context = {
    store,
    db,
    node,
    // The state that the head stands on is the one after the newest executed tipset.
    key: tipsetKeyOf(head.head_key),
    headHeight: head.head_height,
    startHeight: head.start_height,
    sample,
  };
  for (const check of checks) {
    const since = performance.now();
    const checked = await check.run(context).catch(notCompared);
    yield { name: check.name, ...checked, took: performance.now() - since };
  }
}
