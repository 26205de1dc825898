import { INIT_ID } from '#filecoin/address.ts';
import { decodeCbor } from '#filecoin/encoding/cbor.ts';
import { diffHamt } from '#filecoin/ipld/hamt.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { z } from 'zod';

const initState = z.object({ AddressMap: z.object({ '/': z.string() }) });

/**
 * Addresses by which actors were made between two states (null: before the genesis), with their ids, as
 * the init actor's map has them: read where the two maps differ. Who asks for an address by an id has the node search the map.
 * Throws NodeError, CborError, and ZodError for what is no init actor's state.
 */
export async function addressesBetween(
  node: NodeClient,
  objects: ObjectSource,
  before: TipsetKey | null,
  after: TipsetKey,
): Promise<[Uint8Array, number][]> {
  const mapAt = async (key: TipsetKey): Promise<string> => {
    const { State } = await node.stateReadState(`f0${INIT_ID}`, key);
    return initState.parse(State).AddressMap['/'];
  };
  const [old, now] = await Promise.all([before && mapAt(before), mapAt(after)]);
  const { added } = await diffHamt(objects, old, now);
  return added.flatMap(({ key, raw }) => {
    const id = decodeCbor(raw);
    return typeof id === 'number' ? [[key, id] satisfies [Uint8Array, number]] : [];
  });
}
