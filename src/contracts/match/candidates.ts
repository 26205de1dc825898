/** Which of the compiled contracts a request means. */
import type { Target } from '../request/types.ts';
import type { Compilation, CompiledContract } from './output.ts';

/**
 * The contracts that may be meant: those of the target's name and file, else of its name, whatever
 * file they are in; all where the request names none. None when there is no such contract.
 */
export function candidates(
  { contracts }: Compilation,
  { file, name }: Target,
): readonly CompiledContract[] {
  const named = name === null ? contracts : contracts.filter((contract) => contract.name === name);
  const exact = named.filter((contract) => contract.file === file);
  return file === null || exact.length === 0 ? named : exact;
}
