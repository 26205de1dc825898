/**
 * The answer of `POST /tools/verifyContract`, and its codes: 0 verified, 1 no source code, 2 no init
 * code at the address, 3 compiler not to be had, 4 not the chain's code, 5 not Solidity, 6 already
 * verified, 7 the compiler's errors.
 */
import { to0x } from '#filecoin/encoding/bytes.ts';
import type { ToldMatch } from './match/compare.ts';
import type { Explanation } from './match/explain.ts';
import type { CompiledContract, SolcOutput } from './match/output.ts';
import { explanationText } from './match/words.ts';
import type { RequestProblem } from './request/error.ts';

export const VERIFIED = 0;
export const NO_SOURCES = 1;
export const NO_INIT_CODE = 2;
export const NO_COMPILER = 3;
export const NOT_THE_CODE = 4;
export const NOT_SOLIDITY = 5;
export const ALREADY_VERIFIED = 6;
export const COMPILER_ERRORS = 7;

export type AnswerCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface VerificationAnswer {
  readonly success: boolean;
  readonly errorCode: AnswerCode;
  readonly contractName?: string;
  /** What the contract was created with, 0x and hex: what is wanted. */
  readonly initCode?: string;
  /** What the sources compile to: what was got. */
  readonly byteCode?: string;
  readonly abi?: readonly unknown[];
  readonly errorMsg?: string;
  /** Beside codes 0 and 6: what is verified, and how it matches, in English. */
  readonly message?: string;
  /** 0x: the contract that the answer is of, where it stands behind the one that was asked for. */
  readonly verifiedAddress?: string;
  /** Beside code 3: long versions next to the one that cannot be had, of those that can. */
  readonly nearestCompilers?: readonly string[];
}

/** The answer with how it matches, or why it does not, for programs to word. */
export interface ToldVerdict extends VerificationAnswer {
  readonly match: ToldMatch | null;
  readonly explanation:
    | (Omit<Explanation, 'nearest'> & {
        readonly nearest: { readonly file: string; readonly name: string } | null;
      })
    | null;
}

/** Longest message: a compiler may say any number of things. */
const MAX_MESSAGE = 16 * 1024;

/** A refusal; `errorMsg` in words where the code does not say all. */
export function refusal(errorCode: AnswerCode, errorMsg?: string): VerificationAnswer {
  return {
    success: false,
    errorCode,
    ...(errorMsg === undefined ? {} : { errorMsg: errorMsg.slice(0, MAX_MESSAGE) }),
  };
}

/** `initCode`: the chain's, arguments included; null where only the deployed code is known. */
export function verified(
  { name, abi }: CompiledContract,
  initCode: Uint8Array | null,
): VerificationAnswer {
  return {
    success: true,
    errorCode: VERIFIED,
    contractName: name,
    ...(initCode ? { initCode: to0x(initCode) } : {}),
    abi,
  };
}

/** What was wanted and what was got: the nearest contract's code, and why in English. */
export function notTheCode(
  wanted: Uint8Array,
  explanation: Explanation,
  deployed = false,
): VerificationAnswer {
  const { nearest } = explanation;
  const refused = refusal(NOT_THE_CODE, explanationText(explanation));
  if (!nearest) return { ...refused, initCode: to0x(wanted) };
  const got = deployed ? nearest.deployed : nearest.creation;
  return {
    ...refused,
    contractName: nearest.name,
    initCode: to0x(wanted),
    byteCode: to0x(got.bytes),
  };
}

/** The compiler's errors as it words them; null when it has none. */
export function compilerErrors(output: Pick<SolcOutput, 'errors'>): VerificationAnswer | null {
  const errors = output.errors.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return null;
  return refusal(COMPILER_ERRORS, errors.map((error) => error.formattedMessage).join('\n'));
}

/** The code of a request that cannot be read; null for one that is malformed in another way. */
export function problemCode(problem: RequestProblem): AnswerCode | null {
  switch (problem) {
    case 'noSources':
    case 'sourceMissing':
      return NO_SOURCES;
    case 'compiler':
      return NO_COMPILER;
    case 'language':
      return NOT_SOLIDITY;
    default:
      return null;
  }
}
