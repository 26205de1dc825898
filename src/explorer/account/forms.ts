import { formatEthAddress } from '#filecoin/address.ts';
import { kindAt } from '#filecoin/actors/kinds.ts';
import { passportOf } from '#filecoin/passport.ts';
import { statement, type Places } from '#store/statement.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import type { ActorRow } from './find.ts';
import type { AddressFormItem } from './schema.ts';

/** An actor has at most an f2 and one other address; more in the index would be a fault, not shown. */
const MAX_ADDRESSES = 8;

const readAddresses = statement((db, { id }: Places<{ id: number }>) =>
  db
    .selectFrom('address')
    .select('address')
    .where('actor_id', '=', id)
    .limit(MAX_ADDRESSES)
    .compile(),
);

/** The addresses of an actor besides its id. */
export async function addressesOf(view: View, id: number): Promise<readonly Uint8Array[]> {
  const held = await view.held.rows('addresses', [id], async () => {
    const rows = await readAddresses(view.db, { id });
    return [[id, rows.map(({ address }) => address)] as const];
  });
  return held.get(id) ?? [];
}

/** All forms of an account's address; of one that is still to be created those of the address itself. */
export async function addressForms(
  view: View,
  address: Uint8Array,
  actor: ActorRow | null,
): Promise<AddressFormItem[]> {
  const own = actor === null ? [address] : await addressesOf(view, actor.id);
  const names = await namesOf(view, []);
  const known = [...own, actor?.robust, actor?.delegated];
  const forms = passportOf({
    id: actor?.id ?? null,
    kind: actor === null ? null : kindAt(actor.kind),
    deleted: actor !== null && actor.deleted_height !== null,
    addresses: known.filter((form) => form !== null && form !== undefined),
  });
  return forms.map(({ form, address, ...rest }) => ({
    form,
    text: form === 'eth' || form === 'masked' ? formatEthAddress(address) : names.text(address),
    ...rest,
  }));
}
