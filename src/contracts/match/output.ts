/** The compiler's output as matching reads it. */
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { trailerAt, trailerHex } from '../code/trailer.ts';

/** What is read of the compiler's standard JSON output. Names of files and contracts may be any. */
export interface SolcOutput {
  readonly errors: readonly SolcMessage[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>;
}

export interface SolcMessage {
  readonly severity: string;
  readonly formattedMessage: string;
}

export interface SolcContract {
  readonly abi: readonly unknown[];
  readonly metadata: string;
  readonly userdoc?: unknown;
  readonly devdoc?: unknown;
  readonly evm: { readonly bytecode: SolcBytecode; readonly deployedBytecode: SolcBytecode };
}

interface SolcRange {
  readonly start: number;
  readonly length: number;
}

export interface SolcBytecode {
  readonly object: string;
  readonly linkReferences: Readonly<Record<string, Readonly<Record<string, readonly SolcRange[]>>>>;
  readonly immutableReferences: Readonly<Record<string, readonly SolcRange[]>>;
}

/** A place in code for the address of a library (20 bytes). */
export interface LinkReference {
  readonly at: number;
  readonly file: string;
  readonly name: string;
}

/** A place in deployed code for an immutable's value; `id` is that of its declaration. */
export interface ImmutableReference {
  readonly at: number;
  readonly length: number;
  readonly id: string;
}

/** Code with zeros where addresses and values go; both kinds of places in the code's order. */
export interface CompiledCode {
  readonly bytes: Uint8Array;
  /** The same as lower-case hex without 0x, for searching. */
  readonly hex: string;
  readonly links: readonly LinkReference[];
  readonly immutables: readonly ImmutableReference[];
}

export interface CompiledContract {
  readonly file: string;
  readonly name: string;
  readonly abi: readonly unknown[];
  /** Text of the metadata; empty where the compiler gave none. */
  readonly metadata: string;
  /** NatSpec as the compiler tells it; undefined where it gave none. */
  readonly userdoc?: unknown;
  readonly devdoc?: unknown;
  readonly creation: CompiledCode;
  readonly deployed: CompiledCode;
}

/** What was compiled together. */
export interface Compilation {
  /** Those with code: no interfaces, no abstract contracts. */
  readonly contracts: readonly CompiledContract[];
  /** Hex of a trailer → hex of the deployed codes that end with it. */
  readonly trailers: ReadonlyMap<string, readonly string[]>;
}

export const ADDRESS_LENGTH = 20;
const PLACEHOLDER = 2 * ADDRESS_LENGTH;
/** Longest code that is looked at; chains take far less. */
const MAX_HEX = 4 * 1024 * 1024;
const HEX = /^(?:[0-9a-f]{2})*$/;

/**
 * Placeholders of libraries are 40 characters: `__file:Name___…` cut off or filled up before 0.5,
 * `__$…$__` around a hash since then.
 */
function placeholders(object: string): { hex: string; at: number[] } {
  const at: number[] = [];
  let hex = '';
  let from = 0;
  for (;;) {
    const next = object.indexOf('__', from);
    if (next < 0) break;
    hex += object.slice(from, next) + '0'.repeat(PLACEHOLDER);
    at.push(next / 2);
    from = next + PLACEHOLDER;
  }
  return { hex: (hex + object.slice(from)).toLowerCase(), at };
}

function linksOf(
  { object, linkReferences }: SolcBytecode,
  found: readonly number[],
): LinkReference[] {
  const named = new Map<number, LinkReference>();
  for (const [file, libraries] of Object.entries(linkReferences))
    for (const [name, ranges] of Object.entries(libraries))
      for (const { start } of ranges) named.set(start, { at: start, file, name });
  return found.map((at) => {
    const text = object.slice(2 * at + 2, 2 * at + PLACEHOLDER).replace(/_+$/, '');
    return named.get(at) ?? { at, file: '', name: text };
  });
}

function codeOf(bytecode: SolcBytecode): CompiledCode | null {
  if (bytecode.object.length > MAX_HEX) return null;
  const { hex, at } = placeholders(bytecode.object);
  if (hex === '' || !HEX.test(hex)) return null;
  const bytes = fromHex(hex);
  const immutables = Object.entries(bytecode.immutableReferences)
    .flatMap(([id, ranges]) => ranges.map(({ start, length }) => ({ at: start, length, id })))
    .filter((place) => place.at >= 0 && place.length > 0 && place.at + place.length <= bytes.length)
    .sort((a, b) => a.at - b.at);
  return { bytes, hex, links: linksOf(bytecode, at), immutables };
}

/** The contracts of an output; what has no code or none that can be read is left out. */
export function compilationOf(output: Pick<SolcOutput, 'contracts'>): Compilation {
  const contracts: CompiledContract[] = [];
  const trailers = new Map<string, string[]>();
  for (const [file, named] of Object.entries(output.contracts))
    for (const [name, { abi, metadata, userdoc, devdoc, evm }] of Object.entries(named)) {
      const creation = codeOf(evm.bytecode);
      const deployed = codeOf(evm.deployedBytecode);
      if (!creation || !deployed) continue;
      contracts.push({ file, name, abi, metadata, userdoc, devdoc, creation, deployed });
      const trailer = trailerAt(deployed.bytes, deployed.bytes.length);
      if (!trailer) continue;
      const key = trailerHex(deployed.bytes, trailer);
      trailers.set(key, [...(trailers.get(key) ?? []), deployed.hex]);
    }
  return { contracts, trailers };
}
