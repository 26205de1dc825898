/**
 * What a tab waits for, of a contract: taken up again when the page is loaded again. First the request
 * itself, until the server has a job for it; then the job.
 */

export type Kept =
  { readonly id: string } | { readonly request: Readonly<Record<string, unknown>> };

const key = (address: string): string => `verification:${address}`;

/** A browser may refuse to keep anything, or so much. */
function trying<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const kept = (address: string): Kept | null =>
  trying(() => {
    const text = sessionStorage.getItem(key(address));
    return text === null ? null : (JSON.parse(text) as Kept);
  });

/** Takes the place of what was kept before, also where there is no room for it. */
export function keep(address: string, what: Kept): void {
  forget(address);
  trying(() => sessionStorage.setItem(key(address), JSON.stringify(what)));
}

export function forget(address: string): void {
  trying(() => sessionStorage.removeItem(key(address)));
}
