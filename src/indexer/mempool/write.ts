/** The pool's changes in the database. */
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import type { NewRow } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { FATE_REPLACED } from './fate.ts';
import type { Changes } from './pool.ts';
import { callsOf, slotOf, type Pooled } from './rows.ts';

/** Rows of one INSERT: a statement has at most 65,535 parameters. */
const CHUNK = 500;

/** What is pending, and the number of the last change. */
export async function loadPool(
  store: Store,
): Promise<{ pending: { id: string; slot: string }[]; change: number }> {
  return store.snapshot(async (trx) => {
    const rows = await trx
      .selectFrom('mempool')
      .select(['cid', 'from_addr', 'nonce'])
      .where('departure', 'is', null)
      .orderBy('arrival')
      .execute();
    return {
      pending: rows.map(({ cid, from_addr, nonce }) => ({
        id: toHex(cid),
        slot: slotOf(from_addr, nonce),
      })),
      change: await lastChange(trx),
    };
  });
}

async function lastChange(trx: Trx): Promise<number> {
  const arrival = await trx
    .selectFrom('mempool')
    .select('arrival')
    .orderBy('arrival', 'desc')
    .limit(1)
    .executeTakeFirst();
  const departure = await trx
    .selectFrom('mempool')
    .select('departure')
    .where('departure', 'is not', null)
    .orderBy('departure', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(arrival?.arrival ?? 0, departure?.departure ?? 0);
}

export interface Moment {
  /** Unix seconds by the chain's clock. */
  time: number;
  /** Height of the node's head. */
  height: number;
}

/**
 * Writes changes in one transaction; answers the number of the last one. `change` is the number of
 * the last one before.
 */
export async function writeChanges(
  store: Store,
  changes: Changes,
  change: number,
  moment: Moment,
): Promise<number> {
  const { arrived, departed } = changes;
  const short = [...departed.values()].flatMap(({ pooled }) => pooled ?? []);
  const came = [...short, ...arrived.values()];
  const departure = change + came.length + 1;
  await store.transaction(async (trx) => {
    for (let at = 0; at < came.length; at += CHUNK)
      await insert(trx, came.slice(at, at + CHUNK), change + 1 + at, moment);
    await depart(trx, departed, departure, moment);
  });
  return departure;
}

async function insert(
  trx: Trx,
  pooled: readonly Pooled[],
  firstArrival: number,
  { time }: Moment,
): Promise<void> {
  const calls = await callsOf(
    trx,
    pooled.map(({ row }) => row),
  );
  const rows = pooled.map(({ row }, index): NewRow<'mempool'> => {
    const { method_name = '', selector = null } = calls[index] ?? {};
    return {
      ...row,
      method_name,
      selector,
      arrival: firstArrival + index,
      first_seen: time,
      departure: null,
      departed_at: null,
      departed_height: null,
      fate: null,
      replaced_by: null,
    };
  });
  await trx
    .insertInto('mempool')
    .values(rows)
    // A reorganisation gives messages back to the pool: they are what they were.
    .onConflict((conflict) =>
      conflict.column('cid').doUpdateSet({
        departure: null,
        departed_at: null,
        departed_height: null,
        fate: null,
        replaced_by: null,
      }),
    )
    .execute();
}

async function depart(
  trx: Trx,
  departed: Changes['departed'],
  departure: number,
  { time, height }: Moment,
): Promise<void> {
  const end = { departure, departed_at: time, departed_height: height };
  const gone: Uint8Array[] = [];
  for (const [id, { by }] of departed)
    if (by === null) gone.push(fromHex(id));
    else
      await trx
        .updateTable('mempool')
        .set({ ...end, fate: FATE_REPLACED, replaced_by: fromHex(by) })
        .where('cid', '=', fromHex(id))
        .execute();
  for (let at = 0; at < gone.length; at += CHUNK)
    await trx
      .updateTable('mempool')
      .set({ ...end, fate: null, replaced_by: null })
      .where('cid', 'in', gone.slice(at, at + CHUNK))
      .execute();
}

/**
 * Names the calls of pending messages whose receivers the index did not know when they arrived: it was
 * still filling, or they have come to be since.
 */
export async function nameLate(store: Store): Promise<void> {
  await store.transaction(async (trx) => {
    const rows = await trx
      .selectFrom('mempool')
      .select(['cid', 'to_addr', 'method', 'params', 'method_name'])
      .where('departure', 'is', null)
      .where('method_name', 'like', 'Unknown (%')
      // The newest of many: those that nobody will ever know keep only older ones from being named.
      .orderBy('arrival', 'desc')
      .limit(CHUNK)
      .execute();
    if (rows.length === 0) return;
    const calls = await callsOf(
      trx,
      rows.map((row) => ({ ...row, method: uint64(row.method) })),
    );
    for (const [index, row] of rows.entries()) {
      const call = calls[index];
      if (call === undefined || call.method_name === row.method_name) continue;
      await trx.updateTable('mempool').set(call).where('cid', '=', row.cid).execute();
    }
  });
}
