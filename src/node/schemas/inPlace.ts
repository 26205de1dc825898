/**
 * Checks that leave a right answer as it is, made of its schema. A schema makes a copy of all that it
 * reads, which costs more than parsing; of a backfill's answers nearly all need none. What such a check
 * does not take goes to the schema, which mends or refuses it.
 */
import { isFields } from '#filecoin/encoding/json.ts';
import type { z } from 'zod';
import type { $ZodChecks, $ZodType, $ZodTypes } from 'zod/v4/core';

/** What reads an answer: a schema, or a quicker way to the same. */
export type Shape<T> = Pick<z.ZodType<T>, 'safeParse'>;

/** What is checked after the rest: a schema that holds itself may do so as deep as senders like. */
type Later = [is: Is, value: unknown][];

type Is = (value: unknown, later: Later) => boolean;

/** A schema of a kind that is not known here. */
class Unknown extends Error {}

/** The schema, or a check of the same that copies nothing where it knows all kinds of schemas in it. */
export function inPlace<T>(schema: z.ZodType<T>): Shape<T> {
  try {
    const [is, finish] = rootOf(schema);
    return {
      safeParse: (value) =>
        holds(is, value) ? { success: true, data: finish(value) as T } : schema.safeParse(value),
    };
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    return schema;
  }
}

function holds(is: Is, value: unknown): boolean {
  const later: Later = [];
  if (!is(value, later)) return false;
  for (let next = later.pop(); next !== undefined; next = later.pop())
    if (!next[0](next[1], later)) return false;
  return true;
}

/** What the whole answer becomes is made anew; within it nothing may. */
function rootOf(schema: $ZodType): [is: Is, finish: (value: unknown) => unknown] {
  const made: Made = new Map();
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type !== 'pipe') return [isOf(schema, made), (value) => value];
  return [isOf(def.in, made), transformOf(def.out)];
}

/** Null while it is made. */
type Made = Map<$ZodType, Is | null>;

function isOf(schema: $ZodType, made: Made): Is {
  const known = made.get(schema);
  if (known === null) return (value, later) => later.push([made.get(schema) ?? never, value]) > 0;
  if (known !== undefined) return known;
  made.set(schema, null);
  const { def } = (schema as $ZodTypes)._zod;
  const checks = (def.checks ?? []).map(checkOf);
  const is = checks.reduce<Is>(
    (before, check) => (value, later) => before(value, later) && check(value),
    kindOf(schema as $ZodTypes, made),
  );
  made.set(schema, is);
  return is;
}

const never: Is = () => false;

function kindOf(schema: $ZodTypes, made: Made): Is {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      if ('format' in def) throw new Unknown();
      return (value) => typeof value === 'string';
    case 'number':
      return numberOf('format' in def ? String(def.format) : undefined);
    case 'bigint':
      if ('format' in def) throw new Unknown();
      return (value) => typeof value === 'bigint';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'literal':
      return (value) => def.values.some((one) => one === value);
    case 'nullable': {
      const inner = isOf(def.innerType, made);
      return (value, later) => value === null || inner(value, later);
    }
    case 'optional': {
      const inner = isOf(def.innerType, made);
      return (value, later) => value === undefined || inner(value, later);
    }
    case 'array': {
      const item = isOf(def.element, made);
      return (value, later) => {
        if (!Array.isArray(value)) return false;
        for (const one of value) if (!item(one, later)) return false;
        return true;
      };
    }
    case 'object':
      if (def.catchall !== undefined) throw new Unknown();
      return membersOf(def.shape, made);
    case 'record': {
      const [name, member] = [isOf(def.keyType, made), isOf(def.valueType, made)];
      return (value, later) =>
        isFields(value) &&
        Object.entries(value).every(
          ([key, one]) => key !== '__proto__' && name(key, later) && member(one, later),
        );
    }
    case 'union': {
      const [one, other, ...rest] = def.options.map((option) => leafOf(option));
      if (one === undefined || other === undefined || rest.length > 0) throw new Unknown();
      return (value, later) => one(value, later) || other(value, later);
    }
    case 'pipe': {
      const [inner, mend] = [isOf(def.in, made), transformOf(def.out)];
      return (value, later) => inner(value, later) && mend(value) === value;
    }
    default:
      throw new Unknown();
  }
}

/** Of a schema without others in it: nothing of it is put off, so that another may be tried. */
function leafOf(schema: $ZodType): Is {
  if (!LEAVES.has((schema as $ZodTypes)._zod.def.type)) throw new Unknown();
  return isOf(schema, new Map());
}

const LEAVES: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'literal']);

function numberOf(format: string | undefined): Is {
  switch (format) {
    case undefined:
      return (value) => Number.isFinite(value);
    case 'safeint':
      return (value) => Number.isSafeInteger(value);
    case 'int32':
      return (value) => typeof value === 'number' && (value | 0) === value;
    default:
      throw new Unknown();
  }
}

function membersOf(shape: Readonly<Record<string, $ZodType>>, made: Made): Is {
  const members = Object.entries(shape).map(([name, member]) => ({
    name,
    is: isOf(member, made),
    mayMiss: member._zod.optin === 'optional',
  }));
  return (value, later) => {
    if (!isFields(value)) return false;
    for (const { name, is, mayMiss } of members) {
      const member = value[name];
      if (member === undefined && !mayMiss && !Object.hasOwn(value, name)) return false;
      if (!is(member, later)) return false;
    }
    return true;
  };
}

/** Of one that looks at the value alone. */
function transformOf(schema: $ZodType): (value: unknown) => unknown {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type !== 'transform' || def.transform.length > 1) throw new Unknown();
  const change = def.transform as (value: unknown) => unknown;
  return (value) => change(value);
}

function checkOf(check: unknown): (value: unknown) => boolean {
  const { def } = (check as $ZodChecks)._zod;
  switch (def.check) {
    case 'min_length':
      return (value) => lengthOf(value) >= def.minimum;
    case 'max_length':
      return (value) => lengthOf(value) <= def.maximum;
    case 'greater_than':
      return ordered(def.value, (value, least) => value > least, def.inclusive);
    case 'less_than':
      return ordered(def.value, (value, most) => value < most, def.inclusive);
    case 'string_format': {
      const { format, pattern } = def;
      if (format !== 'regex' || pattern === undefined) throw new Unknown();
      return (value) => typeof value === 'string' && pattern.test(value);
    }
    default: {
      const { fn } = def as { fn?: unknown };
      if (typeof fn !== 'function') throw new Unknown();
      return (value) => Boolean(fn(value));
    }
  }
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : NaN;

type Ordered = number | bigint;

function ordered(
  limit: number | bigint | Date,
  is: (value: Ordered, limit: Ordered) => boolean,
  inclusive: boolean,
): (value: unknown) => boolean {
  if (limit instanceof Date) throw new Unknown();
  return (value) =>
    (typeof value === 'number' || typeof value === 'bigint') &&
    (is(value, limit) || (inclusive && value === limit));
}
