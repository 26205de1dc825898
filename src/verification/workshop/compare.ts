/** A compiler's output held against the chain's code, and what came of it. */
import type { OutputHead } from '#compiler/output.ts';
import { childrenOf, type Child } from '#contracts/match/children.ts';
import { matchCreation, type CreationMatch } from '#contracts/match/creation.ts';
import { matchDeployed, type DeployedMatch } from '#contracts/match/deployed.ts';
import { explain, type Explanation } from '#contracts/match/explain.ts';
import { compilationOf, type SolcOutput } from '#contracts/match/output.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';

/** What the chain has: what the contract was created with, or only what runs. */
export interface ChainCode {
  readonly by: 'creation' | 'deployed';
  readonly code: Uint8Array;
}

export type Compared =
  | {
      readonly outcome: 'verified';
      readonly match: CreationMatch | DeployedMatch;
      /** Contracts that are verified with it. */
      readonly children: readonly Child[];
    }
  | { readonly outcome: 'mismatch'; readonly explanation: Explanation };

/** Compares an output where its contracts are. */
export type Compare = (
  output: OutputHead,
  request: VerificationRequest,
  chain: ChainCode,
) => Promise<Compared>;

/** Compares contracts that have been read, at once: a third of a second of computing for the longest codes that are taken. */
export function compareNow(
  output: Pick<SolcOutput, 'contracts'>,
  request: VerificationRequest,
  { by, code }: ChainCode,
): Compared {
  const compilation = compilationOf(output);
  const deployed = by === 'deployed';
  const found = deployed
    ? matchDeployed(compilation, request, code)
    : matchCreation(compilation, request, code);
  if (!('match' in found)) {
    const explanation = explain(compilation, request, code, found.mismatches, deployed);
    return { outcome: 'mismatch', explanation };
  }
  const { match } = found;
  return { outcome: 'verified', match, children: childrenOf(compilation, match, code) };
}
