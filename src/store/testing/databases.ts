import { afterAll, describe } from 'vitest';
import type { Store } from '../store.ts';
import { openMemory, openOnServer, type Filling } from './kept.ts';

/** A database of its own, empty unless filled; it is closed after the tests of its `describe`. */
export type OpenDatabase = (filling?: Filling) => Promise<Store>;

/**
 * Runs a body of tests on PGlite and on a PostgreSQL server. Where the machine has no PostgreSQL
 * the second half fails and says what to do; `SEXTANT_TEST_POSTGRES=off` leaves it out.
 */
export function eachDatabase(body: (open: OpenDatabase, kind: Store['kind']) => void): void {
  const on = (title: string, kind: Store['kind'], open: (filling?: Filling) => Promise<Store>) => {
    describe(title, () => {
      const opened: Store[] = [];
      afterAll(async () => {
        for (const store of opened.splice(0)) await store.close();
      });
      body(async (filling) => {
        const store = await open(filling);
        opened.push(store);
        return store;
      }, kind);
    });
  };
  on('on PGlite', 'pglite', openMemory);
  if (process.env['SEXTANT_TEST_POSTGRES'] !== 'off') on('on PostgreSQL', 'postgres', openOnServer);
}
