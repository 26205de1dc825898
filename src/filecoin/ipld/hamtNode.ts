/**
 * HAMT: the map that actors keep in their state (go-hamt-ipld). A node is `[bit field, [pointer…]]`:
 * a bit of the big-endian number for each slot that is taken, lowest first. A pointer is the link to
 * a node below or a bucket of at most three `[key, value]`, sorted by key; before actors version 3 a
 * map with one of them, "0" the link and "1" the bucket. The key's slot in a node of depth d are the
 * bits from d · bit width on of its SHA-256.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { compareBytes } from '../encoding/bytes.ts';
import { cborBytesAt, cborItems, isCborArray } from '../encoding/cbor-items.ts';
import { CborWriter } from '../encoding/cbor-writer.ts';
import { CborError } from '../encoding/cbor.ts';
import { linkOf, TreeEntry, type BucketKind, type Slot } from './tree.ts';

export type HamtEntry = TreeEntry<Uint8Array>;

/** What all maps of actors have but the power actor's queue of cron events, which has 6. */
export const HAMT_BIT_WIDTH = 5;
export const MAX_BUCKET = 3;
const HASH_BITS = 256;
const MAX_BIT_WIDTH = 8;

/** `{"0": …}` and `{"1": …}`, up to what they hold. */
const OLD_POINTER = Uint8Array.of(0xa1, 0x61);
const OLD_LINK = 0x30;
const OLD_BUCKET = 0x31;
const TAG_HEAD = 0xd8;

/** A pointer as it is written. */
export interface Pointer {
  readonly slot: number;
  /** CBOR of a link, or what is in the bucket. */
  readonly holds: Uint8Array | readonly HamtEntry[];
}

export class HamtKind implements BucketKind<Uint8Array> {
  readonly levels: number;
  private readonly bitWidth: number;

  /** @throws RangeError */
  constructor(bitWidth: number) {
    if (!Number.isInteger(bitWidth) || bitWidth < 1 || bitWidth > MAX_BIT_WIDTH)
      throw new RangeError('a HAMT of impossible bit width');
    this.bitWidth = bitWidth;
    this.levels = Math.floor(HASH_BITS / bitWidth);
  }

  slots(node: Uint8Array): readonly Slot[] {
    const [fieldAt = 0, pointersAt = 0, end, behind] = cborItems(node, 0);
    if (end !== node.length || behind !== undefined) throw new CborError('no HAMT node');
    const places = cborItems(node, pointersAt);
    const taken = slotsOf(cborBytesAt(node, fieldAt), 1 << this.bitWidth);
    if (taken.length !== places.length - 1)
      throw new CborError('a HAMT node whose bit field does not fit');
    return taken.map((slot, at) => ({
      slot,
      bytes: node,
      from: places[at] ?? 0,
      to: places[at + 1] ?? 0,
    }));
  }

  link(slot: Slot): Uint8Array | null {
    const { bytes, from, to } = slot;
    if (bytes[from] === TAG_HEAD) return linkOf(slot);
    if (isOld(slot) && bytes[from + 2] === OLD_LINK) return linkOf({ ...slot, from: from + 3, to });
    return null;
  }

  entries(slot: Slot): readonly HamtEntry[] {
    const { bytes, from } = slot;
    const bucket = isOld(slot) && bytes[from + 2] === OLD_BUCKET ? from + 3 : from;
    const pairs = cborItems(bytes, bucket).slice(0, -1);
    if (pairs.length === 0 || pairs.length > MAX_BUCKET)
      throw new CborError('a HAMT bucket of impossible size');
    const entries = pairs.map((pair) => this.entry(bytes, pair));
    entries.forEach(({ key }, at) => {
      const before = entries[at - 1];
      if (before !== undefined && compareBytes(before.key, key) >= 0)
        throw new CborError('a HAMT bucket out of order');
    });
    return entries;
  }

  private entry(bytes: Uint8Array, pair: number): HamtEntry {
    const [keyAt = 0, valueAt = 0, end, behind] = cborItems(bytes, pair);
    const key = end === undefined ? null : cborBytesAt(bytes, keyAt);
    if (key === null || behind !== undefined) throw new CborError('no entry of a HAMT');
    return new TreeEntry<Uint8Array>(key.slice(), bytes.subarray(valueAt, end), this.place);
  }

  compare(a: Uint8Array, b: Uint8Array): number {
    return compareBytes(a, b);
  }

  readonly place = (key: Uint8Array): Uint8Array => {
    const hash = sha256(key);
    const place = new Uint8Array(this.levels);
    let group = 0;
    let bits = 0;
    let at = 0;
    for (const byte of hash) {
      group = ((group << 8) | byte) & 0xffff;
      for (bits += 8; bits >= this.bitWidth && at < place.length; at++) {
        bits -= this.bitWidth;
        place[at] = (group >> bits) & ((1 << this.bitWidth) - 1);
      }
    }
    return place;
  };

  node(entries: readonly HamtEntry[], depth: number): Uint8Array {
    const bySlot = Map.groupBy(entries, ({ place }) => place[depth] ?? 0);
    return encodeHamtNode(
      [...bySlot].sort(([a], [b]) => a - b).map(([slot, holds]) => ({ slot, holds })),
      false,
    );
  }
}

function isOld({ bytes, from }: Slot): boolean {
  const old = OLD_POINTER.every((byte, at) => bytes[from + at] === byte);
  if (!old && !isCborArray(bytes, from)) throw new CborError('no HAMT pointer');
  return old;
}

function slotsOf(field: Uint8Array | null, width: number): readonly number[] {
  if (field === null || field.length > width / 8 + 1)
    throw new CborError('a HAMT node without bit field');
  const slots: number[] = [];
  for (let at = field.length - 1, first = 0; at >= 0; at--, first += 8)
    for (let bit = 0, byte = field[at] ?? 0; bit < 8; bit++)
      if (byte & (1 << bit)) slots.push(first + bit);
  if ((slots.at(-1) ?? 0) >= width) throw new CborError('a HAMT node whose bit field does not fit');
  return slots;
}

const writer = new CborWriter();

/** Pointers sorted by slot; buckets come in any order. `old`: as before actors version 3. */
export function encodeHamtNode(pointers: readonly Pointer[], old: boolean): Uint8Array {
  const highest = pointers.at(-1)?.slot ?? -1;
  const field = new Uint8Array((highest >> 3) + 1);
  for (const { slot } of pointers) {
    const at = field.length - 1 - (slot >> 3);
    field[at] = (field[at] ?? 0) | (1 << (slot & 7));
  }
  writer.reset().array(2).bytes(field).array(pointers.length);
  for (const { holds } of pointers) {
    const link = holds instanceof Uint8Array;
    if (old) writer.raw(OLD_POINTER).raw(Uint8Array.of(link ? OLD_LINK : OLD_BUCKET));
    if (link) {
      writer.raw(holds);
      continue;
    }
    writer.array(holds.length);
    for (const { key, raw } of holds.toSorted((a, b) => compareBytes(a.key, b.key)))
      writer.array(2).bytes(key).raw(raw);
  }
  return writer.finish();
}
