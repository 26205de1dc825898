/** How much contracts were used in windows that end with the hour of a head. */
import type { PastRow } from '#store/undo.ts';
import { asOf } from '../past.ts';
import type { HeadView } from '../view.ts';

export type ContractWindow = Pick<PastRow<'contract_window'>, 'calls' | 'users' | 'fees'>;

/** By contract; those that were not used are left out. `hours` 0: ever. */
export async function windowsAt(
  at: HeadView,
  ids: readonly number[],
  hours: number,
): Promise<ReadonlyMap<number, ContractWindow>> {
  const [rows, changed] = await Promise.all([
    at.db
      .selectFrom('contract_window')
      .select(['contract_id', 'calls', 'users', 'fees'])
      .where('contract_id', 'in', [...ids])
      .where('hours', '=', hours)
      .execute(),
    at.changed('contract_window'),
  ]);
  const now = new Map(rows.map((row) => [row.contract_id, row]));
  return new Map(
    ids.flatMap((id) => {
      const row = asOf<ContractWindow>(changed, `${id}/${hours}`, now.get(id));
      return row ? [[id, row] as const] : [];
    }),
  );
}
