/**
 * Writes DAG-CBOR piece by piece into one growing buffer: what headers and messages, of which the
 * chain has hundreds of millions, are encoded with. Lengths and integers in their shortest form.
 */
import { bigintToBytes } from '../amount.ts';

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;

const TAG_CID = 42;
const UTF8 = new TextEncoder();

export class CborWriter {
  private buffer = new Uint8Array(1024);
  private view = new DataView(this.buffer.buffer);
  private length = 0;

  /** Begins anew; what was written is gone, what `finish` returned stays. */
  reset(): this {
    this.length = 0;
    return this;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
    this.view = new DataView(grown.buffer);
  }

  private head(major: number, value: number | bigint): void {
    this.reserve(9);
    const type = major << 5;
    if (value < 24) {
      this.buffer[this.length++] = type | Number(value);
    } else if (value < 0x100) {
      this.buffer[this.length++] = type | 24;
      this.buffer[this.length++] = Number(value);
    } else if (value < 0x10000) {
      this.buffer[this.length++] = type | 25;
      this.view.setUint16(this.length, Number(value));
      this.length += 2;
    } else if (value < 0x100000000) {
      this.buffer[this.length++] = type | 26;
      this.view.setUint32(this.length, Number(value));
      this.length += 4;
    } else {
      this.buffer[this.length++] = type | 27;
      this.view.setBigUint64(this.length, BigInt(value));
      this.length += 8;
    }
  }

  /** An integer in [-2^64, 2^64). @throws RangeError when it is a number that is not exact or out of range */
  int(value: number | bigint): this {
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      throw new RangeError('not an exact integer');
    if (value >= 1n << 64n || value < -(1n << 64n)) throw new RangeError('integer beyond 64 bits');
    if (value >= 0) this.head(UNSIGNED, value);
    else this.head(NEGATIVE, typeof value === 'number' ? -1 - value : -1n - value);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.head(BYTES, value.length);
    return this.raw(value);
  }

  text(value: string): this {
    const encoded = UTF8.encode(value);
    return this.textBytes(encoded);
  }

  /** A text of these bytes, which need not be UTF-8. */
  textBytes(value: Uint8Array): this {
    this.head(TEXT, value.length);
    return this.raw(value);
  }

  /** Head of an array; its `length` items follow. */
  array(length: number): this {
    this.head(ARRAY, length);
    return this;
  }

  /** Head of a map; `size` pairs follow, in canonical order. */
  map(size: number): this {
    this.head(MAP, size);
    return this;
  }

  tag(value: number | bigint): this {
    this.head(TAG, value);
    return this;
  }

  /** A CID link: tag 42 around a zero byte and the CID. */
  cid(cid: Uint8Array): this {
    this.head(TAG, TAG_CID);
    this.head(BYTES, cid.length + 1);
    this.reserve(1);
    this.buffer[this.length++] = 0;
    return this.raw(cid);
  }

  /** A big integer as a byte string of sign and magnitude. */
  bigint(value: bigint): this {
    return this.bytes(bigintToBytes(value));
  }

  null(): this {
    this.reserve(1);
    this.buffer[this.length++] = 0xf6;
    return this;
  }

  boolean(value: boolean): this {
    this.reserve(1);
    this.buffer[this.length++] = value ? 0xf5 : 0xf4;
    return this;
  }

  float(value: number): this {
    this.reserve(9);
    this.buffer[this.length++] = 0xfb;
    this.view.setFloat64(this.length, value);
    this.length += 8;
    return this;
  }

  /** Bytes that are CBOR already. */
  raw(value: Uint8Array): this {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
    return this;
  }
}
