import { AbortedTransactionError } from 'kysely';
import { isUnreachable, StoreError } from '#store/connection.ts';
import type { TipsetRef } from './types.ts';

/** Which of chain.md's invariants: 1 CIDs and roots of lists, 2 execution, 3 gas, 4 balances, 5 parent links. */
export type Invariant = 1 | 2 | 3 | 4 | 5;

/** Sums, which cannot tell a lying trace from a rule of the protocol that this program lacks. */
export type SumInvariant = 3 | 4;

/** Told of sums that do not add up. Throws InvariantError, unless an operator lets the height pass. */
export type Doubt = (invariant: SumInvariant, details: string) => void;

/**
 * The node's answers about a tipset contradict each other. The tipset is not published; it is asked
 * for again later, since the node may have erred once.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
  readonly invariant: Invariant;
  /** The tipset in doubt. */
  readonly tipset: TipsetRef;
  readonly details: string;

  constructor(invariant: Invariant, tipset: TipsetRef, details: string) {
    super(`Tipset ${tipset.height} (${tipset.name}) breaks invariant ${invariant}: ${details}`);
    this.invariant = invariant;
    this.tipset = { height: tipset.height, name: tipset.name };
    this.details = details;
  }
}

/** Another process writes to this index. */
export class SecondWriterError extends Error {
  override readonly name = 'SecondWriterError';

  constructor(expected: number, found: number | null) {
    super(
      `Another process writes to this index (revision ${String(found)} instead of ${expected}). ` +
        'Only one indexer may run on a database.',
    );
  }
}

/** The index and the node are of different chains, or contradict each other about what is final. */
export class WrongChainError extends Error {
  override readonly name: string = 'WrongChainError';
}

/** They contradict each other about what is final: one of the two was told wrongly by the node. */
export class PartedError extends WrongChainError {
  override readonly name = 'PartedError';
}

/**
 * Why something failed, in words for everybody: the database's own tell what it holds and where it
 * stands, and are for the log only.
 */
export function publicReason(error: unknown): string {
  if (isUnreachable(error)) return 'The database does not answer';
  if (error instanceof StoreError || error instanceof AbortedTransactionError)
    return 'The database refuses to go on; the log says why';
  return error instanceof Error ? error.message : String(error);
}
