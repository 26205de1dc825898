import { openLargeIndex } from '#api/testing/large-index.ts';
import { isPlannedForValues } from '#store/plans.ts';
import { setup } from '#store/testing/server.ts';

const COPIES = 100;

/**
 * The demo chain up to `height`, a hundred times, on a PostgreSQL server of its own: prints every
 * read whose plan goes through a large table, and fails when there is one.
 */
export async function benchPlans(height: number): Promise<void> {
  const stop = setup();
  try {
    const began = performance.now();
    const since = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
    const index = await openLargeIndex(height, COPIES);
    console.log(`\nPlans: ${(index.rows / 1e6).toFixed(1)} million rows (${since()})`);
    const { asked, unread, failures } = await index.askAll();
    const statements = new Set(asked.map(({ query }) => query.sql)).size;
    console.log(`  ${asked.length} queries, ${statements} different statements (${since()})`);
    const offences = [...failures, ...unread.map((name) => `${name} was not asked`)];
    for (const one of asked)
      // By the plan for its values, as `PREPARED_STATEMENTS=off` has it, and by the one for all values.
      for (const generic of isPlannedForValues(one.query.sql) ? [false] : [false, true])
        for (const offence of await index.offences(one, generic))
          offences.push(
            `${one.by}: ${offence}${generic ? ' (plan for all values)' : ''}\n    ${one.query.sql}`,
          );
    await index.close();
    for (const offence of offences) console.log(`  ${offence}`);
    console.log(`  ${offences.length} offences (${since()})`);
    if (offences.length > 0) process.exitCode = 1;
  } finally {
    await stop();
  }
}
