import { ALREADY_VERIFIED, type ToldVerdict } from '#contracts/answer.ts';

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
  if (success) return 'success';
  if (explanation?.causes.some((cause) => cause.kind === 'otherContract' && cause.now) === true)
    return 'behind';
  return errorCode === ALREADY_VERIFIED ? 'already' : 'failure';
}
