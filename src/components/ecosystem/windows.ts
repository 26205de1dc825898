/** How lists of projects are ordered and over what time, as a page's address says it. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';

/** The first of each is the usual. */
export const DAPP_SORTS = ['transaction', 'users', 'balance', 'fee'] as const;
export const DEFI_SORTS = ['tvl', 'users', 'transactions'] as const;
const WINDOWS = ['1', '7', '30', '365'] as const;
export type DappWindow = (typeof WINDOWS)[number];

/** The windows in which a chain of this height has something to tell apart. */
export function windowsAt(height: number): DappWindow[] {
  const shorter: Record<DappWindow, number> = { '1': -1, '7': 1, '30': 7, '365': 30 };
  return WINDOWS.filter((window) => height > shorter[window] * EPOCHS_PER_DAY);
}

/** Days that a query asks for, where they are offered at this height; else the usual. */
export function chosenDays(query: URLSearchParams, height: number): DappWindow {
  return windowsAt(height).find((window) => window === query.get('days')) ?? WINDOWS[0];
}
