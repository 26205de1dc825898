/** Compiled contracts held against the init code of the chain. */
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import type { AbiArgument } from '#filecoin/evm/abi.ts';
import type { Libraries, VerificationRequest } from '../request/types.ts';
import { decodeConstructorArguments } from './arguments.ts';
import { candidates } from './candidates.ts';
import { compareCode, metadataMatch } from './compare.ts';
import type { LinkedLibrary, MatchKind, MetadataMatch, OtherCode } from './compare.ts';
import type { Compilation, CompiledContract } from './output.ts';

export interface CreationMatch {
  readonly by: 'creation';
  readonly contract: CompiledContract;
  readonly kind: MatchKind;
  readonly metadata: MetadataMatch;
  /** Bytes of the init code before the constructor's arguments. */
  readonly codeLength: number;
  readonly constructorArguments: Uint8Array;
  readonly arguments: readonly AbiArgument[];
  /** Libraries whose addresses were not given and taken from the chain's code. */
  readonly libraries: readonly LinkedLibrary[];
}

/** What is wrong with arguments: not of the constructor's types, or not the ones that were given. */
export type ArgumentsFault = 'notOfTypes' | 'notAsGiven';

/** Why a contract's init code is not the chain's; `difference` is null where only the arguments are. */
export interface CreationMismatch {
  readonly contract: CompiledContract;
  readonly difference: OtherCode | null;
  readonly arguments: ArgumentsFault | null;
  readonly library: LinkedLibrary | null;
}

type Outcome = { match: CreationMatch } | { mismatch: CreationMismatch };

/** The address that a request gives a library, wherever it says that the library stands. */
function givenAddress(libraries: Libraries, file: string, name: string): string | null {
  const exact = libraries.get(file)?.get(name);
  if (exact !== undefined) return exact;
  const anywhere = new Set<string>();
  for (const named of libraries.values()) {
    const address = named.get(name)?.toLowerCase();
    if (address !== undefined) anywhere.add(address);
  }
  return anywhere.size === 1 ? ([...anywhere][0] ?? null) : null;
}

/** A library that the chain's code has elsewhere than the request says; null when there is none. */
export function misplacedLibrary(
  libraries: Libraries,
  found: readonly LinkedLibrary[],
): LinkedLibrary | null {
  for (const library of found) {
    const given = givenAddress(libraries, library.file, library.name);
    if (given !== null && given.slice(2).toLowerCase() !== toHex(library.address)) return library;
  }
  return null;
}

function tryContract(
  compilation: Compilation,
  contract: CompiledContract,
  request: VerificationRequest,
  initCode: Uint8Array,
): Outcome {
  const mismatch = (change: Partial<CreationMismatch>): Outcome => ({
    mismatch: { contract, difference: null, arguments: null, library: null, ...change },
  });
  const compared = compareCode(compilation, contract.creation, initCode, false);
  if (!compared.same) return mismatch({ difference: compared });
  const library = misplacedLibrary(request.input.settings.libraries, compared.libraries);
  if (library) return mismatch({ library });
  const codeLength = contract.creation.bytes.length;
  const constructorArguments = initCode.slice(codeLength);
  const given = request.constructorArguments;
  if (given && !equalBytes(given, constructorArguments))
    return mismatch({ arguments: 'notAsGiven' });
  const decoded = decodeConstructorArguments(contract.abi, constructorArguments);
  if (!decoded) return mismatch({ arguments: 'notOfTypes' });
  const metadata = metadataMatch(contract.deployed, compared);
  return {
    match: {
      by: 'creation',
      contract,
      kind: metadata === 'equal' ? 'full' : 'partial',
      metadata,
      codeLength,
      constructorArguments,
      arguments: decoded,
      libraries: compared.libraries,
    },
  };
}

/** Full matches first, then the longer code: what begins like another is the other's beginning only. */
function better(a: CreationMatch, b: CreationMatch): number {
  if (a.kind !== b.kind) return a.kind === 'full' ? -1 : 1;
  return b.codeLength - a.codeLength;
}

/**
 * The compiled contract whose init code this is, with what it was linked to and created with; else why
 * each contract that may be meant is not it. `initCode`: as it was run, arguments included.
 */
export function matchCreation(
  compilation: Compilation,
  request: VerificationRequest,
  initCode: Uint8Array,
): { match: CreationMatch } | { mismatches: readonly CreationMismatch[] } {
  const matches: CreationMatch[] = [];
  const mismatches: CreationMismatch[] = [];
  for (const contract of candidates(compilation, request.target)) {
    const outcome = tryContract(compilation, contract, request, initCode);
    if ('match' in outcome) matches.push(outcome.match);
    else mismatches.push(outcome.mismatch);
  }
  const match = matches.sort(better)[0];
  return match ? { match } : { mismatches };
}
