import { sql } from 'kysely';

/** Stands in statements whose plan depends on their values. */
const MARK = '/* planned for its values */';

/** The same as a part of a statement: it is never prepared by name. */
export const plannedForValues = sql.raw(MARK);

export const isPlannedForValues = (text: string): boolean => text.includes(MARK);
