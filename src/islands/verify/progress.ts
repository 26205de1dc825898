/** How far a request is. */

/**
 * `waiting`: it is sent again after so many seconds, of those that the server asked for. `queued`: at
 * its place among those that wait for a compiler, where that is known. `since`: when that began, ms.
 */
export type Progress =
  | { readonly step: 'sent' }
  | { readonly step: 'waiting'; readonly seconds: number; readonly of: number }
  | { readonly step: 'queued'; readonly place: number | null; readonly since: number }
  | { readonly step: 'compiling' | 'comparing'; readonly since: number };

/** Resolves after so many milliseconds. @throws the signal's reason */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
