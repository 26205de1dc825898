import { actorIdOf, parseAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import type { CidJson, TipsetKey } from '#node/types.ts';

const ID_TEXT = /^[ft]0(\d{1,15})$/;

/** Actor id of an address text in its id form; null for any other address. */
export function idOfText(text: string): number | null {
  const match = ID_TEXT.exec(text);
  return match ? Number(match[1]) : null;
}

/** Actor id of an address that must be one. Throws AddressError or TypeError otherwise. */
export function requireId(text: string): number {
  const id = idOfText(text) ?? actorIdOf(parseAddress(text));
  if (id === null) throw new TypeError(`${text} is not an id address`);
  return id;
}

/** Bytes and hex of tipset keys: one is walked to, asked about, decoded and compared. */
const keys = new WeakMap<TipsetKey, { bytes: Uint8Array; id: string }>();

function readKey(key: TipsetKey): { bytes: Uint8Array; id: string } {
  const known = keys.get(key);
  if (known) return known;
  const bytes = new Uint8Array(key.length * 32);
  key.forEach((cid, index) => bytes.set(digestOf(cid['/']), index * 32));
  const read = { bytes, id: toHex(bytes) };
  keys.set(key, read);
  return read;
}

/** A tipset key's bytes: its blocks' digests joined. */
export function keyBytes(key: TipsetKey): Uint8Array {
  return readKey(key).bytes;
}

/** Hex of a tipset key, for comparing keys and using them in maps. */
export function keyId(key: TipsetKey): string {
  return readKey(key).id;
}

export function digest(cid: CidJson): Uint8Array {
  return digestOf(cid['/']);
}

/** A tipset key from its bytes. */
export function tipsetKeyOf(key: Uint8Array): TipsetKey {
  const cids: CidJson[] = [];
  for (let at = 0; at < key.length; at += 32) cids.push({ '/': cidOf(key.subarray(at, at + 32)) });
  return cids;
}
