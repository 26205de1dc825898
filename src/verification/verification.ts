/** Verifies sources against the contracts of the index, and keeps what is verified. */
import type { Compiler } from '#compiler/compiler.ts';
import { CompilerError } from '#compiler/errors.ts';
import {
  ALREADY_VERIFIED,
  NO_INIT_CODE,
  problemCode,
  refusal,
  type ToldMatch,
  type VerificationAnswer,
} from '#contracts/answer.ts';
import type { CreationMatch } from '#contracts/match/creation.ts';
import type { DeployedMatch } from '#contracts/match/deployed.ts';
import type { Cause, Explanation } from '#contracts/match/explain.ts';
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
  type Attempt,
  type AttemptOptions,
  type ChainCode,
} from './attempt.ts';
import { keepVerified } from './keep.ts';

export interface VerificationOptions {
  store: Store;
  explorer: Explorer;
  compiler: Compiler;
  /** Told when something was verified: what is shown is made anew. */
  onChange?: () => Promise<void> | void;
  /** The wall clock, milliseconds. */
  now?: () => number;
}

/** What came of a request. */
export interface Verdict {
  answer: VerificationAnswer;
  /** Why the code is another; null for every other answer. */
  explanation: Explanation | null;
  /**
   * Of what is verified, now or before; beside code 4 of a proxy's implementation, which these sources
   * have verified. Null for every other answer.
   */
  match: ToldMatch | null;
}

export interface Verification {
  /**
   * Reads a request, compiles it and holds it against its contract's code.
   * @throws CompilerError `queueFull`, RequestError for what is no request at all, and the signal's reason
   */
  verify(read: () => AddressedRequest, options: AttemptOptions): Promise<Verdict>;
}

/** An attempt with the code that it was held against. */
interface Tried {
  readonly result: Attempt;
  readonly chain: ChainCode;
}

export function createVerification(options: VerificationOptions): Verification {
  const { store, explorer, compiler, onChange, now = Date.now } = options;

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
    const result = await attempt(compiler, request, chain, asking);
    if (result.outcome === 'verified') {
      if (contract.verifiedMatch !== null && result.match.kind !== 'full') return 'before';
      await keepVerified(store, result, chain, address, Math.floor(now() / 1000));
      await onChange?.();
    }
    return { result, chain };
  };

  /** The same of a proxy's implementation, whatever the proxy's constructor was given. */
  const behindProxy = async (
    address: string,
    given: VerificationRequest,
    asking: AttemptOptions,
  ): Promise<Behind> => {
    const neither: Behind = { cause: { kind: 'source', address }, match: null };
    const contract = await contractAt(explorer, address);
    if (contract === null) return neither;
    const request = { ...given, constructorArguments: null };
    const tried = await tryOn(address, contract, request, asking).catch((error: unknown) => {
      if (error instanceof CompilerError && answerToFailure(error) !== null) return null;
      throw error;
    });
    if (tried === 'before') {
      const { contractFile, contractName } = contract;
      const named = { file: contractFile ?? '', name: contractName ?? '' };
      return { cause: { kind: 'otherContract', ...named, address }, match: null };
    }
    if (tried === null || tried === 'noCode' || tried.result.outcome !== 'verified') return neither;
    const { match } = tried.result;
    const { file, name } = match.contract;
    return { cause: { kind: 'otherContract', file, name, address }, match: matchOf(match) };
  };

  const verdict = async (
    { address, request }: AddressedRequest,
    given: AttemptOptions,
  ): Promise<Verdict> => {
    // All attempts have it together, those at a proxy's implementation too.
    const asking = { ...given, time: given.time ?? compileTime() };
    const contract = await contractAt(explorer, address);
    if (contract === null)
      return told(refusal(NO_INIT_CODE, 'No contract of this chain has the address.'));
    const tried = await tryOn(address, contract, request, asking);
    if (tried === 'before') return before(contract);
    if (tried === 'noCode')
      return told(refusal(NO_INIT_CODE, 'Neither its init code nor what it runs is known.'));
    const { result, chain } = tried;
    if (result.outcome === 'verified')
      return { ...told(answerOf(result, chain)), match: matchOf(result.match) };
    if (result.outcome === 'errors') return told(answerOf(result, chain));
    const { proxyImpl } = contract;
    const behind = proxyImpl === null ? null : await behindProxy(proxyImpl, request, asking);
    const explanation = behind === null ? result.explanation : named(result.explanation, behind);
    return {
      answer: answerOf({ ...result, explanation }, chain),
      explanation,
      match: behind?.match ?? null,
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

/** What came of a proxy's implementation: verified by these sources with `match`. */
interface Behind {
  readonly cause: Cause;
  readonly match: ToldMatch | null;
}

/** With the implementation named first; why the proxy is another is no question where that one matched. */
const named = (explanation: Explanation, { cause, match }: Behind): Explanation => ({
  ...explanation,
  causes: match === null ? [cause, ...explanation.causes] : [cause],
});

const told = (answer: VerificationAnswer): Verdict => ({
  answer,
  explanation: null,
  match: null,
});

const matchOf = ({ kind, by }: CreationMatch | DeployedMatch): ToldMatch => ({
  kind,
  by: by === 'creation' ? by : 'runtime',
});

/** The verdict on what was verified before. */
function before(contract: ContractDetail): Verdict {
  const { verifiedMatch: kind, verifiedBy: by } = contract;
  return { ...told(already(contract)), match: kind && by && { kind, by } };
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

/** Init code where it is known, else what the contract runs. */
function chainCodeOf({ initCode, byteCode }: ContractDetail): ChainCode | null {
  if (initCode !== null) return { by: 'creation', code: fromHex(initCode) };
  return byteCode === null || byteCode === '0x'
    ? null
    : { by: 'deployed', code: fromHex(byteCode) };
}
