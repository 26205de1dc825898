/**
 * What a compiler gives back: standard JSON output as the Solidity documentation describes it
 * ("Compiler Input and Output JSON Description"), without syntax trees and intermediate code. Names of
 * files and contracts are the sources' own and may be anything (`__proto__`): read them by
 * `Object.entries` or `Object.hasOwn`. Of an entry only what is typed here was checked.
 */
export interface CompilerOutput {
  readonly errors: readonly CompilerMessage[];
  /** By file. */
  readonly sources: Readonly<Record<string, { readonly id: number | null }>>;
  /** A line of each that was asked for and did compile; megabytes, read elsewhere (contracts.ts). */
  readonly contracts: readonly ContractLine[];
}

/** What is told of an output to whoever did not make it. */
export interface OutputHead {
  /** Of compiler and input; by it its maker finds the contracts. */
  readonly key: string;
  /** Those of the messages that are errors, as far as they are not too long. */
  readonly errors: readonly CompilerMessage[];
}

/** A contract as the compiler's process told it, unread and unchecked: the pieces of at most 4 MiB of JSON. */
export type ContractLine = readonly Uint8Array[];

/** By file, then by name. */
export type CompiledContracts = Readonly<
  Record<string, Readonly<Record<string, CompiledContract>>>
>;

export interface CompilerMessage {
  readonly severity: 'error' | 'warning' | 'info';
  /** e.g. `ParserError`, `TypeError`. */
  readonly type: string;
  readonly message: string;
  /** With the place in the source, in lines. */
  readonly formattedMessage: string;
}

export interface CompiledContract {
  /** Entries as JSON; empty when none was asked for. */
  readonly abi: readonly unknown[];
  /** The metadata's own text, of which the code ends with a hash; empty when none was asked for. */
  readonly metadata: string;
  readonly userdoc: unknown;
  readonly devdoc: unknown;
  readonly storageLayout: unknown;
  readonly evm: {
    readonly bytecode: Bytecode;
    readonly deployedBytecode: Bytecode;
    /** Selectors, hex without `0x`, by signature. */
    readonly methodIdentifiers: Readonly<Record<string, string>>;
  };
}

/** Where something stands in code, in bytes. */
export interface CodeRange {
  readonly start: number;
  readonly length: number;
}

export interface Bytecode {
  /** Hex without `0x`, with placeholders where libraries are not linked; empty for an interface. */
  readonly object: string;
  readonly sourceMap: string;
  /** Where libraries' addresses go: by file, then by library. */
  readonly linkReferences: Readonly<Record<string, Readonly<Record<string, readonly CodeRange[]>>>>;
  /** Where immutables stand, by the number of their declaration (deployed code since 0.6.5). */
  readonly immutableReferences: Readonly<Record<string, readonly CodeRange[]>>;
}
