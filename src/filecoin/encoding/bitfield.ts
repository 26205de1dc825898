/**
 * Bit fields: sets of sector, partition or allocation numbers. Everywhere here they are run lengths,
 * as in the node's JSON: alternating, the first one of unset bits (0 when the set begins with 0).
 * In messages they are RLE+ bytes: version (2 bits, 0), the first run's value (1 bit), then runs:
 * `1` for one bit, `01` and 4 bits for up to 15, `00` and a varint for more; all from the lowest bit.
 */

import { addIntegers, clampInteger, integer, subtractIntegers } from './integers.ts';
import type { Integer } from './integers.ts';
import { encodeUvarint } from './varint.ts';

/** RLE+ longer than this is refused, as nodes do. */
const MAX_BYTES = 32 * 1024;
/** Groups of seven bits that a 64-bit varint may have. */
const MAX_GROUPS = 10;
/** A bit field has at most so many bits, as nodes count them. */
const MOST_BITS = 2n ** 64n - 1n;

export class BitfieldError extends Error {
  override readonly name = 'BitfieldError';
}

/** Alternating run lengths, unset bits first, none zero but perhaps the first, no unset bits at the end. */
export type Runs = readonly Integer[];

/** Collects runs: joins neighbours of the same value, drops empty ones, bounds the total. */
class RunCollector {
  private readonly runs: Integer[] = [];
  private total: Integer = 0;

  add(set: boolean, length: Integer): void {
    if (typeof length === 'number' ? !Number.isSafeInteger(length) || length < 0 : length < 0n)
      throw new BitfieldError('run length out of range');
    if (length === 0) return;
    this.total = addIntegers(this.total, length);
    if (this.total > MOST_BITS) throw new BitfieldError('bit field beyond 2^64');
    const lastSet = this.runs.length % 2 === 0;
    if (this.runs.length === 0) {
      if (set) this.runs.push(0);
      this.runs.push(length);
    } else if (lastSet === set) {
      const last = this.runs.length - 1;
      this.runs[last] = addIntegers(this.runs[last] ?? 0, length);
    } else this.runs.push(length);
  }

  finish(): Integer[] {
    if (this.runs.length % 2 === 1) this.runs.pop();
    return this.runs;
  }
}

/** Runs of a bit field as nodes write it in JSON (null and `[0]` are empty). @throws BitfieldError */
export function runsFromJson(json: unknown): Integer[] {
  if (json === null) return [];
  if (!Array.isArray(json)) throw new BitfieldError('not an array of run lengths');
  const collector = new RunCollector();
  json.forEach((length: unknown, at) => {
    if (typeof length !== 'number' && typeof length !== 'bigint')
      throw new BitfieldError('not a run length');
    collector.add(at % 2 === 1, length);
  });
  return collector.finish();
}

/** Runs of a set of numbers in ascending order. @throws BitfieldError when they are not ascending */
export function runsFromNumbers(numbers: Iterable<Integer>): Integer[] {
  const collector = new RunCollector();
  let next: Integer = 0;
  for (const number of numbers) {
    if (number < next) throw new BitfieldError('numbers out of order');
    collector.add(false, subtractIntegers(number, next));
    collector.add(true, 1);
    next = addIntegers(number, 1);
  }
  return collector.finish();
}

/** Reads bits from the lowest on; behind the end there are zeros without end. */
class BitReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++)
      value |= (((this.bytes[this.at >> 3] ?? 0) >> (this.at & 7)) & 1) << i;
    return value;
  }
}

/**
 * Runs of RLE+ bytes; no bytes are the empty set, a run of no length is the end. `limit`: longer
 * ones are refused (a network's own bound; sets that the index wrote itself have none).
 * @throws BitfieldError
 */
export function decodeRlePlus(bytes: Uint8Array, limit: number = MAX_BYTES): Integer[] {
  if (bytes.length > limit) throw new BitfieldError('RLE+ is too long');
  if (bytes.at(-1) === 0) throw new BitfieldError('RLE+ ends in a zero byte');
  const reader = new BitReader(bytes);
  if (reader.read(2) !== 0) throw new BitfieldError('unknown version of RLE+');
  const collector = new RunCollector();
  for (let set = reader.read(1) === 1; ; set = !set) {
    const length = readRun(reader);
    if (length === 0) return collector.finish();
    collector.add(set, length);
  }
}

/** Groups of seven bits that a number holds exactly. */
const NEAR_GROUPS = 7;

function readRun(reader: BitReader): Integer {
  if (reader.read(1) === 1) return 1;
  if (reader.read(1) === 1) return reader.read(4);
  let length: Integer = 0;
  for (let group = 0; ; group++) {
    const byte = reader.read(8);
    const bits = byte & 0x7f;
    if (group < NEAR_GROUPS) length = addIntegers(length, bits * 128 ** group);
    else length = integer(BigInt(length) + (BigInt(bits) << BigInt(7 * group)));
    if (group === MAX_GROUPS || length > MOST_BITS)
      throw new BitfieldError('run length out of range');
    if (byte === 0 && group > 0) throw new BitfieldError('run length not in its shortest form');
    if (byte < 0x80) return length;
  }
}

class BitWriter {
  private readonly bytes: number[] = [];
  private used = 8;

  write(value: number, count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.used === 8) {
        this.bytes.push(0);
        this.used = 0;
      }
      const last = this.bytes.length - 1;
      const bit = Math.floor(value / 2 ** i) % 2;
      this.bytes[last] = (this.bytes[last] ?? 0) | (bit << this.used++);
    }
  }

  finish(): Uint8Array {
    while (this.bytes.at(-1) === 0) this.bytes.pop();
    return Uint8Array.from(this.bytes);
  }
}

/** RLE+ bytes of a bit field, shortest form; none for the empty set. @throws BitfieldError */
export function encodeRlePlus(runs: Runs): Uint8Array {
  const clean = runsFromJson(runs);
  if (clean.length === 0) return new Uint8Array(0);
  const writer = new BitWriter();
  const first = clean[0] === 0 ? 1 : 0;
  writer.write(0, 2);
  writer.write(first, 1);
  for (const length of clean.slice(first)) writeRun(writer, length);
  return writer.finish();
}

function writeRun(writer: BitWriter, length: Integer): void {
  if (length === 1) writer.write(1, 1);
  else if (length < 16) {
    writer.write(0b10, 2);
    writer.write(Number(length), 4);
  } else {
    writer.write(0, 2);
    for (const byte of encodeUvarint(length)) writer.write(byte, 8);
  }
}

/** How many bits are set, exactly. */
export function sizeOfRuns(runs: Runs): Integer {
  let size: Integer = 0;
  for (let i = 1; i < runs.length; i += 2) size = addIntegers(size, runs[i] ?? 0);
  return size;
}

/** How many bits are set; 2^53 − 1 stands for any more than that. */
export function countRuns(runs: Runs): number {
  return clampInteger(sizeOfRuns(runs));
}

/** The set bits as ranges, both ends inclusive: what to show or store of a large set. */
export function* rangesOfRuns(runs: Runs): Generator<{ from: Integer; to: Integer }> {
  let at: Integer = 0;
  for (let i = 0; i < runs.length; i++) {
    const length = runs[i] ?? 0;
    const end = addIntegers(at, length);
    if (i % 2 === 1 && length > 0) yield { from: at, to: subtractIntegers(end, 1) };
    at = end;
  }
}

/**
 * The numbers of the set bits, ascending. A few bytes can name 2^64 numbers: the caller stops, or
 * asks `countRuns` first.
 */
export function* numbersOfRuns(runs: Runs): Generator<Integer> {
  for (const { from, to } of rangesOfRuns(runs))
    for (let number = from; number <= to; number = addIntegers(number, 1)) yield number;
}
