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

/** The definitions that rows share, by request: term → id. */
const sharedIds = new WeakMap<Request, Map<string, string>>();

/** The one definition of a term for all rows of this request's page, and whether the page has it already. */
export function sharedDefinition(request: Request, term: string): { id: string; there: boolean } {
  const ids = sharedIds.get(request) ?? new Map<string, string>();
  sharedIds.set(request, ids);
  const known = ids.get(term);
  const id = known ?? definitionId(request, term);
  ids.set(term, id);
  return { id, there: known !== undefined };
}
