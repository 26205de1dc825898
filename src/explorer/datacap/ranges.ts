/** Ranges of the lists of this folder: rows with `ord`, `height` and `position`. */
import { sql, type RawBuilder } from 'kysely';
import { countBefore, cursorText, sliceOf, type PageRequest, type Slice } from '../paging.ts';
import type { View } from '../view.ts';

export async function ordRange(
  view: View,
  request: PageRequest,
  table: 'verifier' | 'verifier_change' | 'data_cap' | 'data_cap_change',
  list: RawBuilder<unknown>,
  total: number,
): Promise<Slice> {
  return sliceOf(request, total, (place) =>
    countBefore(view, {
      table,
      ord: 'ord',
      list,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total,
    }),
  );
}

/** Where a list goes on after these rows. */
export function nextOf(
  slice: Slice,
  rows: readonly { height: number; position: number }[],
): string | null {
  const last = rows.at(-1);
  return slice.from > 0 && last ? cursorText(last) : null;
}
