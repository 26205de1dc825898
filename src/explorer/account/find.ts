import { actorIdOf } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { NotFound } from '../errors.ts';
import { parseAddressInput } from '../input.ts';
import { isNameText, nameTarget } from '../name/target.ts';
import { createdBelow, type View } from '../view.ts';
import { wishActor } from '../wishes.ts';

export type ActorRow = RowOf<'actor'>;

/** Kinds of actors of which tables of their own tell more (`actor.kind`). */
export const CONTRACT = kindIndex('evm');
export const MINER = kindIndex('storageminer');
export const MULTISIG = kindIndex('multisig');

/** An address that was asked for, and its actor when it has one. */
export interface Found {
  address: Uint8Array;
  actor: ActorRow | null;
}

/**
 * The actor of an address in any form, or of a name; `actor` is null for a valid address that no actor
 * has yet. Throws BadInput for what is no address, NotFound for an id that no actor has (ids are given,
 * not made up) and for a name that leads nowhere, Unavailable for one that is not taken over yet.
 */
export async function findAccount(view: View, text: string): Promise<Found> {
  const address = isNameText(view, text) ? await nameTarget(view, text) : parseAddressInput(text);
  if (address === null) throw new NotFound('noAddress');
  const actor = await actorOf(view, address);
  if (!actor) await wishActor(view, address);
  if (!actor && address[0] === 0) throw new NotFound('noAddress');
  return { address, actor };
}

const byId = statement((db, { id, below }: Places<{ id: number; below: number }>) =>
  db
    .selectFrom('actor')
    .selectAll()
    .where('id', '=', id)
    .where('created_height', '<', below)
    .compile(),
);

const byAddress = statement(
  (db, { address, below }: Places<{ address: Uint8Array; below: number }>) =>
    db
      .selectFrom('address as a')
      .innerJoin('actor', 'actor.id', 'a.actor_id')
      .selectAll('actor')
      .where('a.address', '=', address)
      .where('created_height', '<', below)
      .compile(),
);

/** The actor of an address, or null where none had it yet. */
export async function actorOf(view: View, address: Uint8Array): Promise<ActorRow | null> {
  const below = createdBelow(view);
  const id = address[0] === 0 ? actorIdOf(address) : undefined;
  if (id === null) return null;
  const read = async (): Promise<ActorRow | undefined> => {
    const [actor] =
      id === undefined
        ? await byAddress(view.db, { address, below })
        : await byId(view.db, { id, below });
    return actor;
  };
  if (view.pinned) return (await read()) ?? null;
  // A page asks of its account again and again.
  const key = toHex(address);
  const held = await view.held.rows('actor', [key], async () => {
    const actor = await read();
    return actor === undefined ? [] : [[key, actor] as const];
  });
  return held.get(key) ?? null;
}
