/**
 * The trailer that solc puts behind the code of a contract: CBOR of the metadata's hash and of its
 * own version, and two bytes of that CBOR's length ("Encoding of the Metadata Hash in the Bytecode").
 */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { CborError, decodeCbor } from '#filecoin/encoding/cbor.ts';
import type { CborValue } from '#filecoin/encoding/cbor.ts';

export type MetadataHash = 'ipfs' | 'bzzr0' | 'bzzr1';

export interface Trailer {
  /** Where it begins, and the place behind its length. */
  readonly start: number;
  readonly end: number;
  /** How the metadata are hashed; null where they are not (`bytecodeHash: none`). */
  readonly hash: MetadataHash | null;
  /** Version of the compiler, `0.8.17` or a nightly's text; null before 0.5.9. */
  readonly solc: string | null;
  /** Names and sizes of its fields: equal for what the same settings make. */
  readonly shape: string;
}

const HASHES: readonly MetadataHash[] = ['ipfs', 'bzzr0', 'bzzr1'];
const KEYS: ReadonlySet<string> = new Set([...HASHES, 'solc', 'experimental']);
/** Longest in use: a hash, a nightly's name and the mark of experiments. */
const MAX_LENGTH = 256;
const MIN_LENGTH = 10;

/** The trailer that ends at `end`; null when there is none. */
export function trailerAt(code: Uint8Array, end: number): Trailer | null {
  if (end < 2 || end > code.length) return null;
  const length = ((code[end - 2] ?? 0) << 8) | (code[end - 1] ?? 0);
  const start = end - 2 - length;
  if (length < MIN_LENGTH || length > MAX_LENGTH || start < 0) return null;
  // A map of one to four entries: what is no trailer mostly ends here.
  const head = code[start] ?? 0;
  if (head < 0xa1 || head > 0xa4) return null;
  const fields = mapOf(code.subarray(start, end - 2));
  return fields && describe(fields, start, end);
}

function mapOf(bytes: Uint8Array): ReadonlyMap<CborValue, CborValue> | null {
  try {
    const value = decodeCbor(bytes);
    return value instanceof Map ? value : null;
  } catch (error) {
    if (error instanceof CborError) return null;
    throw error;
  }
}

function describe(
  fields: ReadonlyMap<CborValue, CborValue>,
  start: number,
  end: number,
): Trailer | null {
  let hash: MetadataHash | null = null;
  let solc: string | null = null;
  const shape: string[] = [];
  for (const [key, value] of fields) {
    if (typeof key !== 'string' || !KEYS.has(key)) return null;
    if (key === 'experimental') {
      if (typeof value !== 'boolean') return null;
      shape.push(`${key}=${String(value)}`);
    } else if (key === 'solc') {
      if (value instanceof Uint8Array && value.length === 3) solc = value.join('.');
      else if (typeof value === 'string') solc = value;
      else return null;
      shape.push(`${key}=${solc}`);
    } else {
      if (!(value instanceof Uint8Array)) return null;
      hash = HASHES.find((name) => name === key) ?? null;
      shape.push(`${key}:${String(value.length)}`);
    }
  }
  return { start, end, hash, solc, shape: shape.join(',') };
}

/** All that looks like a trailer, last one first. A constant may look like one, too. */
export function* trailersFromEnd(code: Uint8Array): Generator<Trailer> {
  for (let end = code.length; end > MIN_LENGTH;) {
    const trailer = trailerAt(code, end);
    if (trailer) yield trailer;
    end = trailer ? trailer.start : end - 1;
  }
}

/** Version of the compiler that the last trailer names; null where none does. */
export function solcOf(code: Uint8Array): string | null {
  return trailersFromEnd(code).next().value?.solc ?? null;
}

/** The trailer as hex, its length included. */
export function trailerHex(code: Uint8Array, { start, end }: Trailer): string {
  return toHex(code.subarray(start, end));
}
