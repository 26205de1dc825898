/** Verifies sources against the contracts of the index, and keeps what is verified. */
import { CompilerError } from '#compiler/errors.ts';
import {
  ALREADY_VERIFIED,
  NO_INIT_CODE,
  problemCode,
  refusal,
  type ToldMatch,
  type ToldVerdict,
  type VerificationAnswer,
} from '#contracts/answer.ts';
import { hasNoCode } from '#contracts/code/traits.ts';
import type { Explanation } from '#contracts/match/explain.ts';
import { explanationText } from '#contracts/match/words.ts';
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
import {
  isSourceOf,
  matchOf,
  mayBeBehind,
  namedBehind,
  tryBehind,
  type Behind,
  type Tried,
} from './behind.ts';
import { keepVerified } from './keep.ts';
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
   * Why the code is another; beside code 6 what stands behind the proxy that was verified before. Null for
   * every other answer.
   */
  explanation: Explanation | null;
  /**
   * Of what is verified, now or before; beside code 4 of what stands behind a proxy, which these sources
   * have verified. Null for every other answer.
   */
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
    if (result.outcome === 'verified') {
      if (contract.verifiedMatch !== null && result.match.kind !== 'full') return 'before';
      await keepVerified(store, result, chain, address, Math.floor(now() / 1000));
      await onChange?.();
    }
    return { result, chain };
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
    const tried = await tryOn(address, contract, request, asking);
    if (tried === 'before') {
      const own = contract.verifiedMatch !== 'full' || isSourceOf(contract, request);
      const found =
        own && !mayBeBehind(contract, request)
          ? null
          : await tryBehind(behind, contract, request, asking);
      return before(contract, own && !found?.match ? namedBehind(contract) : found);
    }
    if (tried === 'noCode') return told(refusal(NO_INIT_CODE, noCodeText(contract)));
    const { result, chain } = tried;
    if (result.outcome === 'verified') {
      if (mayBeBehind(contract, request)) await tryBehind(behind, contract, request, asking);
      return { ...told(answerOf(result, chain)), match: matchOf(result.match) };
    }
    if (result.outcome === 'errors') return told(answerOf(result, chain));
    const found = await tryBehind(behind, contract, request, asking);
    const explanation = found === null ? result.explanation : named(result.explanation, found);
    return {
      answer: answerOf({ ...result, explanation }, chain),
      explanation,
      match: found?.match ?? null,
    };
  };

  return {
    async verify(read, asking) {
      try {
        return await verdict(read(), asking);
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

/** With what stands behind named first; why the proxy is another is no question where that one matched. */
const named = (explanation: Explanation, { causes, match }: Behind): Explanation => ({
  ...explanation,
  causes: match === null ? [...causes, ...explanation.causes] : causes,
});

const told = (answer: VerificationAnswer): Verdict => ({
  answer,
  explanation: null,
  match: null,
});

/** The verdict on what was verified before; `behind`: what is said of what it is a proxy of. */
function before(contract: ContractDetail, behind: Behind | null): Verdict {
  const { verifiedMatch: kind, verifiedBy: by } = contract;
  const match = kind && by && { kind, by };
  const answer = already(contract);
  if (behind === null) return { ...told(answer), match };
  const explanation = { nearest: null, likeness: 0, difference: null, causes: behind.causes };
  return { answer: { ...answer, errorMsg: explanationText(explanation) }, explanation, match };
}

function already({ contractName, initCode }: ContractDetail): VerificationAnswer {
  return {
    ...refusal(ALREADY_VERIFIED),
    ...(contractName === null ? {} : { contractName }),
    ...(initCode === null ? {} : { initCode }),
  };
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
