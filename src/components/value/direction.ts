/** Which way something went, as one account sees it. */
export type Direction = 'in' | 'out' | 'self';

/** The way between two ends for the account with these forms; null where there is no such account. */
export function directionOf(
  self: readonly string[],
  { from, to }: { from: string; to: string },
): Direction | null {
  if (self.length === 0) return null;
  if (!self.includes(from)) return 'in';
  return self.includes(to) ? 'self' : 'out';
}

/** One end as its identifier is shown: the account itself without link and name, which its page's head has. */
export function endOf<T extends object>(
  self: readonly string[],
  value: string,
  called: T,
): { value: string; href: null; named: false } | ({ value: string } & T) {
  return self.includes(value) ? { value, href: null, named: false } : { value, ...called };
}

/** No link for an end that no actor has, where its address is an id: ids are given, there is no page of one to come. */
export function unlinked(address: string, id: string | null): { href?: null } {
  return id === null && /^[ft]0/.test(address) ? { href: null } : {};
}
