/**
 * What stands behind a proxy: its implementation, or a diamond's facets. A source that is handed in for
 * the proxy and is not its own is held against these.
 */
import { CompilerError } from '#compiler/errors.ts';
import type { ToldMatch } from '#contracts/answer.ts';
import type { Cause } from '#contracts/match/explain.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { answerToFailure, type Attempt, type AttemptOptions, type ChainCode } from './attempt.ts';

/** An attempt with the code that it was held against. */
export interface Tried {
  readonly result: Attempt;
  readonly chain: ChainCode;
}

/** What there is to know of what stands behind a proxy. */
export interface Behind {
  readonly causes: readonly Cause[];
  /** Of what these sources have verified there; null for nothing. */
  readonly match: ToldMatch | null;
}

export interface BehindOptions {
  /** Null where there is no contract. */
  contractAt(address: string): Promise<ContractDetail | null>;
  /** Compiles, compares with a contract and keeps what is verified. */
  tryOn(
    address: string,
    contract: ContractDetail,
    request: VerificationRequest,
    asking: AttemptOptions,
  ): Promise<Tried | 'before' | 'noCode'>;
}

/** Facets of a diamond that a source is held against: more than diamonds have, but for hostile ones. */
export const MAX_FACETS = 32;

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

/** Whether sources that name no contract may be those of the implementation too, which nobody has verified. */
export function mayBeBehind(
  { proxyImpl, proxy }: ContractDetail,
  { target }: VerificationRequest,
): boolean {
  return target.name === null && proxyImpl !== null && proxy?.implementationName == null;
}

/** The implementation that a contract is a proxy of, by its name; null for what is none. */
export function namedBehind({ proxyImpl, proxy }: ContractDetail): Behind | null {
  if (proxyImpl === null) return null;
  const name = proxy?.implementationName ?? null;
  return { causes: [{ kind: 'proxy', address: proxyImpl, name }], match: null };
}

/** Null for a contract behind which nothing stands. */
export async function tryBehind(
  options: BehindOptions,
  contract: ContractDetail,
  request: VerificationRequest,
  asking: AttemptOptions,
): Promise<Behind | null> {
  // What the proxy's constructor was given is not what theirs were.
  const bare = { ...request, constructorArguments: null };
  if (contract.proxyImpl !== null) {
    const found = await tryOne(options, contract.proxyImpl, bare, asking);
    if (found === null || found.contract === null)
      return { causes: [{ kind: 'source', address: contract.proxyImpl }], match: null };
    return { causes: [causeOf(found, 'implementation')], match: found.match };
  }
  return tryFacets(options, contract, bare, asking);
}

/** A contract that is verified: with `match` by these sources now, else before. */
interface Found {
  readonly address: string;
  /** Null where neither is the case. */
  readonly contract: { readonly file: string; readonly name: string } | null;
  readonly match: ToldMatch | null;
  /** Whether these sources are those by which it was verified before. */
  readonly same: boolean;
}

/** Null where no compiler can be had any more. */
async function tryOne(
  { contractAt, tryOn }: BehindOptions,
  address: string,
  request: VerificationRequest,
  asking: AttemptOptions,
): Promise<Found | null> {
  const neither = { address, contract: null, match: null, same: false };
  const contract = await contractAt(address);
  if (contract === null) return neither;
  const tried = await tryOn(address, contract, request, asking).catch((error: unknown) => {
    if (error instanceof CompilerError && answerToFailure(error) !== null) return null;
    throw error;
  });
  if (tried === null) return null;
  if (tried === 'before') {
    const named = { file: contract.contractFile ?? '', name: contract.contractName ?? '' };
    return { address, contract: named, match: null, same: isSourceOf(contract, request) };
  }
  if (tried === 'noCode' || tried.result.outcome !== 'verified') return neither;
  const { match } = tried.result;
  const { file, name } = match.contract;
  return { address, contract: { file, name }, match: matchOf(match), same: true };
}

const causeOf = ({ address, contract, match }: Found, role: 'implementation' | 'facet'): Cause => ({
  kind: 'otherContract',
  file: contract?.file ?? '',
  name: contract?.name ?? '',
  address,
  role,
  now: match !== null,
});

/** One source may be of several facets; those that nobody has verified come first. */
async function tryFacets(
  options: BehindOptions,
  { proxy }: ContractDetail,
  request: VerificationRequest,
  asking: AttemptOptions,
): Promise<Behind | null> {
  const facets = proxy?.facets ?? [];
  if (facets.length === 0) return null;
  const open = facets.filter(({ name }) => name === null);
  const order = [...open, ...facets.filter(({ name }) => name !== null)];
  const found: Found[] = [];
  let looked = 0;
  for (const { address } of order.slice(0, MAX_FACETS)) {
    const one = await tryOne(options, address, request, asking);
    if (one === null) break;
    looked += 1;
    if (one.contract !== null && one.same) found.push(one);
  }
  const now = found.filter(({ match }) => match !== null);
  const told = now.length > 0 ? now : found;
  if (told.length === 0) return { causes: [{ kind: 'source', facets: looked }], match: null };
  return {
    causes: told.map((each) => causeOf(each, 'facet')),
    match: now[0]?.match ?? null,
  };
}

/** A match as it is told. */
export const matchOf = ({
  kind,
  by,
}: Extract<Attempt, { outcome: 'verified' }>['match']): ToldMatch => ({
  kind,
  by: by === 'creation' ? by : 'runtime',
});
