/**
 * Reads CBOR by a shape (shape.ts) into values ready for JSON. What it reads comes from strangers:
 * the number of values, the length of shown bytes and texts, and the depth of nesting are bounded.
 */
import { decodeCbor } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { uint64 } from '../encoding/uint64.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import type { Fields, Shape } from './shape.ts';
import {
  bytesOf,
  isList,
  isRefusal,
  malformed,
  readWord,
  ShapeError,
  shownBytes,
  spend,
} from './values.ts';
import type { Json, Reading } from './values.ts';

export { ShapeError } from './values.ts';
export type { Json } from './values.ts';

/** Most values that one payload may hold. */
const MAX_VALUES = 50_000;
/** Calls inside calls (a proposal of a proposal …), bytes inside bytes. */
const MAX_NESTING = 8;

/** What is to be said of a call that another one carries: fields beside its params, none when nothing is known. */
export type CallReader = (
  call: { to: string; method: Uint64 } | { code: string },
  params: Uint8Array,
  nesting: number,
) => { [name: string]: Json };

export interface Interpretation extends Reading {
  readonly readCall: CallReader;
  readonly nesting: number;
}

export function newBudget(): { left: number } {
  return { left: MAX_VALUES };
}

/** Whether an error says that a payload is not of its shape (anything else is a defect of ours). */
export function isMalformed(error: unknown): boolean {
  return error instanceof ShapeError || isRefusal(error);
}

/** Reads a value by a shape. @throws ShapeError and what `isMalformed` knows */
export function interpret(shape: Shape, value: CborValue, context: Interpretation): Json {
  spend(context);
  if (typeof shape === 'string') return readWord(shape, value, context);
  switch (shape.form) {
    case 'tuple':
      return readTuple(shape.fields, shape.least, value, context);
    case 'list':
      if (!isList(value)) throw malformed('not a list');
      return value.map((item) => interpret(shape.of, item, context));
    case 'maybe':
      return value === null ? null : interpret(shape.of, value, context);
    case 'oneOf':
      return readOneOf(shape.of, value, context);
    case 'inside':
      return readInside(shape.of, bytesOf(value), context);
    case 'call':
      throw malformed('a call outside of a tuple');
  }
}

function readTuple(fields: Fields, least: number, value: CborValue, context: Interpretation): Json {
  const entries = Object.entries(fields);
  if (!isList(value) || value.length > entries.length || value.length < least)
    throw malformed('not a tuple of this length');
  const out: Record<string, Json> = {};
  for (const [i, item] of value.entries()) {
    const [name, shape] = entries[i] ?? ['', 'any'];
    if (typeof shape === 'object' && shape.form === 'call') {
      spend(context);
      readCallField(name, shape.of, bytesOf(item), out, context);
    } else out[name] = interpret(shape, item, context);
  }
  return out;
}

/** Params of a call: as hex under their own name, and what they mean in fields beside it. */
function readCallField(
  name: string,
  kind: 'proposal' | 'constructor',
  params: Uint8Array,
  out: Record<string, Json>,
  context: Interpretation,
): void {
  out[name] = shownBytes(params);
  if (context.nesting >= MAX_NESTING) return;
  const { To: to, Method: method, CodeCID: code } = out;
  const nesting = context.nesting + 1;
  if (kind === 'proposal' && typeof to === 'string' && to !== '') {
    const number = methodNumber(method);
    if (number !== null)
      Object.assign(out, context.readCall({ to, method: number }, params, nesting));
  } else if (kind === 'constructor' && typeof code === 'string')
    Object.assign(out, context.readCall({ code }, params, nesting));
}

/** Integers above 2^53 are shown as text. Null for a number that no call can have. */
function methodNumber(shown: Json | undefined): Uint64 | null {
  if (typeof shown !== 'number' && typeof shown !== 'string') return null;
  try {
    return uint64(shown);
  } catch {
    return null;
  }
}

function readOneOf(shapes: readonly Shape[], value: CborValue, context: Interpretation): Json {
  for (const shape of shapes) {
    try {
      return interpret(shape, value, context);
    } catch (error) {
      const next = error instanceof ShapeError ? error.reason === 'malformed' : isRefusal(error);
      if (!next) throw error;
    }
  }
  throw malformed('none of the shapes');
}

/** Bytes that should hold a shape: what it says, or hex when they do not hold it. */
function readInside(shape: Shape, bytes: Uint8Array, context: Interpretation): Json {
  if (bytes.length === 0 || context.nesting >= MAX_NESTING) return shownBytes(bytes);
  try {
    return interpret(shape, decodeCbor(bytes), { ...context, nesting: context.nesting + 1 });
  } catch (error) {
    if (isRefusal(error) || (error instanceof ShapeError && error.reason === 'malformed'))
      return shownBytes(bytes);
    throw error;
  }
}
