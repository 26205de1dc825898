import { afterAll, describe } from 'vitest';
import { openStore, type Store } from '../store.ts';
import { createDatabase, maintain } from './server.ts';

/** A new, empty, migrated database; it is closed and dropped after the tests of its `describe`. */
export type OpenDatabase = () => Promise<Store>;

/**
 * Runs a body of tests on PGlite and on a PostgreSQL server. Where the machine has no PostgreSQL
 * the second half fails and says what to do; `SEXTANT_TEST_POSTGRES=off` leaves it out.
 */
export function eachDatabase(body: (open: OpenDatabase, kind: Store['kind']) => void): void {
  describe('on PGlite', () => {
    const opened: Store[] = [];
    afterAll(() => closeAll(opened));
    body(async () => {
      const store = await openStore({ dataDir: 'memory://' });
      opened.push(store);
      return store;
    }, 'pglite');
  });
  if (process.env['SEXTANT_TEST_POSTGRES'] === 'off') return;
  describe('on PostgreSQL', () => {
    const opened: Store[] = [];
    const names: string[] = [];
    afterAll(async () => {
      await closeAll(opened);
      for (const name of names) await maintain(`drop database "${name}" with (force)`);
    });
    body(async () => {
      const { databaseUrl, name } = await createDatabase();
      names.push(name);
      const store = await openStore({ databaseUrl });
      opened.push(store);
      return store;
    }, 'postgres');
  });
}

async function closeAll(stores: Store[]): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
}
