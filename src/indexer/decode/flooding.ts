/**
 * What contracts tell by events costs them little gas: transfers of tokens, records of names. Whoever
 * keeps books of them as well pays more for as many than five blocks have. Of one contract in one
 * tipset, and of all:
 */
const MOST_OF_ONE = 50_000;
const MOST = 150_000;

/**
 * Contracts that tell of more than there can be: those with the most, until the rest is few.
 * @param counts what each tells of, by its actor id
 */
export function floodingOf(counts: ReadonlyMap<number, number>): ReadonlySet<number> {
  let total = counts.values().reduce((sum, told) => sum + told, 0);
  const flooding = new Set<number>();
  for (const [emitter, told] of [...counts].sort(([a, x], [b, y]) => y - x || a - b)) {
    if (total <= MOST && told <= MOST_OF_ONE) break;
    flooding.add(emitter);
    total -= told;
  }
  return flooding;
}
