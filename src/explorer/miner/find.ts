import type { Selectable } from 'kysely';
import type { MinerTable } from '#store/schema.ts';
import { findAccount, type ActorRow } from '../account/find.ts';
import { NotFound } from '../errors.ts';
import type { View } from '../view.ts';

export type MinerRow = Selectable<MinerTable>;

/** A provider by any form of its address. Throws BadInput, and NotFound for what is no provider. */
export async function findMiner(view: View, text: string): Promise<MinerRow> {
  const { actor } = await findAccount(view, text);
  const miner = actor && (await minerOf(view, actor));
  if (!miner) throw new NotFound('noMiner');
  return miner;
}

/** Null for an account that is no provider. */
export async function minerOf({ db }: View, actor: ActorRow): Promise<MinerRow | null> {
  const row = await db
    .selectFrom('miner')
    .selectAll()
    .where('id', '=', actor.id)
    .executeTakeFirst();
  return row ?? null;
}
