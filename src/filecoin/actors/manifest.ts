/**
 * The bundle that a state's actors are of: since actors version 8 the system actor's state names it
 * (`BuiltinActors`), a list of `[name, code]` (go-state-types manifest/manifest.go).
 */
import { CborCid, CborError, decodeCbor, encodeCbor, type CborValue } from '../encoding/cbor.ts';
import { formatCid, parseCid } from '../encoding/cid.ts';

/** Code CIDs as text by the actors' names. @throws CborError */
export function decodeManifest(object: Uint8Array): Record<string, string> {
  const entries = decodeCbor(object);
  if (!Array.isArray(entries)) throw new CborError('no manifest of actors');
  return Object.fromEntries(
    (entries as readonly CborValue[]).map((entry) => {
      const [name, code] = Array.isArray(entry) ? (entry as readonly CborValue[]) : [];
      if (typeof name === 'string' && code instanceof CborCid) return [name, formatCid(code.bytes)];
      throw new CborError('no entry of a manifest of actors');
    }),
  );
}

/** The object that names these codes. */
export function encodeManifest(codes: Readonly<Record<string, string>>): Uint8Array {
  return encodeCbor(
    Object.entries(codes).map(([name, code]) => [name, new CborCid(parseCid(code))]),
  );
}
