/** Reads of a database of their own on the test server, and a driver beside them, of one connection each. */
import { createPool } from '../postgres/pool.ts';
import { Reading } from '../postgres/reading.ts';
import { createDatabase, maintain } from './server.ts';

export async function openReading() {
  const { databaseUrl, name } = await createDatabase();
  const reading = new Reading(
    createPool(databaseUrl, () => {}, { pipeline: true, connections: 1 }),
    null,
  );
  const driver = createPool(databaseUrl, () => {}, { connections: 1 });
  return {
    reading,
    driver,
    async close(): Promise<void> {
      await reading.close();
      await driver.end();
      await maintain(`drop database "${name}" with (force)`);
    },
  };
}
