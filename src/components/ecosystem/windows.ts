/** How lists of projects are ordered and over what time, as a page's address says it. */
import {
  chosenWindow,
  WINDOWS,
  windowsAt as contractWindowsAt,
  type ContractWindow,
} from '../contract/windows.ts';
import { chosenDuration, DAYS, DURATIONS, type Duration } from '../stats/charts.ts';

/** The first of each is the usual. */
export const DAPP_SORTS = ['transaction', 'users', 'balance', 'fee'] as const;
export const DEFI_SORTS = ['tvl', 'users', 'transactions'] as const;
export type DappWindow = Exclude<ContractWindow, 'all'>;
export const DAPP_WINDOWS = WINDOWS.filter((window) => window !== 'all');

/** The windows of contracts, all time aside. */
export function windowsAt(height: number): DappWindow[] {
  return contractWindowsAt(height).filter((window) => window !== 'all');
}

/** Days that a query asks for, or the longest offered at this height where those are not; else the usual. */
export function chosenDays(query: URLSearchParams, height: number): DappWindow {
  return chosenWindow(windowsAt(height), query);
}

/** The one time of a page with a chart, whose query names it as a chart's or in days. */
export function askedDuration(query: URLSearchParams, height: number): Duration {
  const named = DURATIONS.find((duration) => String(DAYS[duration]) === query.get('days'));
  if (query.has('duration') || named === undefined) return chosenDuration(query, height);
  return chosenDuration(new URLSearchParams({ duration: named }), height);
}
