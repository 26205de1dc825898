/**
 * Lists that reorder with every head (rankings, the rich list): their pages are of one snapshot,
 * made when the list is first asked for at a head and kept while a reader may still turn its pages.
 */
import { BadInput, Gone } from './errors.ts';
import { rankCursor } from './paging.ts';
import type { View } from './view.ts';

/** So many snapshots are kept, whatever their list: the ones that were read last. */
const KEPT = 24;
/** A snapshot holds at most so many rows: the first ones of the list. */
export const SNAPSHOT_ROWS = 10_000;

export interface Snapshots {
  /**
   * The rows of a list at the head that `head` names (X-Head of an earlier answer), or at the view's.
   * Throws BadInput for what is no head, Gone for one whose snapshot is not kept (any more).
   */
  rowsAt<T>(view: View, list: SnapshotList<T>, head: string | undefined): Promise<readonly T[]>;
}

export interface SnapshotList<T> {
  /** Names the list and what it is filtered by. */
  key: string;
  /** Reads its first rows (SNAPSHOT_ROWS at most), as they are in the view. */
  read(view: View): Promise<readonly T[]>;
}

export function createSnapshots(): Snapshots {
  const kept = new Map<string, Promise<readonly unknown[]>>();
  return {
    async rowsAt<T>(view: View, list: SnapshotList<T>, head: string | undefined) {
      const token = head === undefined || head === '' ? view.head.token : head;
      const [, height] = /^(\d{1,15}):[0-9a-f]{32}$/.exec(token) ?? [];
      if (height === undefined) throw new BadInput('badHead');
      const key = `${token} ${list.key}`;
      const known = kept.get(key) as Promise<readonly T[]> | undefined;
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      if (token !== view.head.token) throw new Gone('goneHead', { height: Number(height) });
      const rows = list.read(view);
      kept.set(key, rows);
      rows.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
      return rows;
    },
  };
}

export interface SnapshotPage<T> {
  rows: readonly T[];
  /** Place of the first of them in the list, from 0. */
  from: number;
  /** Head that the snapshot is of. */
  head: string;
  /** Rows of the whole snapshot. */
  count: number;
  next: string | null;
}

/**
 * A page of such a list. `before` (a `next`) goes on in its own snapshot; else `head` chooses one,
 * and `skip` rows of it are left out.
 */
export async function snapshotPage<T>(
  view: View,
  snapshots: Snapshots,
  list: SnapshotList<T>,
  input: { size: number; skip: number; before?: string | undefined; head?: string | undefined },
): Promise<SnapshotPage<T>> {
  const cursor = parseSnapshotCursor(input.before);
  const head = cursor?.head ?? (input.head || view.head.token);
  const all = await snapshots.rowsAt(view, list, head);
  const from = cursor?.rank ?? input.skip;
  const to = from + input.size;
  return {
    rows: all.slice(from, to),
    from,
    head,
    count: all.length,
    next: to < all.length ? `${head}.${to}` : null,
  };
}

/** `<head>.<rank>`: the rows from that rank on, in the snapshot of that head. */
export function parseSnapshotCursor(
  text: string | undefined,
): { head: string; rank: number } | null {
  if (text === undefined || text === '') return null;
  const cursor = rankCursor(text);
  if (!cursor) throw new BadInput('badCursor');
  return cursor;
}
