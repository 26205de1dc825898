import { sql, type RawBuilder } from 'kysely';

/** Stands in statements whose plan depends on their values. */
const MARK = '/* planned for its values */';

/** The same as a part of a statement: it is never prepared by name. */
export const plannedForValues = sql.raw(MARK);

export const isPlannedForValues = (text: string): boolean => text.includes(MARK);

/**
 * The same list, of which no plan knows the length. Where it is known, and short, the server takes the
 * plan for it for the cheaper one and plans anew for each execution, which costs more than executing it.
 */
export const ofAnyLength = (ids: RawBuilder<readonly number[]>) =>
  sql<readonly number[]>`(select ${ids}::int8[])::int8[]`;
