/** By what lists can be narrowed, beside what they have lists of their own for. */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import type { z } from 'zod';
import { sql, type RawBuilder } from 'kysely';
import { findAccount, type Found } from './account/find.ts';
import { BadInput, NotFound } from './errors.ts';
import type { Heights } from './paging.ts';
import { choice, dayOf, parameter, refuse, text, whole } from './parameter.ts';
import type { Network } from './head.ts';
import { MAX_INTEGER, type View } from './view.ts';

const date = (description: string) =>
  dayOf({ description: `${description} (UTC, YYYY-MM-DD)`, refusal: ['badDay'] });

const height = (name: string, description: string) =>
  whole({
    description: `${description}; with a day, both hold`,
    minimum: 0,
    most: MAX_INTEGER - 1,
    absent: null,
    refusal: ['badHeightOf', { name }],
  });

/** Only what was between two moments: a range of the list's rows. */
export const TIMES = {
  startDate: date('Nothing before this day'),
  endDate: date('Nothing after this day'),
  startHeight: height('startHeight', 'Nothing below this height'),
  endHeight: height('endHeight', 'Nothing above this height'),
};

export const counterparty = text(
  'Only what is from or to this other account, in any form of its address',
  null,
);

/** As many digits as the chain's integers have, at most. */
const AMOUNT = /^\d{1,307}$/;
const amount = (name: string, description: string) =>
  parameter({ type: 'string', description, pattern: '^\\d*$' }, null, (value) =>
    AMOUNT.test(value) ? value : refuse(['badValue', { name }]),
  );

/** attoFIL. */
export const VALUES = {
  minValue: amount('minValue', 'Only values of at least so much attoFIL'),
  maxValue: amount('maxValue', 'Only values of at most so much attoFIL'),
};

/** What lists of messages and transfers take. */
export const NARROWED = { ...TIMES, counterparty, ...VALUES };
export type Narrowed = z.output<z.ZodObject<typeof NARROWED>>;
export type Values = z.output<z.ZodObject<typeof VALUES>>;

const OUTCOMES = ['ok', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const outcome = choice({
  description: 'Only messages that succeeded (`ok`), or only those that did not (`failed`)',
  of: OUTCOMES,
  absent: null,
  refusal: ['badOutcome', { known: OUTCOMES.join(', ') }],
});

export type Times = z.output<z.ZodObject<typeof TIMES>>;

/** The first epoch of a day (UTC, counted from 1970); negative before the genesis. */
export function firstEpochOf(
  { genesisTimestamp, epochSeconds }: Pick<Network, 'genesisTimestamp' | 'epochSeconds'>,
  day: number,
): number {
  return Math.ceil((day * DAY_SECONDS - genesisTimestamp) / epochSeconds);
}

/** The heights between the moments that were asked for. Throws BadInput for days in the wrong order. */
export function heightsOf({ network }: View, asked: Times): Heights {
  if (asked.startDate !== null && asked.endDate !== null && asked.startDate > asked.endDate)
    throw new BadInput('daysReversed');
  const first = (day: number): number => firstEpochOf(network, day);
  const from = [
    ...(asked.startDate === null ? [] : [first(asked.startDate)]),
    ...(asked.startHeight === null ? [] : [asked.startHeight]),
  ];
  const to = [
    ...(asked.endDate === null ? [] : [first(asked.endDate + 1) - 1]),
    ...(asked.endHeight === null ? [] : [asked.endHeight]),
  ];
  const kept = (height: number): number => Math.max(-1, Math.min(height, MAX_INTEGER - 1));
  return {
    from: from.length === 0 ? null : kept(Math.max(...from)),
    to: to.length === 0 ? null : kept(Math.min(...to)),
  };
}

/** The other account that was asked for; null: none was. Throws BadInput where there is no such account. */
export async function otherOf(view: View, asked: string | null): Promise<Found | null> {
  if (asked === null) return null;
  try {
    return await findAccount(view, asked);
  } catch (error) {
    if (error instanceof BadInput || error instanceof NotFound)
      throw new BadInput('badCounterparty');
    throw error;
  }
}

/** Whether a value, as SQL, lies within the bounds; none: whatever it is. Throws BadInput for bounds in the wrong order. */
export function valueWithin(
  value: RawBuilder<unknown>,
  { minValue, maxValue }: Values,
): RawBuilder<boolean>[] {
  if (minValue !== null && maxValue !== null && BigInt(minValue) > BigInt(maxValue))
    throw new BadInput('valuesReversed');
  return [
    ...(minValue === null ? [] : [sql<boolean>`${value} >= ${minValue}::numeric`]),
    ...(maxValue === null ? [] : [sql<boolean>`${value} <= ${maxValue}::numeric`]),
  ];
}

/** Whether an execution ended so, as SQL; null: however it did. */
export function statusIs(status: Outcome | null): RawBuilder<boolean>[] {
  if (status === null) return [];
  return [status === 'ok' ? sql<boolean>`exit_code = 0` : sql<boolean>`exit_code <> 0`];
}
