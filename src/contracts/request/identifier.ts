/** `contracts/Token.sol:Token`: a contract by its file and its name. */
import type { Target } from './types.ts';

/** The part behind the last colon is the name; without one all is. */
export function targetOf(identifier: string): Target {
  const colon = identifier.lastIndexOf(':');
  const file = colon < 0 ? '' : identifier.slice(0, colon);
  const name = identifier.slice(colon + 1);
  return { file: file === '' ? null : file, name: name === '' ? null : name };
}
