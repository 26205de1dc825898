/** Holders: the 20 bytes by which contracts know them, and the accounts that these are. */
import {
  AddressError,
  addressFromEth,
  delegatedFromEth,
  ethBytesOf,
  idAddress,
} from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { findAccount, type ActorRow } from '../account/find.ts';
import { namesAt, type NamesAt } from '../names.ts';
import type { End, Names } from '../naming.ts';
import type { View } from '../view.ts';
import type { Tag } from '../wire.ts';

/**
 * The bytes under which contracts know an account: its Ethereum address, else its id masked as one.
 * Null for an address that no contract can name before it has an actor.
 */
export async function holderOf(view: View, text: string): Promise<Uint8Array | null> {
  const { address, actor } = await findAccount(view, text);
  return holderBytes(address, actor);
}

/** The same for an account that is at hand. */
export function holderBytes(
  address: Uint8Array,
  actor: Pick<ActorRow, 'id' | 'delegated'> | null,
): Uint8Array | null {
  if (!actor) return ethBytesOf(address);
  return ethBytesOf(actor.delegated ?? idAddress(actor.id)) ?? ethBytesOf(idAddress(actor.id));
}

/** The address that 20 bytes mean; bytes that mask an id beyond all ids are an address like others. */
function addressOfHolder(holder: Uint8Array): Uint8Array {
  try {
    return addressFromEth(holder);
  } catch (error) {
    if (error instanceof AddressError) return delegatedFromEth(holder);
    throw error;
  }
}

export class Holders {
  readonly names: Names;
  readonly #ids: ReadonlyMap<string, number>;

  constructor({ names, ids }: NamesAt) {
    this.names = names;
    this.#ids = ids;
  }

  /** A holder as one end of a transfer. */
  end(holder: Uint8Array): Required<End> {
    const written = addressOfHolder(holder);
    return { id: this.#ids.get(toHex(written)) ?? null, written };
  }

  shown(holder: Uint8Array): string {
    const { id, written } = this.end(holder);
    return this.names.shown(id, written);
  }

  called(holder: Uint8Array): { tag?: Tag; fnsName?: string } {
    const { id, written } = this.end(holder);
    const tag = this.names.tag(id, written);
    return { ...(tag ? { tag } : {}), ...this.names.itself(id) };
  }

  idText(holder: Uint8Array): string | null {
    return this.names.idTextOrNull(this.end(holder).id);
  }
}

/** Looks up holders, and other accounts by their ids, together. */
export async function holdersOf(
  view: View,
  holders: Iterable<Uint8Array>,
  others: Iterable<number> = [],
): Promise<Holders> {
  return new Holders(await namesAt(view, [...holders].map(addressOfHolder), others));
}
