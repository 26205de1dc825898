/** Values that many answers of a node hold. */
import { z } from 'zod';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

/** A list; Go's nil slice arrives as null. */
export function list<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);
}

/** Big integers of the chain have up to 128 bytes. */
export const amount = z.string().regex(/^-?\d{1,310}$/, 'not a decimal integer');
export const address = z.string().min(1).max(200);
export const bytes = z.string().nullable();
/** Bytes of which none may be told as null. */
export const content = bytes.transform((text) => text ?? '');
/** `parseJson` reads integers beyond 2^53 as bigints. */
export const uint64: z.ZodType<Uint64> = z.union([
  z.int().min(0),
  z
    .bigint()
    .min(2n ** 53n)
    .max(2n ** 64n - 1n),
]);
export const int64: z.ZodType<Integer> = z.union([
  z.int(),
  z
    .bigint()
    .min(-(2n ** 63n))
    .max(2n ** 63n - 1n),
]);

/** What a node may leave out where there is none: Forest does, Lotus and Venus tell null. */
export function orAbsent<T extends z.ZodType>(item: T) {
  return item.nullish().transform((told) => told ?? null);
}

export const count = z.int().min(0);

export const epoch = z.int();
