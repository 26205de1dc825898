/** What is said of a contract that is verified already. */
import { ALREADY_VERIFIED, refusal, type VerificationAnswer } from '#contracts/answer.ts';
import type { ToldMatch } from '#contracts/match/compare.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Attempt } from './attempt.ts';

/** An answer of code 6, and how what is verified matches. */
export interface Known {
  readonly answer: VerificationAnswer;
  readonly match: ToldMatch | null;
}

const already = (contractName: string | null, initCode: string | null): VerificationAnswer => ({
  ...refusal(ALREADY_VERIFIED),
  ...(contractName === null ? {} : { contractName }),
  ...(initCode === null ? {} : { initCode }),
});

/** As the explorer tells it. */
export function knownOf({ contractName, initCode, ...contract }: ContractDetail): Known {
  const { verifiedMatch: kind, verifiedBy: by } = contract;
  return { answer: already(contractName, initCode), match: kind && by && { kind, by } };
}

/** As sources show that match it, too: who was first may not be told by the explorer yet. */
export const knownAs = ({ initCode }: ContractDetail, name: string, match: ToldMatch): Known => ({
  answer: already(name, initCode),
  match,
});

/** A match as it is told. */
export const matchOf = ({
  kind,
  by,
}: Extract<Attempt, { outcome: 'verified' }>['match']): ToldMatch => ({
  kind,
  by: by === 'creation' ? by : 'runtime',
});

/** Whether the request is of the source by which the contract is verified, as far as its files tell. */
export function isSourceOf(
  contract: ContractDetail,
  { target, input }: VerificationRequest,
): boolean {
  const { sourceFiles, contractFile, contractName } = contract;
  if (target.name === null) {
    const known = new Set(sourceFiles.map(({ content }) => content));
    return [...input.sources.values()].every((content) => known.has(content));
  }
  const own = sourceFiles.find(({ name }) => name === contractFile)?.content;
  return target.name === contractName && [...input.sources.values()].some((text) => text === own);
}
