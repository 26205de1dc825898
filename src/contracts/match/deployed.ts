/** Compiled contracts held against the code that the chain runs, where the init code is not known. */
import type { VerificationRequest } from '../request/types.ts';
import { candidates } from './candidates.ts';
import { compareCode, metadataMatch } from './compare.ts';
import type {
  ImmutableValue,
  LinkedLibrary,
  MatchKind,
  MetadataMatch,
  OtherCode,
} from './compare.ts';
import { misplacedLibrary } from './creation.ts';
import type { Compilation, CompiledContract } from './output.ts';

/** A match that says nothing of the constructor: what it did and what it was given is not known. */
export interface DeployedMatch {
  readonly by: 'deployed';
  readonly contract: CompiledContract;
  readonly kind: MatchKind;
  readonly metadata: MetadataMatch;
  readonly libraries: readonly LinkedLibrary[];
  /** In the order of their first place in the code. */
  readonly immutables: readonly ImmutableValue[];
}

/**
 * The init code that the compiler made beside the code that runs, its libraries linked, without
 * constructor arguments; null where it could be another on the chain: of other metadata, or with a
 * library that only the constructor uses.
 */
export function initCodeOf({ contract, kind, libraries }: DeployedMatch): Uint8Array | null {
  const { bytes, links } = contract.creation;
  if (kind !== 'full' || bytes.length === 0) return null;
  const code = bytes.slice();
  for (const { at, file, name } of links) {
    const linked = libraries.find((library) => library.file === file && library.name === name);
    if (!linked) return null;
    code.set(linked.address, at);
  }
  return code;
}

export interface DeployedMismatch {
  readonly contract: CompiledContract;
  readonly difference: OtherCode | null;
  readonly library: LinkedLibrary | null;
}

function compareDeployed(
  compilation: Compilation,
  contract: CompiledContract,
  code: Uint8Array,
): ReturnType<typeof compareCode> {
  const { bytes } = contract.deployed;
  const compared = compareCode(compilation, contract.deployed, code, true);
  if (compared.same && code.length > bytes.length)
    return { same: false, at: bytes.length, why: 'length' };
  return compared;
}

/** The compiled contract whose deployed code this is; else why each that may be meant is not it. */
export function matchDeployed(
  compilation: Compilation,
  request: VerificationRequest,
  code: Uint8Array,
): { match: DeployedMatch } | { mismatches: readonly DeployedMismatch[] } {
  const matches: DeployedMatch[] = [];
  const mismatches: DeployedMismatch[] = [];
  for (const contract of candidates(compilation, request.target)) {
    const compared = compareDeployed(compilation, contract, code);
    if (!compared.same) {
      mismatches.push({ contract, difference: compared, library: null });
      continue;
    }
    const library = misplacedLibrary(request.input.settings.libraries, compared.libraries);
    if (library) {
      mismatches.push({ contract, difference: null, library });
      continue;
    }
    const metadata = metadataMatch(contract.deployed, compared);
    const { libraries, immutables } = compared;
    matches.push({
      by: 'deployed',
      contract,
      kind: metadata === 'equal' ? 'full' : 'partial',
      metadata,
      libraries,
      immutables,
    });
  }
  const match = matches.find(({ kind }) => kind === 'full') ?? matches[0];
  return match ? { match } : { mismatches };
}
