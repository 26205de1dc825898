/** The ledger of progress: finished ranges of heights per part. */
import type { Trx } from '#store/store.ts';

/**
 * `headers` and `messages` are finished on arrival, `traces` on execution, and `state` when the
 * node told the network's totals as well.
 */
export type LedgerPart = 'headers' | 'messages' | 'traces' | 'state';

const ARRIVAL_PARTS: readonly LedgerPart[] = ['headers', 'messages'];
const EXECUTION_PARTS: readonly LedgerPart[] = ['traces', 'state'];

export interface Range {
  from: number;
  to: number;
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

/** Adds a finished range; nothing when it is empty. */
export async function extendLedger(trx: Trx, part: LedgerPart, range: Range): Promise<void> {
  if (range.from > range.to) return;
  // Only neighbours can be joined with it.
  const near = await trx
    .selectFrom('progress')
    .select(['from_height as from', 'to_height as to'])
    .where('part', '=', part)
    .where('from_height', '<=', range.to + 1)
    .where('to_height', '>=', range.from - 1)
    .execute();
  for (const { from } of near)
    await trx
      .deleteFrom('progress')
      .where('part', '=', part)
      .where('from_height', '=', from)
      .execute();
  await trx
    .insertInto('progress')
    .values(
      joinRanges([...near, range]).map(({ from, to }) => ({
        part,
        from_height: from,
        to_height: to,
      })),
    )
    .execute();
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
