/** By what a reader narrows a list of an account, as a page's address says it. */
import { BadInput } from '#explorer/errors.ts';
import type { Searched } from '#explorer/searched.ts';
import { attoOfFil } from '#format/fil.ts';

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
}

const NAMES = ['startDate', 'endDate', 'min', 'max', 'counterparty', 'status'] as const;

export function readNarrowed(query: URLSearchParams): Narrowed {
  const typed = (name: string): string => (query.get(name) ?? '').trim();
  return {
    startDate: typed('startDate'),
    endDate: typed('endDate'),
    min: typed('min'),
    max: typed('max'),
    counterparty: typed('counterparty'),
    status: typed('status'),
    endHeight: typed('endHeight'),
  };
}

/** Whether anything was asked for. */
export const isNarrowed = (narrowed: Narrowed): boolean =>
  narrowed.endHeight !== '' || NAMES.some((name) => narrowed[name] !== '');

/** The words for a list that has no rows by what was asked for; null: nothing was. */
export function noneOf(
  narrowed: Narrowed,
  searched: Searched | undefined,
): 'common.narrow.none' | 'common.narrow.noneSoFar' | null {
  if (!isNarrowed(narrowed)) return null;
  return searched?.next == null ? 'common.narrow.none' : 'common.narrow.noneSoFar';
}

/** The same as the explorer takes it, and the list's CSV. Throws BadInput for what is no amount of FIL. */
export function askedOf({ min, max, ...same }: Narrowed) {
  return { ...same, minValue: atto(min), maxValue: atto(max) };
}

function atto(fil: string): string {
  if (fil === '') return '';
  const amount = attoOfFil(fil);
  if (amount === null) throw new BadInput('badFil');
  return amount;
}
