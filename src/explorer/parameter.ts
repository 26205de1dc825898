/**
 * How what reads take is declared: how a text of an address bar or a query string is understood, what
 * it is when it is absent or empty, and what the API's document says of it. What makes no sense is
 * refused as BadInput.
 */
import { z } from 'zod';
import { BadInput, type ErrorCode, type ErrorParams } from './errors.ts';
import { wholeNumber } from './input.ts';

/** A parameter's schema in the OpenAPI document. */
export interface ParameterSchema {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly enum?: readonly (string | number)[];
  /** What its text looks like; an empty one counts as absent. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly format?: 'date';
  readonly default?: string | number;
}

/** What the document says of parameters. */
export const DOCUMENTED = z.registry<ParameterSchema>();

type RefusalWords = readonly [code: ErrorCode, params?: ErrorParams];

export function refuse([code, params]: RefusalWords): never {
  throw new BadInput(code, params);
}

/** Whatever it is, `read` refuses in our words what it cannot be. */
export const given = z.custom<string | number>().optional();

/** `absent`: what it is when nothing is given; `read` takes what is. */
export const parameter = <T, Absent>(
  about: ParameterSchema,
  absent: Absent,
  read: (text: string) => T,
) =>
  given
    .transform((value): T | Absent =>
      value === undefined || value === '' ? absent : read(String(value)),
    )
    .register(DOCUMENTED, about);

export const text = <Absent>(
  description: string,
  absent: Absent,
  fields: Partial<ParameterSchema> = {},
) => parameter({ type: 'string', description, ...fields }, absent, (value) => value);

interface Whole<Absent> {
  description: string;
  minimum: number;
  /** More counts as this. */
  most?: number;
  absent: Absent;
  refusal: RefusalWords;
}

export const whole = <Absent extends number | null>({
  description,
  minimum,
  most = Number.MAX_SAFE_INTEGER,
  absent,
  refusal,
}: Whole<Absent>) =>
  parameter(
    { type: 'integer', description, minimum, ...(absent !== null && { default: absent }) },
    absent,
    (value) => {
      const number = wholeNumber(value);
      return number === null || number < minimum ? refuse(refusal) : Math.min(number, most);
    },
  );

interface Choice<T, Absent> {
  description: string;
  of: readonly T[];
  absent: Absent;
  refusal: RefusalWords;
  /** Whether the document says what it is when it is absent. */
  saysAbsent?: boolean;
}

export const choice = <const T extends string, Absent extends T | null>({
  description,
  of,
  absent,
  refusal,
  saysAbsent = true,
}: Choice<T, Absent>) =>
  parameter(
    {
      type: 'string',
      description,
      enum: of,
      ...(absent !== null && saysAbsent ? { default: absent } : {}),
    },
    absent,
    (value) => of.find((known) => known === value) ?? refuse(refusal),
  );

const DAY_MS = 86_400_000;

/** A day, counted from 1970. */
export const dayOf = ({ description, refusal }: { description: string; refusal: RefusalWords }) =>
  parameter({ type: 'string', description, format: 'date' }, null, (value) => {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
    // The 30th of February would be the 2nd of March.
    const sound = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
    return sound ? time / DAY_MS : refuse(refusal);
  });
