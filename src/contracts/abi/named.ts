/** Functions by what links call them. */
import type { ContractFunction } from './interface.ts';

/**
 * The function that a link names: by its selector, its signature, or its name where only one has it.
 * Null for none.
 */
export function functionNamed<F extends ContractFunction>(
  functions: readonly F[],
  asked: string,
): F | null {
  const wanted = asked.replaceAll(/\s/g, '');
  const exact = functions.find(
    ({ selector, canonical }) => selector === wanted.toLowerCase() || canonical === wanted,
  );
  if (exact !== undefined) return exact;
  const [first, ...others] = functions.filter(({ name }) => name === wanted);
  return first !== undefined && others.length === 0 ? first : null;
}
