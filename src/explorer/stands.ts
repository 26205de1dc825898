import { sql, type RawBuilder } from 'kysely';

/**
 * As SQL: the height of the newest tipset up to an epoch, also an SQL expression. The state at that epoch
 * is what ran below that height. Where the index begins with null rounds, its first height: below it
 * stands what was taken over from older times.
 */
export const standsOn = (
  { network }: { network: { startHeight: number | RawBuilder<number> } },
  epoch: RawBuilder<unknown>,
) =>
  sql`coalesce(
    (select t.height from tipset t where t.height <= ${epoch} order by t.height desc limit 1),
    ${network.startHeight}::int4)`;
