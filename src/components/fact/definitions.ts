/** How often each term was defined on a page so far, by its request. */
const defined = new WeakMap<Request, Map<string, number>>();

/** An id for another definition of a term on the page of this request. */
export function definitionId(request: Request, term: string): string {
  const counts = defined.get(request) ?? new Map<string, number>();
  defined.set(request, counts);
  const count = (counts.get(term) ?? 0) + 1;
  counts.set(term, count);
  return count === 1 ? `def-${term}` : `def-${term}-${count}`;
}
