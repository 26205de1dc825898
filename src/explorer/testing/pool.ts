/** Made-up messages of the pool, beside the made-up index. */
import type { NewRow } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { digest, messageRow, robustOf } from './rows.ts';

export type PoolRow = NewRow<'mempool'>;

/** Pending, unless told otherwise; `name` makes its CID. It sends 7 attoFIL. */
export function pooled(
  name: string,
  from: number,
  nonce: number,
  arrival: number,
  fields: Partial<PoolRow> = {},
): PoolRow {
  const row = messageRow(digest(name), from, robustOf(from === 100 ? 101 : 100), nonce, 0);
  return {
    ...row,
    eth_hash: digest(`eth of ${name}`),
    arrival,
    first_seen: 1_700_001_000 + arrival,
    method_name: 'Send',
    selector: null,
    departure: null,
    departed_at: null,
    departed_height: null,
    fate: null,
    replaced_by: null,
    ...fields,
  };
}

export async function writePool(store: Store, rows: readonly PoolRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000)
    await store.db
      .insertInto('mempool')
      .values(rows.slice(at, at + 1000))
      .execute();
}
