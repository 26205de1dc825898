/** Where the records of names stand that resolvers keep. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { StateRows } from '../../types.ts';

type RecordPlace = Pick<
  StateRows['name_record'],
  'service' | 'node' | 'resolver' | 'kind' | 'key_hash'
>;

/** Where records stand, by who keeps them: a tipset may clear and write them many thousand times. */
export class RecordPlaces {
  readonly #places = new Map<string, RecordPlace[]>();

  constructor(rows: readonly RecordPlace[]) {
    for (const row of rows) this.add(row);
  }

  add(place: RecordPlace): void {
    const key = keeperKey(place.service, place.node, place.resolver);
    const places = this.#places.get(key);
    if (places) places.push(place);
    else this.#places.set(key, [place]);
  }

  /** Those that a resolver keeps of a node, which are no longer known from then on. */
  take(service: number, node: Uint8Array, resolver: Uint8Array): readonly RecordPlace[] {
    const key = keeperKey(service, node, resolver);
    const places = this.#places.get(key) ?? [];
    this.#places.delete(key);
    return places;
  }
}

function keeperKey(service: number, node: Uint8Array, resolver: Uint8Array): string {
  return `${service}/${toHex(node)}/${toHex(resolver)}`;
}
