/** Hours of the network's figures over the demo chain, against the same of its tipsets' own rows. */
import { hourEnd, SERIES, type SeriesTable } from '#store/series.ts';
import type { Database } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAt, indexAll, startDemo, type Demo } from '../../testing/demo.ts';
import { readCheckpoint } from '../../write/checkpoint.ts';
import { revertAbove } from '../../write/revert.ts';
import { closeHours, makeOlderHours, remakeHours } from './hours.ts';

const HEAD = 20_300;
/** The last hour that has ended there. */
const NEWEST = 20_279;

interface Hour {
  low: string;
  low_at: number;
  high: string;
  high_at: number;
  sum: string;
  tipsets: number;
}

/** Every figure at every tipset, folded here instead of in the database. */
async function counted(db: Kysely<Database>, head: number): Promise<Map<string, Hour>> {
  const hours = new Map<string, Hour>();
  for (const table of Object.keys(SERIES) as SeriesTable[])
    for (const [series, value] of Object.entries(SERIES[table].figures)) {
      const { rows } = await sql<{ height: number; value: string | null }>`
        select r.height, (${sql.raw(value)})::text as value from ${sql.table(table)} r
        order by r.height`.execute(db);
      for (const { height, value: told } of rows) {
        const end = hourEnd(height);
        if (told === null || end >= head) continue;
        const key = `${series}/${end}`;
        const hour = hours.get(key);
        hours.set(key, hour ? plus(hour, told, height) : plus(NOTHING, told, height));
      }
    }
  return hours;
}

const NOTHING = { low: null, low_at: 0, high: null, high_at: 0, sum: '0', tipsets: 0 };

function plus(hour: Hour | typeof NOTHING, value: string, height: number): Hour {
  const { low, high } = hour;
  const lower = low === null || BigInt(value) < BigInt(low);
  const higher = high === null || BigInt(value) > BigInt(high);
  return {
    low: lower ? value : low,
    low_at: lower ? height : hour.low_at,
    high: higher ? value : high,
    high_at: higher ? height : hour.high_at,
    sum: (BigInt(hour.sum) + BigInt(value)).toString(),
    tipsets: hour.tipsets + 1,
  };
}

async function kept(db: Kysely<Database>): Promise<Map<string, Hour>> {
  const rows = await db.selectFrom('series_hour').selectAll().execute();
  return new Map(
    rows.map(({ series, height, low, high, low_at, high_at, ...rest }) => [
      `${series}/${height}`,
      { low: low ?? '', high: high ?? '', low_at: low_at ?? -1, high_at: high_at ?? -1, ...rest },
    ]),
  );
}

class Undone extends Error {}

eachDatabase((open) => {
  describe('hours', () => {
    let demo: Demo;
    let store: Store;
    beforeAll(async () => {
      demo = await startDemo(HEAD);
      store = await open(demoAt(HEAD));
    }, 600_000);
    afterAll(() => demo.close());

    /** What is changed here is taken back. */
    async function tried(change: (trx: Trx) => Promise<void>): Promise<void> {
      const trial = store.transaction(async (trx) => {
        await change(trx);
        throw new Undone();
      });
      await expect(trial).rejects.toThrow(Undone);
    }

    it('are those of the tipsets, up to the last one that has ended', async () => {
      const expected = await counted(store.db, HEAD);
      expect(await kept(store.db)).toEqual(expected);
      expect(expected.get(`baseFee/${NEWEST}`)?.tipsets).toBeGreaterThan(100);
      expect(expected.has(`baseFee/${NEWEST + 120}`)).toBe(false);
      // The peak that an even grid of heights steps over.
      const { rows } = await sql<{ high: string; at: number }>`
        select high, high_at as at from series_hour
        where series = 'baseFee' and height > 1000 order by high desc limit 1`.execute(store.db);
      expect(rows).toEqual([{ high: '42555664', at: 19_869 }]);
    });

    it('go with the tipsets that a fork takes back, and are made of those that follow', async () => {
      await tried(async (trx) => {
        const before = await kept(trx);
        await revertAbove(trx, { forkHeight: 20_250, unexecuteFork: false }, null);
        expect([...(await kept(trx)).keys()].filter((key) => key.endsWith(`/${NEWEST}`))).toEqual(
          [],
        );
        await sql`update tipset set base_fee = 7 where height = 20245`.execute(trx);
        await closeHours(trx, 20_285, 0);
        const after = await kept(trx);
        expect(after).toEqual(await counted(trx, 20_285));
        expect(after.get(`baseFee/${NEWEST}`)).toMatchObject({ low: '7', low_at: 20_245 });
        expect(after.get(`baseFee/${NEWEST}`)).not.toEqual(before.get(`baseFee/${NEWEST}`));
      });
    });

    it('are made anew where the node tells something later', async () => {
      await tried(async (trx) => {
        await sql`update network_state set fil_burnt = null where height between 1000 and 1300`.execute(
          trx,
        );
        await remakeHours(trx, [1000, 1150, 1300]);
        expect(await kept(trx)).toEqual(await counted(trx, HEAD));
        // Nothing is known of one hour, and it is kept all the same.
        expect((await kept(trx)).has('burntSupply/1199')).toBe(false);
      });
    });

    it('are made of an index that is older, from the newest ones back', async () => {
      const expected = await kept(store.db);
      await store.db.deleteFrom('series_hour').execute();
      await store.transaction((trx) => closeHours(trx, 1_000_000, 0));
      // What has no tipsets is known as well, so that nothing is asked for twice.
      expect((await kept(store.db)).size).toBe(200);
      await store.db.deleteFrom('series_hour').execute();
      const checkpoint = await readCheckpoint(store.db);
      expect(await makeOlderHours(store, checkpoint, 20_200)).toMatchObject({
        revision: checkpoint.revision + 1,
      });
      expect((await kept(store.db)).has('baseFee/20159')).toBe(false);
      expect((await kept(store.db)).has(`baseFee/${NEWEST}`)).toBe(true);
      await indexAll(store, demo.node);
      expect(await kept(store.db)).toEqual(expected);
      expect(await makeOlderHours(store, await readCheckpoint(store.db), 0)).toBeNull();
    });
  });
});
