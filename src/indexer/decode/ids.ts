import { actorIdOf, parseAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { uint64, type Uint64 } from '#filecoin/encoding/uint64.ts';
import type { CidJson, TipsetKey } from '#node/types.ts';

const ID_TEXT = /^[ft]0(\d{1,20})$/;

/** Actor id of an address text in its id form; null for any other address, and for an id beyond 2^53. */
export function idOfText(text: string): number | null {
  const id = Number(ID_TEXT.exec(text)?.[1] ?? NaN);
  return Number.isSafeInteger(id) ? id : null;
}

/**
 * An actor id as the index keeps it; null for one beyond 2^53, which the network's own counter never
 * reached: it is nobody's.
 */
export function knownId(id: Uint64): number | null {
  return typeof id === 'number' ? id : null;
}

/** Whether an address can name an actor: an id beyond 2^53 needs no looking up. */
export function mayBeActor(text: string): boolean {
  return !/^[ft]0/.test(text) || idOfText(text) !== null;
}

/** Actor id of an address that must be one. Throws AddressError or TypeError otherwise. */
export function requireId(text: string): number {
  const id = idOfText(text) ?? actorIdOf(parseAddress(text));
  if (id === null) throw new TypeError(`${text} is not an id address`);
  return id;
}

/**
 * Id of an id address that actors keep without asking who it is: any of 64 bits, also one that is
 * nobody's. Throws TypeError for another address.
 */
export function namedId(text: string): Uint64 {
  const digits = ID_TEXT.exec(text)?.[1];
  if (digits === undefined) throw new TypeError(`${text} is not an id address`);
  return uint64(digits);
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
