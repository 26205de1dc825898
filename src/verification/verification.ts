/** Verifies sources against the contracts of the index, and keeps what is verified. */
import { CompilerError } from '#compiler/errors.ts';
import {
  ALREADY_VERIFIED,
  NO_COMPILER,
  NO_INIT_CODE,
  problemCode,
  refusal,
  type ToldVerdict,
  type VerificationAnswer,
} from '#contracts/answer.ts';
import { solcOf } from '#contracts/code/trailer.ts';
import { hasNoCode } from '#contracts/code/traits.ts';
import type { ToldMatch } from '#contracts/match/compare.ts';
import type { Cause, Explanation } from '#contracts/match/explain.ts';
import { causeText, explanationText, matchText } from '#contracts/match/words.ts';
import { RequestError } from '#contracts/request/error.ts';
import type { AddressedRequest, VerificationRequest } from '#contracts/request/types.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import type { Store } from '#store/store.ts';
import {
  answerOf,
  answerToFailure,
  attempt,
  compileTime,
  type AttemptOptions,
  type ChainCode,
} from './attempt.ts';
import { mayBeBehind, namedBehind, tryBehind, type Behind, type Tried } from './behind.ts';
import { keepVerified } from './keep.ts';
import { isSourceOf, knownAs, knownOf, matchOf, type Known } from './known.ts';
import type { Workshop } from './workshop/workshop.ts';

export interface VerificationOptions {
  store: Store;
  explorer: Explorer;
  workshop: Workshop;
  /** Told when something was verified: what is shown is made anew. */
  onChange?: () => Promise<void> | void;
  /** The wall clock, milliseconds. */
  now?: () => number;
}

/** What came of a request. */
export interface Verdict {
  answer: VerificationAnswer;
  /**
   * Why the code is another (code 4), which compiler it names (3); beside codes 0 and 6 what is to be said of what stands behind a
   * proxy or a diamond. Null for every other answer.
   */
  explanation: Explanation | null;
  /** Of what the answer says to be verified, now or before. Null for every other answer. */
  match: ToldMatch | null;
}

/** A verdict as JSON. */
export function toldVerdict({ answer, explanation, match }: Verdict): ToldVerdict {
  if (explanation === null) return { ...answer, match, explanation };
  const { nearest, ...why } = explanation;
  return {
    ...answer,
    match,
    explanation: { ...why, nearest: nearest && { file: nearest.file, name: nearest.name } },
  };
}

export interface Verification {
  /**
   * Reads a request, compiles it and holds it against its contract's code.
   * @throws CompilerError `queueFull`, RequestError for what is no request at all, and the signal's reason
   */
  verify(read: () => AddressedRequest, options: AttemptOptions): Promise<Verdict>;
}

export function createVerification(options: VerificationOptions): Verification {
  const { store, explorer, workshop, onChange, now = Date.now } = options;

  /** Compiles a request, holds it against a contract, and keeps what is verified. */
  const tryOn = async (
    address: string,
    contract: ContractDetail,
    request: VerificationRequest,
    asking: AttemptOptions,
  ): Promise<Tried | 'before' | 'noCode'> => {
    if (contract.verifiedMatch === 'full') return 'before';
    const chain = chainCodeOf(contract);
    if (chain === null) return 'noCode';
    const result = await attempt(workshop, request, chain, asking);
    if (result.outcome !== 'verified') return { result, chain, before: null };
    const match = matchOf(result.match);
    if (contract.verifiedMatch !== null && match.kind !== 'full')
      return { result, chain, before: match };
    const seconds = Math.floor(now() / 1000);
    const kind = await keepVerified(store, result, chain, address, seconds);
    if (kind !== null) return { result, chain, before: { ...match, kind } };
    await onChange?.();
    return { result, chain, before: null };
  };

  const behind = { contractAt: (address: string) => contractAt(explorer, address), tryOn };

  const verdict = async (
    { address, request }: AddressedRequest,
    given: AttemptOptions,
  ): Promise<Verdict> => {
    // All attempts have it together, those at what stands behind a proxy too.
    const asking = { ...given, time: given.time ?? compileTime() };
    const contract = await contractAt(explorer, address);
    if (contract === null)
      return told(refusal(NO_INIT_CODE, 'No contract of this chain has the address.'));
    const tried = await tryOn(address, contract, request, asking).catch((error: unknown) => {
      const failure = otherCompiler(error, contract, request);
      if (failure === null) throw error;
      return failure;
    });
    if (typeof tried === 'object' && 'answer' in tried) return tried;
    if (tried === 'noCode') return told(refusal(NO_INIT_CODE, noCodeText(contract)));
    const open = mayBeBehind(contract, request);
    const look = () => tryBehind(behind, contract, request, asking);
    if (tried === 'before') {
      const own = isSourceOf(contract, request);
      return known(contract, knownOf(contract), own, own && !open ? null : await look());
    }
    const { result, chain, before } = tried;
    if (result.outcome === 'errors') return told(answerOf(result, chain));
    if (result.outcome === 'verified') {
      const found = open ? await look() : null;
      if (before !== null) {
        const { name } = result.match.contract;
        return known(contract, knownAs(contract, name, before), true, found);
      }
      const explanation = found?.answer?.success === true ? nowBehind(contract, found) : null;
      return { answer: answerOf(result, chain), explanation, match: matchOf(result.match) };
    }
    const found = await look();
    if (found !== null && found.answer !== null)
      return { answer: found.answer, explanation: reasons(found.causes), match: found.match };
    const causes = [...(found?.causes ?? []), ...result.explanation.causes];
    const explanation = { ...result.explanation, causes };
    return { answer: answerOf({ ...result, explanation }, chain), explanation, match: null };
  };

  return {
    async verify(read, asking) {
      try {
        return worded(await verdict(read(), asking));
      } catch (error) {
        const failure = error instanceof CompilerError ? answerToFailure(error) : null;
        if (failure !== null) return told(failure);
        const code = error instanceof RequestError ? problemCode(error.problem) : null;
        if (!(error instanceof RequestError) || code === null) throw error;
        return told(refusal(code, error.message));
      }
    },
  };
}

const told = (answer: VerificationAnswer): Verdict => ({
  answer,
  explanation: null,
  match: null,
});

/**
 * The verdict where a compiler cannot be had and the contract's code names the one that made it: no other
 * one is worth a try. Null for anything else.
 */
function otherCompiler(
  error: unknown,
  contract: ContractDetail,
  { compiler }: VerificationRequest,
): Verdict | null {
  const failure = error instanceof CompilerError ? answerToFailure(error) : null;
  const chain = chainCodeOf(contract);
  const coded = chain && solcOf(chain.code);
  if (failure?.errorCode !== NO_COMPILER || coded === null) return null;
  const { nearestCompilers = [], errorMsg = '', ...refused } = failure;
  const named = `v${coded}`;
  const nearest = nearestCompilers.filter((version) => version.split('+')[0] === named);
  const causes: Cause[] =
    compiler.split('+')[0] === named ? [] : [{ kind: 'compilerVersion', chain: coded }];
  return {
    answer: {
      ...refused,
      errorMsg: [errorMsg, ...causes.map(causeText)].join(' '),
      ...(nearest.length === 0 ? {} : { nearestCompilers: nearest }),
    },
    explanation: causes.length === 0 ? null : reasons(causes),
    match: null,
  };
}

/** Causes where nothing was compared. */
const reasons = (causes: readonly Cause[]): Explanation => ({
  nearest: null,
  likeness: 0,
  difference: null,
  causes,
});

/** The implementation that the same sources have verified beside its proxy. */
const nowBehind = ({ proxyImpl }: ContractDetail, { answer }: Behind): Explanation | null =>
  proxyImpl === null
    ? null
    : reasons([{ kind: 'proxy', address: proxyImpl, name: answer?.contractName ?? null }]);

/**
 * The verdict where the contract was verified before, by these sources (`own`) or by others, and `found`
 * stands behind it.
 */
function known(
  contract: ContractDetail,
  { answer, match }: Known,
  own: boolean,
  found: Behind | null,
): Verdict {
  if (found?.answer?.success === true)
    return { answer: found.answer, explanation: reasons(found.causes), match: found.match };
  const behind = own ? namedBehind(contract) : found;
  if (behind === null) return { ...told(answer), match };
  const explanation = reasons(behind.causes);
  return { answer: { ...answer, errorMsg: explanationText(explanation) }, explanation, match };
}

/** The answer with what is verified, and how it matches, in words. */
function worded(verdict: Verdict): Verdict {
  const { answer, explanation, match } = verdict;
  if (match === null) return verdict;
  const parts = [
    answer.errorCode === ALREADY_VERIFIED ? ['Verified before.'] : [],
    explanation === null ? [] : [explanationText(explanation)],
    [matchText(match)],
  ];
  return { ...verdict, answer: { ...answer, message: parts.flat().join(' ') } };
}

/** Null where there is no contract of the address, or it is no address. */
export async function contractAt(
  explorer: Explorer,
  address: string,
): Promise<ContractDetail | null> {
  try {
    return (await explorer.contract.get(address)).data;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotFound' || error.name === 'BadInput'))
      return null;
    throw error;
  }
}

/** Why there is nothing to hold a source against. */
function noCodeText(contract: ContractDetail): string {
  const text = 'Neither its init code nor what it runs is known';
  if (contract.destroyHeight !== null) return `${text}, as it has destroyed itself.`;
  if (hasNoCode(contract))
    return `${text}: it had no code when this index began, as it had destroyed itself or was created without any.`;
  return contract.createHeight === null
    ? `${text}: it is older than this index, and either destroyed itself before, or the node did not return its code.`
    : `${text}.`;
}

/** Init code where it is known, else what the contract runs. */
function chainCodeOf({ initCode, byteCode }: ContractDetail): ChainCode | null {
  if (initCode !== null) return { by: 'creation', code: fromHex(initCode) };
  return byteCode === null || byteCode === '0x'
    ? null
    : { by: 'deployed', code: fromHex(byteCode) };
}
