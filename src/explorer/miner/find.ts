import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { findAccount, MINER, type ActorRow } from '../account/find.ts';
import { NotFound } from '../errors.ts';
import type { View } from '../view.ts';
import { actorWish, wishOf } from '../wishes.ts';

export type MinerRow = RowOf<'miner'>;

/** A provider by any form of its address. Throws BadInput, and NotFound for what is no provider. */
export async function findMiner(view: View, text: string): Promise<MinerRow> {
  const { actor } = await findAccount(view, text);
  const miner = actor && (await minerOf(view, actor));
  if (!miner) throw new NotFound('noMiner');
  return miner;
}

const minersBy = statement((db, { id }: Places<{ id: number }>) =>
  db.selectFrom('miner').selectAll().where('id', '=', id).compile(),
);

/** Null for an account that is no provider. Throws Unavailable for one that is not taken over yet. */
export async function minerOf(view: View, actor: ActorRow): Promise<MinerRow | null> {
  if (actor.kind !== MINER) return null;
  const { id } = actor;
  // A provider's page asks of it in each of its parts.
  const held = await view.held.rows('miner', [id], async () => {
    const rows = await minersBy(view.db, { id });
    return rows.map((row) => [id, row] as const);
  });
  const row = held.get(id);
  if (!row) await wishOf(view, ['providers'], actorWish(id));
  return row ?? null;
}
