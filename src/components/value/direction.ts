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
