/** What a verification asks for, whichever form it came in. */

/** Switches of the optimizer's steps; `yulDetails` are those of the Yul optimizer. */
export interface OptimizerDetails {
  readonly [step: string]: boolean | YulDetails | undefined;
  readonly yulDetails?: YulDetails | undefined;
}

export interface YulDetails {
  readonly stackAllocation?: boolean | undefined;
  readonly optimizerSteps?: string | undefined;
}

export interface OptimizerSettings {
  readonly enabled?: boolean | undefined;
  readonly runs?: number | undefined;
  readonly details?: OptimizerDetails | undefined;
}

export interface MetadataSettings {
  readonly bytecodeHash?: 'ipfs' | 'bzzr1' | 'none' | undefined;
  readonly appendCBOR?: boolean | undefined;
  readonly useLiteralContent?: boolean | undefined;
}

/** File → library → its address (0x and 40 digits, as it was given). */
export type Libraries = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What solc takes as `settings`, without what it shall answer. Null: its default. */
export interface CompilerSettings {
  readonly optimizer: OptimizerSettings | null;
  readonly evmVersion: string | null;
  readonly viaIR: boolean;
  readonly libraries: Libraries;
  readonly remappings: readonly string[];
  readonly metadata: MetadataSettings | null;
  readonly revertStrings: string | null;
}

/** Standard JSON input of solc. Names of files are names only: nothing looks them up. */
export interface StandardInput {
  readonly sources: ReadonlyMap<string, string>;
  readonly settings: CompilerSettings;
}

/** Which of the compiled contracts is meant; null where the request does not say. */
export interface Target {
  readonly file: string | null;
  readonly name: string | null;
}

export interface VerificationRequest {
  /**
   * The compiler's version as its users write it: `v0.8.17+commit.8df45f5f`, or without the commit
   * where the form has none.
   */
  readonly compiler: string;
  readonly input: StandardInput;
  readonly target: Target;
  /** Null when the request has none: then they are taken from the chain. */
  readonly constructorArguments: Uint8Array | null;
  readonly license: string | null;
}

/** A request and the address that it names (as it stands there, unchecked). */
export interface AddressedRequest {
  readonly address: string;
  readonly request: VerificationRequest;
}
