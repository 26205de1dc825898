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

/** What a query asks for; the usual window where that is not offered at this height. */
export function chosenContracts(
  query: URLSearchParams,
  height: number,
): {
  sort: ContractSort;
  window: ContractWindow;
} {
  return {
    sort: readChoice(query, 'sort', CONTRACT_SORTS),
    window: windowsAt(height).find((window) => window === query.get('days')) ?? WINDOWS[0],
  };
}
