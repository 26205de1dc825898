/** Reads of a large index on the test server, judged by how much of which tables they go through. */
import { Kysely, sql, type CompiledQuery } from 'kysely';
import { poolDialect } from '#store/postgres/dialect.ts';
import { openPool } from '#store/postgres/pool.ts';
import type { Database } from '#store/schema.ts';
import { openStore, type Store } from '#store/store.ts';
import { copyOnServer } from '#store/testing/kept.ts';
import { createJudge } from '#store/testing/plan.ts';
import { maintain } from '#store/testing/server.ts';
import { createExplorer, type Answer, type Explorer } from '../index.ts';

export interface Judged {
  /** What is read, and what is wrong with the plans of statements of these tables. @param most rows of a table */
  judge<T>(
    read: (explorer: Explorer) => Promise<Answer<T>>,
    most: number,
  ): Promise<{ data: T; statements: number; offences: string[] }>;
  close(): Promise<void>;
}

/** @param tables those that are large */
export async function openJudged(
  tables: readonly string[],
  fill: (store: Store) => Promise<void>,
): Promise<Judged> {
  const { databaseUrl, name } = await copyOnServer();
  const store = await openStore({ databaseUrl });
  await fill(store);
  await sql`analyze`.execute(store.db);
  const { offences: offencesOf } = await createJudge(store.db, new Set(tables));
  let asked: CompiledQuery[] = [];
  const logged = new Kysely<Database>({
    dialect: poolDialect(await openPool(databaseUrl, () => {})),
    log: ({ query }) => void asked.push(query),
  });
  const explorer = createExplorer({
    ...store,
    db: logged,
    snapshot: (work) => logged.transaction().execute(work),
  });
  const isOfThese = (query: CompiledQuery): boolean =>
    tables.some((table) => new RegExp(`\\b${table}\\b`).test(query.sql));
  return {
    async judge(read, most) {
      asked = [];
      const { data } = await read(explorer);
      const own = asked.filter(isOfThese);
      const offences: string[] = [];
      for (const query of own) offences.push(...(await offencesOf(query, most)));
      return { data, statements: own.length, offences };
    },
    async close() {
      await logged.destroy();
      await store.close();
      await maintain(`drop database "${name}" with (force)`);
    },
  };
}
