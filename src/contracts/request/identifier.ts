/** `contracts/Token.sol:Token`: a contract by its file and its name. */
import { z } from 'zod';
import { SAID } from './error.ts';
import { issue, MAX_NAME, NO_CONTROL } from './fields.ts';
import type { Target } from './types.ts';

/** No name has them; those that turn the direction of writing make it look like another one. */
const WITHOUT = /^[^\p{Cc}\p{Bidi_Control}]*$/u;

/** The part behind the last colon is the name; without one all is. */
export function targetOf(identifier: string): Target {
  const colon = identifier.lastIndexOf(':');
  const file = colon < 0 ? '' : identifier.slice(0, colon);
  const name = identifier.slice(colon + 1);
  return { file: file === '' ? null : file, name: name === '' ? null : name };
}

/** The field of a request that names its contract, each of its parts as long as names may be. */
export const identifier: z.ZodType<Target> = z
  .string()
  .max(2 * MAX_NAME + 1)
  .regex(WITHOUT, NO_CONTROL)
  .transform((text, ctx) => {
    const target = targetOf(text);
    for (const part of [target.file, target.name])
      if (part !== null && part.length > MAX_NAME) issue(ctx, 'tooLarge', SAID.nameTooLong, []);
    return target;
  });
