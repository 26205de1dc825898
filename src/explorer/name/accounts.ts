/** Parties to names: Ethereum addresses, in all forms and as they are called. */
import { addressFromEth, formatEthAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { namesAt, type NamesAt } from '../names.ts';
import type { Names } from '../naming.ts';
import type { View } from '../view.ts';
import type { NameAccount } from './schema.ts';

export class Parties {
  readonly #names: Names;
  readonly #ids: ReadonlyMap<string, number>;

  constructor({ names, ids }: NamesAt) {
    this.#names = names;
    this.#ids = ids;
  }

  /** Null for the zero address and for nobody. */
  of(eth: Uint8Array | null): NameAccount | null {
    if (!eth?.some((byte) => byte !== 0)) return null;
    const address = addressFromEth(eth);
    const id = this.#ids.get(toHex(address)) ?? null;
    return {
      address: this.#names.shown(id, address),
      id: this.#names.idTextOrNull(id),
      ethAddress: formatEthAddress(eth),
      tag: this.#names.tag(id, address),
      ...this.#names.itself(id),
    };
  }
}

export async function partiesOf(view: View, eths: Iterable<Uint8Array | null>): Promise<Parties> {
  const addresses = [...eths].flatMap((eth) => (eth ? [addressFromEth(eth)] : []));
  return new Parties(await namesAt(view, addresses));
}
