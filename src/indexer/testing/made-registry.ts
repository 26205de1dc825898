/** The verified registry of made chains. */
import { idAddress } from '#filecoin/address.ts';
import { CborCid, encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { encodeUvarint } from '#filecoin/encoding/varint.ts';
import { buildHamt } from '#filecoin/ipld/buildHamt.ts';
import { MINER, NOBODY, objects } from './made-index.ts';

export const PIECE = objects.link(['piece']);

function mapOf(entries: readonly (readonly [number, CborValue])[]): CborCid {
  if (entries.length === 0) return NOBODY;
  const map = buildHamt(entries.map(([key, value]) => [encodeUvarint(key), encodeCbor(value)]));
  objects.add(map.objects);
  return new CborCid(parseCid(map.root));
}

/** The state with allocations of these ids, by their clients, to the provider; `next` is the id to come. */
export function registryWith(
  allocations: ReadonlyMap<number, readonly number[]>,
  next: number,
): CborValue {
  const maps = [...allocations].map(([client, ids]): [number, CborValue] => [
    client,
    mapOf(ids.map((id) => [id, [client, MINER, PIECE, 2048, 500, 900, 800]])),
  ]);
  return [idAddress(90), NOBODY, NOBODY, mapOf(maps), next, NOBODY];
}
