import type { Doubt } from '../errors.ts';
import type { ExecutedFacts, TransferFacts } from '../types.ts';

/** Sum of what each actor received and gave away, attoFIL. */
export function netMoves(transfers: readonly TransferFacts[]): Map<number, bigint> {
  const net = new Map<number, bigint>();
  for (const { from, to, amount } of transfers) {
    net.set(from, (net.get(from) ?? 0n) - amount);
    net.set(to, (net.get(to) ?? 0n) + amount);
  }
  return net;
}

/** Actors whose balance the transfers change although they are not among the changed ones. */
export function unreported(executed: Pick<ExecutedFacts, 'transfers' | 'changes'>): number[] {
  const reported = new Set(executed.changes.map((change) => change.id));
  return [...netMoves(executed.transfers)]
    .filter(([id, amount]) => amount !== 0n && !reported.has(id))
    .map(([id]) => id);
}

/**
 * Invariant 4: what the node says of each actor's balance is what it was before plus the sum of its
 * transfers; hence the sum over all actors is zero. `balanceOf` gives balances before the tipset.
 * Answers how many added up, and the corrections that a state migration makes necessary;
 * elsewhere a difference is in doubt.
 */
export function checkBalances(
  executed: ExecutedFacts,
  balanceOf: (id: number) => bigint,
  doubt: Doubt,
): { corrections: Map<number, bigint>; sound: number } {
  const corrections = new Map<number, bigint>();
  const net = netMoves(executed.transfers);
  const after = new Map(executed.changes.map((change) => [change.id, change.balance]));
  for (const id of executed.deleted) after.set(id, 0n);
  const ids = new Set([...net.keys(), ...after.keys()]);
  for (const id of ids) {
    const before = balanceOf(id);
    const expected = before + (net.get(id) ?? 0n);
    const told = after.get(id) ?? before;
    if (told === expected) continue;
    if (!executed.migration)
      doubt(
        4,
        `f0${id} had ${before} attoFIL, its transfers sum to ${net.get(id) ?? 0n}, ` +
          `the node says it has ${told}`,
      );
    corrections.set(id, told - expected);
  }
  return { corrections, sound: ids.size - corrections.size };
}
