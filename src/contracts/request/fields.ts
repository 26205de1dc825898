/** Fields of requests: bounded, and read without trusting a key. */
import { z } from 'zod';
import { EncodingError, fromHex } from '#filecoin/encoding/bytes.ts';
import { isFields, unlessIncomparable } from '#filecoin/encoding/json.ts';
import { RequestError, SAID } from './error.ts';
import type { RequestProblem, Said } from './error.ts';

/** Bytes of all sources of a request together. */
export const MAX_SOURCES_BYTES = 8 * 1024 * 1024;
export const MAX_SOURCE_BYTES = 2 * 1024 * 1024;
export const MAX_FILES = 2000;
export const MAX_NAME = 512;
export const MAX_LIBRARIES = 10;
export const MAX_REMAPPINGS = 500;
/** Most of a contract's init code: what an EVM takes is far below. */
const MAX_ARGUMENTS_BYTES = 512 * 1024;
/** A field with JSON in it. */
const MAX_JSON = 64 * 1024;
const MAX_SHOWN = 200;
/** No name has them, and the database takes no NUL. */
const CONTROL = /\p{Cc}/u;
const NO_CONTROLS = /^\P{Cc}*$/u;
export const NO_CONTROL = SAID.controls;

const problems: ReadonlySet<string> = new Set<RequestProblem>(['tooLarge', 'sourceMissing']);

/** A problem of our own inside a schema. */
export function issue(
  ctx: z.RefinementCtx,
  problem: RequestProblem,
  message: Said & string,
  path: string[],
): void {
  ctx.addIssue({ code: 'custom', message, path, params: { problem } });
}

function problemOf(found: z.core.$ZodIssue): RequestProblem {
  if (found.code === 'too_big') return 'tooLarge';
  if (found.code !== 'custom') return 'invalid';
  const problem: unknown = found.params?.['problem'];
  return typeof problem === 'string' && problems.has(problem)
    ? (problem as RequestProblem)
    : 'invalid';
}

/** What was found in a part of a value, as of the whole: `path` is where the part is. */
function passOn(ctx: z.RefinementCtx, error: z.ZodError, path: readonly string[]): void {
  for (const inner of error.issues.slice(0, 1))
    ctx.addIssue({ ...inner, path: [...path, ...inner.path] });
}

/** What a value is instead of what is expected can be said only where it stands in the issue. */
const REPORTED = { reportInput: true };

const OWN: ReadonlySet<unknown> = new Set(Object.values(SAID));
const isOwn = (message: string): message is Said & string => OWN.has(message);

/** The value by a schema. @throws RequestError that names the field */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = unlessIncomparable(value, (given) => schema.safeParse(given, REPORTED));
  if (result === null) throw new RequestError('invalid', SAID.noForm);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  if (first === undefined) throw result.error;
  const at = first.path.map(String).join(' › ').slice(0, MAX_SHOWN);
  throw new RequestError(problemOf(first), isOwn(first.message) ? first.message : first, at);
}

/** An object's own keys as a Map, so that no key (`__proto__`) means anything. */
export function mapOf<T>(value: z.ZodType<T>, most: number): z.ZodType<ReadonlyMap<string, T>> {
  return z.custom<object>(isFields, SAID.noObject).transform((object, ctx) => {
    const entries = Object.entries(object);
    const map = new Map<string, T>();
    if (entries.length > most) issue(ctx, 'tooLarge', SAID.tooManyEntries, []);
    else
      for (const [key, field] of entries) {
        const name = key.slice(0, MAX_SHOWN);
        if (key.length > MAX_NAME) issue(ctx, 'tooLarge', SAID.nameTooLong, [name]);
        if (CONTROL.test(key)) issue(ctx, 'invalid', NO_CONTROL, [name]);
        const result = value.safeParse(field, REPORTED);
        if (result.success) map.set(key, result.data);
        else passOn(ctx, result.error, [name]);
      }
    return map;
  });
}

/** A switch as forms write it. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1'),
  z.literal([0, 1]).transform((number) => number === 1),
]);

/** A count as forms write it; solc holds runs in 32 bits. */
export const count = z.union([
  z.int().min(0).max(0xffffffff),
  z
    .string()
    .regex(/^[0-9]{1,10}$/)
    .transform(Number)
    .refine((number) => number <= 0xffffffff),
]);

export const text = z.string().max(MAX_NAME).regex(NO_CONTROLS, NO_CONTROL);

/** An object, or text with JSON of one in it; null for an empty text, none or `false`. */
export function jsonOf<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return z
    .unknown()
    .optional()
    .transform((field, ctx): T | null => {
      if (field === undefined || field === null || field === '' || field === false) return null;
      let value = field;
      if (typeof field === 'string') {
        if (field.length > MAX_JSON) {
          issue(ctx, 'tooLarge', SAID.tooLong, []);
          return null;
        }
        try {
          value = JSON.parse(field);
        } catch {
          issue(ctx, 'invalid', SAID.notJson, []);
          return null;
        }
      }
      const result = schema.safeParse(value, REPORTED);
      if (result.success) return result.data;
      passOn(ctx, result.error, []);
      return null;
    });
}

/** Constructor arguments as hex with or without 0x; null for none. */
export const constructorArguments = z
  .string()
  .max(2 * MAX_ARGUMENTS_BYTES)
  .nullish()
  .transform((hex, ctx): Uint8Array | null => {
    const digits = hex?.trim() ?? '';
    if (digits === '' || digits === '0x') return null;
    try {
      return fromHex(digits);
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      issue(ctx, 'invalid', SAID.noHex, []);
      return null;
    }
  });
