/**
 * Lists that reorder with every head (rankings, the rich list): their pages are of one snapshot,
 * made when the list is first asked for at a head and kept as long as that head can be pinned.
 */
import { z } from 'zod';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import type { Archive } from './archive.ts';
import { BadInput, Gone } from './errors.ts';
import { PIN_EPOCHS, rankCursor } from './paging.ts';
import { heightOf, type View } from './view.ts';

/** So many snapshots are held in memory, whatever their list: the ones that were read last. */
const HELD = 24;
/** A snapshot holds at most so many rows: the first ones of the list. */
export const SNAPSHOT_ROWS = 10_000;

export interface Snapshots {
  /**
   * The rows of a list at the head that `head` names (X-Head of an earlier answer), or at the view's.
   * Throws BadInput for what is no head, Gone for one that is too old, or at which nobody read the list.
   */
  rowsAt<T>(view: View, list: SnapshotList<T>, head: string | undefined): Promise<readonly T[]>;
}

export interface SnapshotList<T> {
  /** Names the list and what it is filtered by. */
  key: string;
  /** A row as JSON has it. */
  row: z.ZodType<T>;
  /** Reads its first rows (SNAPSHOT_ROWS at most), as they are in the view. */
  read(view: View): Promise<readonly T[]>;
}

/** Parts of rows that JSON does not have. */
export const bigintText = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: BigInt,
  encode: String,
});
export const bytesText = z.codec(
  z.hex(),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  { decode: fromHex, encode: toHex },
);

export function createSnapshots(archive: Archive): Snapshots {
  const held = new Map<string, Promise<readonly unknown[]>>();
  return {
    async rowsAt<T>(view: View, list: SnapshotList<T>, head: string | undefined) {
      const token = head === undefined || head === '' ? view.head.token : head;
      const height = heightOf(token);
      const gone = new Gone('goneHead', { height });
      if (height <= view.head.height - PIN_EPOCHS) throw gone;
      const key = `${token} ${list.key}`;
      const known = held.get(key) as Promise<readonly T[]> | undefined;
      if (known) {
        held.delete(key);
        held.set(key, known);
        return known;
      }
      const rows =
        token === view.head.token
          ? readAndKeep(archive, view, list)
          : findKept(archive, view, list, token).then((found) => {
              if (!found) throw gone;
              return found;
            });
      held.set(key, rows);
      rows.catch(() => held.delete(key));
      for (const oldest of held.keys()) if (held.size > HELD) held.delete(oldest);
      return rows;
    },
  };
}

async function readAndKeep<T>(
  archive: Archive,
  view: View,
  list: SnapshotList<T>,
): Promise<readonly T[]> {
  const rows = await list.read(view);
  const json = JSON.stringify(z.encode(z.array(list.row), [...rows]));
  archive.keep(view.head, list.key, json);
  return rows;
}

/** Null for what is not kept, or was by a version of this program whose rows were others. */
async function findKept<T>(
  archive: Archive,
  view: View,
  list: SnapshotList<T>,
  head: string,
): Promise<readonly T[] | null> {
  const json = await archive.find(view, head, list.key);
  if (json === undefined) return null;
  return z.array(list.row).safeDecode(JSON.parse(json)).data ?? null;
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
