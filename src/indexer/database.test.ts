import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startIndexer, until } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';
import { Faulty, START } from './testing/faulty.ts';

let faulty: Faulty;
beforeAll(async () => {
  faulty = await Faulty.start();
});
afterEach(() => faulty.heal());
afterAll(() => faulty.close());

describe('a database', () => {
  it('has one writer: the second one stops with a clear reason', async () => {
    const indexer = await faulty.begin();
    const second = startIndexer(faulty.store, faulty.node, { startHeight: START }).indexer;
    faulty.closing.push(() => second.stop());
    await Promise.all([indexer.sync(), second.sync()]);
    const states = [indexer, second].map((one) => one.status());
    // Either may be the one that is refused; both never are, and nothing is written twice.
    await until(
      () => [indexer, second].some((one) => one.status().state === 'following'),
      'one that goes on',
    );
    expect(states.filter((status) => status.state === 'stopped').length).toBeLessThanOrEqual(1);
    for (const status of states)
      if (status.state === 'stopped') expect(status.reason).toContain('Another process writes');
    expect(states.some((status) => status.state === 'stopped')).toBe(true);
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });

  it('of another network is refused', async () => {
    const indexer = await faulty.begin();
    await indexer.sync();
    await indexer.stop();
    await faulty.store.db
      .updateTable('network')
      .set({ genesis: new Uint8Array(32) })
      .execute();
    const again = startIndexer(faulty.store, faulty.node).indexer;
    faulty.closing.push(() => again.stop());
    await until(() => again.status().state === 'stopped', 'the state stopped');
    expect(again.status().reason).toContain('another genesis');
  });

  it('that refuses to go on is waited for, and what it says stays in the log', async () => {
    await clear(faulty.store);
    await sql`alter table execution add constraint secret check (false) not valid`.execute(
      faulty.store.db,
    );
    const { indexer } = startIndexer(faulty.store, faulty.node, { startHeight: START });
    faulty.closing.push(() => indexer.stop());
    await until(() => indexer.status().state === 'waiting', 'the state waiting');
    expect(indexer.status().reason).toBe('The database refuses to go on; the log says why');
    await sql`alter table execution drop constraint secret`.execute(faulty.store.db);
    await indexer.sync();
    expect(indexer.status()).toMatchObject({ state: 'following', reason: null });
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });

  it('is not reverted below what is final', async () => {
    const indexer = await faulty.begin();
    await indexer.sync();
    await indexer.stop();
    const { final_height: final } = await faulty.store.db
      .selectFrom('checkpoint')
      .select('final_height')
      .executeTakeFirstOrThrow();
    expect(final).toBeGreaterThan(START);
    // As if the index had followed another chain all along.
    const other = new Uint8Array(32).fill(1);
    await faulty.store.db.updateTable('tipset').set({ key: other }).execute();
    await faulty.store.db.updateTable('checkpoint').set({ head_key: other }).execute();
    const before = await faulty.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
    const again = startIndexer(faulty.store, faulty.node).indexer;
    faulty.closing.push(() => again.stop());
    await until(() => again.status().state === 'stopped', 'the state stopped');
    expect(again.status().reason).toContain(`part at or below height ${String(final)}`);
    await again.stop();
    expect(await faulty.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst()).toEqual(
      before,
    );
  });
});
