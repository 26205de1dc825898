/** The job that a tab waits for, of a contract: it is taken up again when the page is loaded again. */

const key = (address: string): string => `verification:${address}`;

/** A browser may refuse to keep anything. */
function trying<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const keptJob = (address: string): string | null =>
  trying(() => sessionStorage.getItem(key(address)));

export function keepJob(address: string, id: string): void {
  trying(() => sessionStorage.setItem(key(address), id));
}

export function forgetJob(address: string): void {
  trying(() => sessionStorage.removeItem(key(address)));
}
