/** Pages by number of lists that reorder reach so far (explorer/ordered.ts); the whole is had as CSV. */
export const REORDERING_ROWS = 10_000;
