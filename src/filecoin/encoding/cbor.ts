/**
 * CBOR of the chain: DAG-CBOR, read with some tolerance, since params and events may hold any CBOR
 * (text that is not UTF-8, integers not in their shortest form, foreign tags). What it reads comes
 * from strangers: depth and sizes are bounded by the input's own length.
 */
import { compareBytes } from './bytes.ts';
import { CborWriter } from './cbor-writer.ts';

const MAX_DEPTH = 64;
const TAG_CID = 42n;

/** A link (tag 42): the CID's bytes. */
export class CborCid {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Text that is not UTF-8: old deal labels, for one. */
export class CborBadText {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A value under a tag other than 42. */
export class CborTagged {
  readonly tag: bigint;
  readonly value: CborValue;
  constructor(tag: bigint, value: CborValue) {
    this.tag = tag;
    this.value = value;
  }
}

/** Integers come as numbers while they are exact (below 2^53), as bigints beyond; `undefined` as null. */
export type CborValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<CborValue, CborValue>
  | CborCid
  | CborBadText
  | CborTagged;

export class CborError extends Error {
  override readonly name = 'CborError';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

class Reader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  private take(size: number): number {
    const start = this.at;
    if (size > this.bytes.length - start) throw new CborError('CBOR is cut off');
    this.at = start + size;
    return start;
  }

  private argument(info: number): number | bigint {
    if (info < 24) return info;
    if (info === 24) return this.view.getUint8(this.take(1));
    if (info === 25) return this.view.getUint16(this.take(2));
    if (info === 26) return this.view.getUint32(this.take(4));
    if (info === 27) {
      const value = this.view.getBigUint64(this.take(8));
      return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
    }
    throw new CborError('CBOR of indefinite length');
  }

  /** A count of bytes or items, each of which takes at least one byte of what is left. */
  private count(info: number, least: number): number {
    const value = this.argument(info);
    if (value > (this.bytes.length - this.at) / least) throw new CborError('CBOR is cut off');
    return Number(value);
  }

  value(depth: number): CborValue {
    if (depth > MAX_DEPTH) throw new CborError('CBOR nested too deeply');
    const head = this.view.getUint8(this.take(1));
    const info = head & 31;
    switch (head >> 5) {
      case 0:
        return this.argument(info);
      case 1: {
        const value = this.argument(info);
        const negative = typeof value === 'number' ? -1 - value : -1n - value;
        return Number.isSafeInteger(Number(negative)) ? Number(negative) : BigInt(negative);
      }
      case 2:
        return this.slice(this.count(info, 1));
      case 3: {
        const bytes = this.slice(this.count(info, 1));
        try {
          return utf8.decode(bytes);
        } catch {
          return new CborBadText(bytes);
        }
      }
      case 4: {
        const items: CborValue[] = [];
        for (let left = this.count(info, 1); left > 0; left--) items.push(this.value(depth + 1));
        return items;
      }
      case 5: {
        const pairs = new Map<CborValue, CborValue>();
        for (let left = this.count(info, 2); left > 0; left--) {
          const key = this.value(depth + 1);
          pairs.set(key, this.value(depth + 1));
        }
        return pairs;
      }
      case 6:
        return this.tagged(BigInt(this.argument(info)), depth);
      default:
        return this.simple(info);
    }
  }

  private slice(size: number): Uint8Array {
    const start = this.take(size);
    return this.bytes.slice(start, start + size);
  }

  private tagged(tag: bigint, depth: number): CborValue {
    const value = this.value(depth + 1);
    if (tag !== TAG_CID) return new CborTagged(tag, value);
    if (!(value instanceof Uint8Array) || value.length < 2 || value[0] !== 0)
      throw new CborError('a link that is no CID');
    return new CborCid(value.slice(1));
  }

  private simple(info: number): CborValue {
    switch (info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
      case 23:
        return null;
      case 25:
        return halfFloat(this.view.getUint16(this.take(2)));
      case 26:
        return this.view.getFloat32(this.take(4));
      case 27:
        return this.view.getFloat64(this.take(8));
      default:
        throw new CborError('unknown simple CBOR value');
    }
  }
}

function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The one value that these bytes are. @throws CborError (cut off, too deep, bytes left over) */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const { value, end } = decodeCborAt(bytes, 0);
  if (end !== bytes.length) throw new CborError('bytes behind the CBOR value');
  return value;
}

/** The value that begins at `start`, and the place behind it. @throws CborError */
export function decodeCborAt(bytes: Uint8Array, start: number): { value: CborValue; end: number } {
  const reader = new Reader(bytes, start);
  const value = reader.value(0);
  return { value, end: reader.at };
}

/** DAG-CBOR of a value; map entries in canonical order (shorter keys first, then bytewise). */
export function encodeCbor(value: CborValue): Uint8Array {
  const writer = new CborWriter();
  write(writer, value, 0);
  return writer.finish();
}

function write(writer: CborWriter, value: CborValue, depth: number): void {
  if (depth > MAX_DEPTH) throw new CborError('CBOR nested too deeply');
  if (value === null) writer.null();
  else if (typeof value === 'boolean') writer.boolean(value);
  else if (typeof value === 'bigint') writer.int(value);
  else if (typeof value === 'number')
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) writer.int(value);
    else writer.float(value);
  else if (typeof value === 'string') writer.text(value);
  else if (value instanceof Uint8Array) writer.bytes(value);
  else if (value instanceof CborCid) writer.cid(value.bytes);
  else if (value instanceof CborBadText) writer.textBytes(value.bytes);
  else if (value instanceof CborTagged) {
    writer.tag(value.tag);
    write(writer, value.value, depth + 1);
  } else if (isMap(value)) {
    const pairs = [...value].map(([key, item]) => ({ key: encodeCbor(key), item }));
    pairs.sort((a, b) => a.key.length - b.key.length || compareBytes(a.key, b.key));
    writer.map(pairs.length);
    for (const { key, item } of pairs) {
      writer.raw(key);
      write(writer, item, depth + 1);
    }
  } else {
    writer.array(value.length);
    for (const item of value) write(writer, item, depth + 1);
  }
}

function isMap(
  value: readonly CborValue[] | ReadonlyMap<CborValue, CborValue>,
): value is ReadonlyMap<CborValue, CborValue> {
  return value instanceof Map;
}
