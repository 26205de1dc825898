/** Values that many answers of a node hold. */
import { z } from 'zod';
import { uint64 } from '#filecoin/encoding/uint64.ts';

/** A list; Go's nil slice arrives as null. */
export function list<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);
}

export const amount = z.string().regex(/^-?\d{1,80}$/, 'not a decimal integer');
export const address = z.string().min(1).max(200);
export const bytes = z.string().nullable();
/** `parseJson` hands numbers of 16 digits and more over as text. */
export const Method = z.union([
  z.int().min(0),
  z.string().transform((text, context) => {
    try {
      return uint64(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'not an unsigned 64-bit integer' });
      return z.NEVER;
    }
  }),
]);

/** An epoch that senders chose, ±2^63: no chain comes to 2^53, which stands for all beyond. */
export const farEpoch = z
  .number()
  .refine(Number.isInteger, 'not an epoch')
  .transform((epoch) =>
    Math.max(Number.MIN_SAFE_INTEGER, Math.min(epoch, Number.MAX_SAFE_INTEGER)),
  );

export const count = z.int().min(0);

export const epoch = z.int();
