/** By what a reader narrows a list, as a page's address says it. */
import { BadInput } from '#explorer/errors.ts';
import type { Searched } from '#explorer/searched.ts';
import type { Answer } from '#explorer/wire.ts';
import { attoOfFil } from '#format/fil.ts';
import { pinnedTab } from '../page/attempt.ts';
import { type At, type TabInput, type TabPage } from './paging.ts';
import { unlessRefused } from './refused.ts';

/** What was typed; empty: not asked for. */
export interface Narrowed {
  startDate: string;
  endDate: string;
  /** FIL. */
  min: string;
  max: string;
  counterparty: string;
  status: string;
  /** Where an earlier search of the list went on. */
  endHeight: string;
  /** Why it cannot be asked for, and which of it makes no sense. */
  wrong: Wrong | null;
}

const FIELDS = {
  badCounterparty: ['counterparty'],
  badDay: ['startDate', 'endDate'],
  badFil: ['min', 'max'],
  daysReversed: ['startDate', 'endDate'],
  valuesReversed: ['min', 'max'],
} as const;
export type Wrong = keyof typeof FIELDS;
const isWrong = (code: string): code is Wrong => Object.hasOwn(FIELDS, code);

/** Whether a field has what makes no sense, or may have it. */
export const isWrongIn = (name: string, narrowed: Narrowed): boolean =>
  narrowed.wrong !== null &&
  FIELDS[narrowed.wrong].some((field) => field === name && narrowed[field] !== '');

const NAMES = ['startDate', 'endDate', 'min', 'max', 'counterparty', 'status'] as const;

/** `of`: what the list can be narrowed by; anything unless told. */
export function readNarrowed(
  query: URLSearchParams,
  of: readonly (typeof NAMES)[number][] = NAMES,
): Narrowed {
  const typed = (name: (typeof NAMES)[number]): string =>
    of.includes(name) ? (query.get(name) ?? '').trim() : '';
  return {
    startDate: typed('startDate'),
    endDate: typed('endDate'),
    min: typed('min'),
    max: typed('max'),
    counterparty: typed('counterparty'),
    status: typed('status'),
    endHeight: (query.get('endHeight') ?? '').trim(),
    wrong: null,
  };
}

/** Whether anything was asked for. */
export const isNarrowed = (narrowed: Narrowed): boolean =>
  narrowed.endHeight !== '' || NAMES.some((name) => narrowed[name] !== '');

/** The words for a list that has no rows by what was asked for; null: nothing was. */
export function noneOf(
  narrowed: Narrowed,
  searched: Searched | undefined,
): 'common.narrow.none' | 'common.narrow.noneSoFar' | 'common.narrow.refused' | null {
  if (narrowed.wrong !== null) return 'common.narrow.refused';
  if (!isNarrowed(narrowed)) return null;
  return searched?.next == null ? 'common.narrow.none' : 'common.narrow.noneSoFar';
}

/** The same as the explorer takes it. Throws BadInput for what is no amount of FIL. */
export function askedOf({ min, max, wrong: _, ...same }: Narrowed) {
  return { ...same, minValue: atto(min), maxValue: atto(max) };
}

/** The same for the list's CSV: all of it, where it cannot be asked for. */
export const askedOfCsv = (narrowed: Narrowed): Partial<ReturnType<typeof askedOf>> =>
  narrowed.wrong === null ? askedOf(narrowed) : {};

/** The same of lists that have no counterparty. */
export function askedOfAll(narrowed: Narrowed) {
  const { counterparty: _ofAccounts, ...asked } = askedOf(narrowed);
  return asked;
}

/** Only the times. */
export function askedTimes({ startDate, endDate, endHeight }: Narrowed) {
  return { startDate, endDate, endHeight };
}

/** Reads a tab's list as {@link pinnedTab} does; no rows (`none`) where it cannot be narrowed so. */
export async function narrowedTab<T extends { totalCount: number }>(
  narrowed: Narrowed,
  query: URLSearchParams,
  at: At,
  read: (input: TabInput) => Promise<Answer<T>>,
  none: T,
): Promise<TabPage & { list: T; narrowed: Narrowed }> {
  return unlessRefused(
    (code) => (isWrong(code) ? code : null),
    async () => ({ narrowed, ...(await pinnedTab(query, at, read)) }),
    (wrong) => ({ narrowed: { ...narrowed, wrong }, list: none, total: 0, head: null, ...at }),
  );
}

function atto(fil: string): string {
  if (fil === '') return '';
  const amount = attoOfFil(fil);
  if (amount === null) throw new BadInput('badFil');
  return amount;
}
