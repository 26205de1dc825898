import { ALREADY_VERIFIED, COMPILER_ERRORS, type ToldVerdict } from '#contracts/answer.ts';

/**
 * What a verdict is called. `behind`: what stands behind the contract was verified, not itself;
 * `already`: nothing went wrong, as there was nothing left to do.
 */
export type Outcome = 'success' | 'behind' | 'already' | 'failure';

export function outcomeOf({
  success,
  errorCode,
  explanation,
}: Pick<ToldVerdict, 'success' | 'errorCode' | 'explanation'>): Outcome {
  if (explanation?.causes.some((cause) => cause.kind === 'otherContract' && cause.now) === true)
    return 'behind';
  if (success) return 'success';
  return errorCode === ALREADY_VERIFIED ? 'already' : 'failure';
}

/** As every version of the compiler names an import that leads to none of the sources. */
const NOT_FOUND = /\bSource "([^"\n]{1,500})" not found: File /g;

/** Files that sources import and that were not handed in, in the order that the compiler names them. */
export function missingOf({
  errorCode,
  errorMsg = '',
}: Pick<ToldVerdict, 'errorCode' | 'errorMsg'>): readonly string[] {
  if (errorCode !== COMPILER_ERRORS) return [];
  return [...new Set([...errorMsg.matchAll(NOT_FOUND)].map(([, file = '']) => file))];
}
