/** The ledger of progress: finished ranges of heights per part. */
import type { Trx } from '#store/store.ts';

/**
 * `headers` and `messages` are finished on arrival, `traces` on execution, and `state` when the
 * node told the network's totals as well. The proofs stand beside them: what was published before
 * they were asked for has none.
 */
export type LedgerPart = 'headers' | 'messages' | 'traces' | 'state' | ProofPart;

/**
 * What hashes proved of a tipset: its blocks' messages, its receipts, their events, and which actors
 * its execution changed.
 */
export type ProofPart = `proof:${'messages' | 'receipts' | 'events' | 'state'}`;

const ARRIVAL_PARTS: readonly LedgerPart[] = ['headers', 'messages', 'proof:messages'];
const EXECUTION_PROOFS: readonly ProofPart[] = ['proof:receipts', 'proof:events', 'proof:state'];
const EXECUTION_PARTS: readonly LedgerPart[] = ['traces', 'state', ...EXECUTION_PROOFS];
export const PROOF_PARTS: readonly ProofPart[] = ['proof:messages', ...EXECUTION_PROOFS];

export interface Range {
  from: number;
  to: number;
}

export interface Finished extends Range {
  part: LedgerPart;
}

/** Sorted, disjoint ranges, adjacent ones joined. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else joined.push({ from: range.from, to: range.to });
  }
  return joined;
}

/** What lies between the ranges, within `within`. */
export function gapsOf(ranges: readonly Range[], within: Range): Range[] {
  const gaps: Range[] = [];
  let next = within.from;
  for (const { from, to } of joinRanges(ranges)) {
    if (from > next) gaps.push({ from: next, to: Math.min(from - 1, within.to) });
    next = Math.max(next, to + 1);
  }
  if (next <= within.to) gaps.push({ from: next, to: within.to });
  return gaps.filter((gap) => gap.from <= gap.to);
}

export async function readLedger(trx: Trx, part: LedgerPart): Promise<Range[]> {
  const rows = await trx
    .selectFrom('progress')
    .select(['from_height as from', 'to_height as to'])
    .where('part', '=', part)
    .orderBy('from_height')
    .execute();
  return rows;
}

/** Adds finished ranges; empty ones are nothing. */
export async function extendLedger(trx: Trx, ranges: readonly Finished[]): Promise<void> {
  const finished = ranges.filter(({ from, to }) => from <= to);
  if (finished.length === 0) return;
  const parts = [...new Set(finished.map(({ part }) => part))];
  // Only neighbours can be joined with them.
  const rows = await trx
    .deleteFrom('progress')
    .where('part', 'in', parts)
    .where('to_height', '>=', Math.min(...finished.map(({ from }) => from)) - 1)
    .where('from_height', '<=', Math.max(...finished.map(({ to }) => to)) + 1)
    .returningAll()
    .execute();
  const known = rows.map((row) => ({ part: row.part, from: row.from_height, to: row.to_height }));
  const joined = [...Map.groupBy([...known, ...finished], ({ part }) => part)].flatMap(
    ([part, own]) =>
      joinRanges(own).map((range) => ({ part, from_height: range.from, to_height: range.to })),
  );
  await trx.insertInto('progress').values(joined).execute();
}

/** Writes a part anew; empty ranges are nothing. */
export async function replaceLedger(
  trx: Trx,
  part: LedgerPart,
  ranges: readonly Range[],
): Promise<void> {
  await trx.deleteFrom('progress').where('part', '=', part).execute();
  const finished = ranges.map(({ from, to }) => ({ part, from, to }));
  await extendLedger(trx, finished);
}

/** What was proven of the tipset at this height. */
export async function provenAt(trx: Trx, height: number): Promise<ProofPart[]> {
  const rows = await trx
    .selectFrom('progress')
    .select('part')
    .where('part', 'in', PROOF_PARTS)
    .where('from_height', '<=', height)
    .where('to_height', '>=', height)
    .execute();
  const parts = new Set<string>(rows.map((row) => row.part));
  return PROOF_PARTS.filter((part) => parts.has(part));
}

/** Takes back what lies above the given heights. */
export async function truncateLedger(
  trx: Trx,
  above: { arrived: number; executed: number },
): Promise<void> {
  for (const [parts, height] of [
    [ARRIVAL_PARTS, above.arrived],
    [EXECUTION_PARTS, above.executed],
  ] as const) {
    await trx
      .deleteFrom('progress')
      .where('part', 'in', parts)
      .where('from_height', '>', height)
      .execute();
    await trx
      .updateTable('progress')
      .set({ to_height: height })
      .where('part', 'in', parts)
      .where('to_height', '>', height)
      .execute();
  }
}
