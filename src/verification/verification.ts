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
import type { Explanation } from '#contracts/match/explain.ts';
import { RequestError } from '#contracts/request/error.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import type { Store } from '#store/store.ts';
import {
  answerOf,
  answerToFailure,
  attempt,
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
  /** Of what is verified, now or before; null for every other answer. */
  match: ToldMatch | null;
}

export interface Verification {
  /**
   * Reads a request, compiles it and holds it against its contract's code.
   * @throws CompilerError `queueFull`, RequestError for what is no request at all, and the signal's reason
   */
  verify(read: () => AddressedRequest, options: AttemptOptions): Promise<Verdict>;
}

export function createVerification(options: VerificationOptions): Verification {
  const { store, explorer, compiler, onChange, now = Date.now } = options;

  const verdict = async (
    { address, request }: AddressedRequest,
    asking: AttemptOptions,
  ): Promise<Verdict> => {
    const contract = await contractAt(explorer, address);
    if (contract === null)
      return told(refusal(NO_INIT_CODE, 'No contract of this chain has the address.'));
    const known = contract.verifiedMatch;
    if (known === 'full') return before(contract);
    const chain = chainCodeOf(contract);
    if (chain === null)
      return told(refusal(NO_INIT_CODE, 'Neither its init code nor what it runs is known.'));
    let result: Attempt;
    try {
      result = await attempt(compiler, request, chain, asking);
    } catch (error) {
      const answer = error instanceof CompilerError ? answerToFailure(error) : null;
      if (answer === null) throw error;
      return told(answer);
    }
    if (result.outcome === 'verified') {
      if (known !== null && result.match.kind !== 'full') return before(contract);
      await keepVerified(store, result, chain, Math.floor(now() / 1000));
      await onChange?.();
    }
    return {
      answer: answerOf(result, chain),
      explanation: result.outcome === 'mismatch' ? result.explanation : null,
      match: result.outcome === 'verified' ? matchOf(result.match) : null,
    };
  };

  return {
    async verify(read, asking) {
      try {
        return await verdict(read(), asking);
      } catch (error) {
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
