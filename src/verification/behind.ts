/**
 * What stands behind a proxy: its implementation, or a diamond's facets. A source that is handed in for
 * the proxy and is not its own is held against these.
 */
import { CompilerError } from '#compiler/errors.ts';
import type { VerificationAnswer } from '#contracts/answer.ts';
import type { ToldMatch } from '#contracts/match/compare.ts';
import type { Cause } from '#contracts/match/explain.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import {
  answerOf,
  answerToFailure,
  type Attempt,
  type AttemptOptions,
  type ChainCode,
} from './attempt.ts';
import { isSourceOf, knownAs, knownOf, matchOf, type Known } from './known.ts';

/** An attempt with the code that it was held against. */
export interface Tried {
  readonly result: Attempt;
  readonly chain: ChainCode;
  /** How the contract was verified before, where its sources match and nothing new came of it; else null. */
  readonly before: ToldMatch | null;
}

/** What there is to know of what stands behind a proxy. */
export interface Behind {
  readonly causes: readonly Cause[];
  /** Of what is verified there by these sources: now (code 0), or before (6); null for nothing. */
  readonly answer: VerificationAnswer | null;
  /** How that matches. */
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

const NOTHING = { answer: null, match: null };

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
  return { causes: [{ kind: 'proxy', address: proxyImpl, name }], ...NOTHING };
}

/**
 * Whether a source that is handed in can verify nothing: the contract is verified in full, and no other
 * stands behind it that the source may be of.
 */
export function leavesNothing(contract: ContractDetail, request: VerificationRequest): boolean {
  if (contract.verifiedMatch !== 'full') return false;
  const { proxyImpl, proxy } = contract;
  if (proxyImpl === null && (proxy?.facets ?? []).length === 0) return true;
  return isSourceOf(contract, request) && !mayBeBehind(contract, request);
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
      return { causes: [{ kind: 'source', address: contract.proxyImpl }], ...NOTHING };
    return { causes: [causeOf(found, 'implementation')], ...found.told };
  }
  return tryFacets(options, contract, bare, asking);
}

/** A contract that is verified. */
interface Found {
  readonly address: string;
  /** Null for one that is not. */
  readonly contract: { readonly file: string; readonly name: string } | null;
  /** What is answered where these sources are the ones, code 0 for what they verified now. */
  readonly told: Known | typeof NOTHING;
}

const isNow = ({ told }: Found): boolean => told.answer?.success === true;

/** Null where no compiler can be had any more. */
async function tryOne(
  { contractAt, tryOn }: BehindOptions,
  address: string,
  request: VerificationRequest,
  asking: AttemptOptions,
): Promise<Found | null> {
  const neither = { address, contract: null, told: NOTHING };
  const contract = await contractAt(address);
  if (contract === null) return neither;
  const tried = await tryOn(address, contract, request, asking).catch((error: unknown) => {
    if (error instanceof CompilerError && answerToFailure(error) !== null) return null;
    throw error;
  });
  if (tried === null) return null;
  const at = ({ answer, match }: Known): Known => ({
    answer: { ...answer, verifiedAddress: address },
    match,
  });
  if (tried === 'before') {
    const named = { file: contract.contractFile ?? '', name: contract.contractName ?? '' };
    const same = isSourceOf(contract, request);
    return { address, contract: named, told: same ? at(knownOf(contract)) : NOTHING };
  }
  if (tried === 'noCode' || tried.result.outcome !== 'verified') return neither;
  const { result, chain, before } = tried;
  const { file, name } = result.match.contract;
  const told =
    before === null
      ? { answer: answerOf(result, chain), match: matchOf(result.match) }
      : knownAs(contract, name, before);
  return { address, contract: { file, name }, told: at(told) };
}

const causeOf = (found: Found, role: 'implementation' | 'facet'): Cause => ({
  kind: 'otherContract',
  file: found.contract?.file ?? '',
  name: found.contract?.name ?? '',
  address: found.address,
  role,
  now: isNow(found),
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
    if (one.told.answer !== null) found.push(one);
  }
  const now = found.filter(isNow);
  const told = now.length > 0 ? now : found;
  const [first] = told;
  if (first === undefined) return { causes: [{ kind: 'source', facets: looked }], ...NOTHING };
  return { causes: told.map((each) => causeOf(each, 'facet')), ...first.told };
}
