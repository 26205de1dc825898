/** What is written between a claim’s first look and its own writing. */
import { createExplorer } from '#explorer/index.ts';
import { readContent } from '#content/networks.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { SAMPLE_CONTENT } from '#server/testing/demo-index.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TagClaims } from './claims.ts';
import { banOwner, listClaims } from './moderation.ts';
import { setOwner, testOwners } from './testing/owners.ts';
import { ClaimSite, CLIENT, f1, type Indexed } from './testing/site.ts';

const OTHER = 1001;
const other = testOwners(9).f1;

eachDatabase((open, kind) => {
  let store: Store;
  let site: ClaimSite<Indexed>;
  beforeAll(async () => {
    store = await open(demoAt(60));
    const explorer = createExplorer(store, { contentOf: readContent(SAMPLE_CONTENT) });
    site = new ClaimSite({ store, explorer });
  });
  beforeEach(async () => {
    await site.forget();
    await setOwner(store.db, OTHER, other);
  });

  /** The site, with its writing done by `transaction`. */
  const writing = (transaction: Store['transaction']): TagClaims =>
    site.make({ store: { ...store, transaction } });

  it('one of two owners has a name that both sign at once', async () => {
    const signature = await site.signed(f1);
    const others = await site.signed(other, 'f01001');
    // Both have been looked at before either writes.
    const ready = Promise.withResolvers<void>();
    let waiting = 0;
    const claims = writing(async (work) => {
      if ((waiting += 1) === 2) ready.resolve();
      await ready.promise;
      return store.transaction(work);
    });
    const outcomes = await Promise.all([
      site.create({ signature }, CLIENT, claims),
      site.create({ address: 'f01001', en: 'TIDE-POOL', signature: others }, CLIENT, claims),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'en: taken']);
    expect(await listClaims(store)).toHaveLength(1);
    // What was refused has not used its message up.
    const [refused] = [{ signature }, { address: 'f01001', signature: others }].filter(
      (_, at) => outcomes[at] !== 'done',
    );
    expect(await site.create({ ...refused, en: 'Ebb' })).toBe('done');
  });

  it('a key that is banned meanwhile names nothing', async () => {
    const signature = await site.signed(f1);
    const claims = writing(async (work) => {
      await banOwner(store, f1.text, 'spam');
      return store.transaction(work);
    });
    expect(await site.create({ signature }, CLIENT, claims)).toBe('banned');
    expect(await listClaims(store)).toEqual([]);
  });

  it('a ban that comes while a name is written takes it away', async () => {
    const signature = await site.signed(f1);
    let ban: Promise<number | null> | undefined;
    const claims = writing((work) =>
      store.transaction(async (trx) => {
        const done = await work(trx);
        ban = banOwner(store, f1.text, 'spam');
        // The embedded database begins it after this one; a server lets it come as far as it can.
        if (kind === 'postgres')
          await vi.waitFor(async () => {
            const waits = await sql`
              select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'
            `.execute(store.db);
            expect(waits.rows).toHaveLength(1);
          });
        return done;
      }),
    );
    expect(await site.create({ signature }, CLIENT, claims)).toBe('done');
    expect(await ban).toBe(1);
    expect(await listClaims(store)).toEqual([]);
  });
});
