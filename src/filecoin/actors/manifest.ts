/**
 * The bundle that a state's actors are of: since actors version 8 the system actor's state, a tuple of
 * one, names it, a list of `[name, code]` (go-state-types manifest/manifest.go).
 */
import { SYSTEM_ID } from '../address.ts';
import { CborCid, CborError, decodeCbor, encodeCbor, type CborValue } from '../encoding/cbor.ts';
import { formatCid, parseCid } from '../encoding/cid.ts';
import type { ObjectSource } from '../ipld/source.ts';
import { actorsOf } from '../ipld/stateTree.ts';

/**
 * Names and code CIDs of the actors of the state with this root; null where the state names no bundle.
 * @throws CborError, and what the source throws
 */
export async function manifestOf(
  source: ObjectSource,
  root: string,
): Promise<[name: string, code: string][] | null> {
  const [system] = await actorsOf(source, root, [SYSTEM_ID]);
  if (!system) return null;
  const [state] = await source.read([system.head]);
  const [manifest] = itemsOf(state && decodeCbor(state));
  if (!(manifest instanceof CborCid)) return null;
  const [entries] = await source.read([formatCid(manifest.bytes)]);
  return itemsOf(entries && decodeCbor(entries)).map((entry) => {
    const [name, code] = itemsOf(entry);
    if (typeof name === 'string' && code instanceof CborCid) return [name, formatCid(code.bytes)];
    throw new CborError('no entry of a manifest of actors');
  });
}

function itemsOf(value: CborValue | undefined): readonly CborValue[] {
  return Array.isArray(value) ? (value as readonly CborValue[]) : [];
}

/** The object that names these codes. */
export function encodeManifest(codes: Readonly<Record<string, string>>): Uint8Array {
  return encodeCbor(
    Object.entries(codes).map(([name, code]) => [name, new CborCid(parseCid(code))]),
  );
}
