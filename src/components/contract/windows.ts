/** How a page of contracts is ordered and over what time, as its address says it. */
import { readChoice } from '#format/query.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';

/** The first is the usual. */
export const CONTRACT_SORTS = ['transaction', 'users', 'fee', 'balance'] as const;
export type ContractSort = (typeof CONTRACT_SORTS)[number];

/** Windows in days; the first is the usual. */
export const WINDOWS = ['1', '7', '30', '365', 'all'] as const;
export type ContractWindow = (typeof WINDOWS)[number];

/** The windows in which a chain of this height has something to tell apart. */
export function windowsAt(height: number): ContractWindow[] {
  const shorter: Record<ContractWindow, number> = { '1': -1, '7': 1, '30': 7, '365': 30, all: 1 };
  return WINDOWS.filter((window) => height > shorter[window] * EPOCHS_PER_DAY);
}

/** The window that a query names, or the longest of those offered where that is too long; else the usual. */
export function chosenWindow<W extends ContractWindow>(
  offered: readonly W[],
  query: URLSearchParams,
): W | '1' {
  const asked = WINDOWS.find((window) => window === query.get('days'));
  if (asked === undefined) return '1';
  return (
    offered.find((window) => window === asked) ??
    offered.findLast((window) => window !== 'all') ??
    '1'
  );
}

/**
 * What a query asks for; of a chain that is too young for the window the longest that it has, which is
 * all of it.
 */
export function chosenContracts(
  query: URLSearchParams,
  height: number,
): {
  sort: ContractSort;
  window: ContractWindow;
} {
  return {
    sort: readChoice(query, 'sort', CONTRACT_SORTS),
    window: chosenWindow(windowsAt(height), query),
  };
}
