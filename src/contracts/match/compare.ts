/**
 * Compiled code held against code of the chain. What may differ: addresses of libraries, values of
 * immutables, and the metadata's hash in trailers. A trailer is one only where the compiler put it:
 * at the end of a contract's code that was compiled, so that no constant that looks like a trailer
 * passes for one.
 */
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { PUSH20 } from '../code/instructions.ts';
import { trailerAt, trailerHex } from '../code/trailer.ts';
import type { Trailer } from '../code/trailer.ts';
import { ADDRESS_LENGTH } from './output.ts';
import type { Compilation, CompiledCode } from './output.ts';

/** An address that the chain's code has for a library that was not linked. */
export interface LinkedLibrary {
  readonly file: string;
  readonly name: string;
  /** 20 bytes. */
  readonly address: Uint8Array;
}

/** The value that deployed code has for an immutable. */
export interface ImmutableValue {
  readonly id: string;
  readonly value: Uint8Array;
}

/** The code is the compiled one. */
export interface SameCode {
  readonly same: true;
  /** Trailers, own or of contracts inside, in which the chain's code has another hash. */
  readonly otherTrailers: number;
  readonly libraries: readonly LinkedLibrary[];
  readonly immutables: readonly ImmutableValue[];
}

/**
 * Why it is not: `code` differs at `at`; the chain has two `library` addresses or `immutable` values
 * for one; its trailer is of another compiler or other settings (`trailer`); it ends early (`length`).
 */
export interface OtherCode {
  readonly same: false;
  readonly at: number;
  readonly why: 'code' | 'library' | 'immutable' | 'trailer' | 'length';
}

export type Comparison = SameCode | OtherCode;

interface Hole {
  readonly at: number;
  readonly length: number;
  readonly kind: 'library' | 'immutable' | 'self';
  readonly file: string;
  readonly name: string;
}

/** How a library's deployed code begins: it compares its own address with where it runs. */
const ADDRESS_OPCODE = 0x30;

function guardsAddress({ bytes }: CompiledCode): boolean {
  return (
    bytes[0] === PUSH20 &&
    bytes[1 + ADDRESS_LENGTH] === ADDRESS_OPCODE &&
    bytes.subarray(1, 1 + ADDRESS_LENGTH).every((byte) => byte === 0)
  );
}

function holesOf(code: CompiledCode, deployed: boolean): Hole[] {
  const holes: Hole[] = code.links.map(({ at, file, name }) => ({
    at,
    length: ADDRESS_LENGTH,
    kind: 'library',
    file,
    name,
  }));
  if (deployed) {
    for (const { at, length, id } of code.immutables)
      holes.push({ at, length, kind: 'immutable', file: '', name: id });
    if (guardsAddress(code))
      holes.push({ at: 1, length: ADDRESS_LENGTH, kind: 'self', file: '', name: '' });
  }
  return holes.sort((a, b) => a.at - b.at);
}

/** The compiler's trailer that covers a place of compiled code; null when there is none. */
function trailerCovering(compilation: Compilation, code: CompiledCode, at: number): Trailer | null {
  const last = Math.min(code.bytes.length, at + 256);
  for (let end = at + 1; end <= last; end++) {
    const trailer = trailerAt(code.bytes, end);
    if (!trailer || trailer.start > at) continue;
    const owners = compilation.trailers.get(trailerHex(code.bytes, trailer)) ?? [];
    if (owners.some((hex) => code.hex.slice(0, 2 * end).endsWith(hex))) return trailer;
  }
  return null;
}

/**
 * Compares compiled code with as many bytes of the chain's. `deployed`: immutables and the address
 * that a library's code begins with have their values there.
 */
export function compareCode(
  compilation: Compilation,
  code: CompiledCode,
  chain: Uint8Array,
  deployed: boolean,
): Comparison {
  const { bytes } = code;
  const ends = (): OtherCode => ({ same: false, at: chain.length, why: 'length' });
  const values = new Map<string, { hole: Hole; value: Uint8Array }>();
  let otherTrailers = 0;
  let at = 0;
  for (const hole of [...holesOf(code, deployed), null]) {
    const until = hole ? hole.at : bytes.length;
    for (; at < until; at++) {
      if (at >= chain.length) return ends();
      if (bytes[at] === chain[at]) continue;
      const trailer = trailerCovering(compilation, code, at);
      if (!trailer) return { same: false, at, why: 'code' };
      if (trailerAt(chain, trailer.end)?.shape !== trailer.shape)
        return { same: false, at, why: 'trailer' };
      otherTrailers++;
      at = trailer.end - 1;
    }
    if (!hole) break;
    if (hole.at + hole.length > chain.length) return ends();
    const value = chain.slice(hole.at, hole.at + hole.length);
    const key = JSON.stringify([hole.kind, hole.file, hole.name]);
    const known = values.get(key);
    if (known && !equalBytes(known.value, value))
      return { same: false, at: hole.at, why: hole.kind === 'library' ? 'library' : 'immutable' };
    values.set(key, { hole, value });
    at = Math.max(at, hole.at + hole.length);
  }
  const found = [...values.values()];
  return {
    same: true,
    otherTrailers,
    libraries: found
      .filter(({ hole }) => hole.kind === 'library')
      .map(({ hole: { file, name }, value }) => ({ file, name, address: value })),
    immutables: found
      .filter(({ hole }) => hole.kind === 'immutable')
      .map(({ hole, value }) => ({ id: hole.name, value })),
  };
}

/** `full`: all is equal, the metadata's hash too; without a hash nothing shows that sources are. */
export type MatchKind = 'full' | 'partial';

/** How a verified source matches: `full` with its metadata; `runtime` by what runs only. */
export interface ToldMatch {
  readonly kind: MatchKind;
  readonly by: 'creation' | 'runtime';
}

/** Whether the metadata are the same; `absent`: the compiled code has no hash of them. */
export type MetadataMatch = 'equal' | 'different' | 'absent';

/** What a comparison says of the metadata. */
export function metadataMatch(deployed: CompiledCode, { otherTrailers }: SameCode): MetadataMatch {
  const trailer = trailerAt(deployed.bytes, deployed.bytes.length);
  if (otherTrailers > 0) return 'different';
  return trailer?.hash == null ? 'absent' : 'equal';
}

/** An address as 0x and 40 digits. */
export const addressText = (address: Uint8Array): string => `0x${toHex(address)}`;
