/** Counts of the whole index, now and at the heads that the undo log tells of. */
import { sql } from 'kysely';
import type { Trx } from '#store/store.ts';
import { OLDER } from '../../fold/lists.ts';
import { changeImages } from '../../write/images.ts';

/** Queries for how many there are, and how many of these came at or above a height. */
const COUNTED: Readonly<Record<string, { all: string; since: string }>> = {
  messages: {
    all: 'select count(*) from execution',
    since: 'select count(*) from execution where height >= $',
  },
  transfers: {
    all: 'select count(*) from transfer',
    since: 'select count(*) from transfer where height >= $ and position >= 0',
  },
  events: {
    all: 'select count(*) from event',
    since: 'select count(*) from event where height >= $',
  },
  blocks: {
    all: `select count(*) from block b join tipset t on t.height = b.height
      where not b.orphaned and t.executed`,
    since: `select count(*) from block b join tipset t on t.height = b.height
      where not b.orphaned and t.executed and b.height >= $`,
  },
  actors: {
    all: 'select count(*) from actor where deleted_height is null',
    since: `select count(*) filter (where created_height >= $ and deleted_height is null)
      - count(*) filter (where created_height < $ and deleted_height >= $) from actor`,
  },
  funded: {
    all: 'select count(*) from actor where balance > 0',
    since: `select count(*) filter (where a.balance > 0)
        - count(*) filter (where coalesce((select b.balance from balance b
          where b.actor_id = a.id and b.height < $ order by b.height desc limit 1), 0) > 0)
      from actor a where a.id in (select actor_id from balance where height >= $)`,
  },
};

export const COUNTERS: readonly string[] = Object.keys(COUNTED);

export async function recount(trx: Trx, keys: readonly string[] = COUNTERS): Promise<void> {
  const heights = (await trx.selectFrom('undo').select('height').distinct().execute()).map(
    ({ height }) => height,
  );
  for (const key of keys) {
    const query = COUNTED[key];
    if (!query) continue;
    const older = await trx
      .selectFrom('counter')
      .select('value')
      .where('key', '=', OLDER + key)
      .executeTakeFirst();
    const total = (await numberOf(trx, query.all)) - (older?.value ?? 0);
    const row = { key, value: total };
    await trx
      .insertInto('counter')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: total }))
      .execute();
    const then = new Map<number, number>();
    for (const height of heights)
      then.set(height, total - (await numberOf(trx, query.since.replaceAll('$', String(height)))));
    await changeImages(trx, 'counter', (images, height) =>
      images.map((image) => {
        const value = then.get(height);
        const own = image.table === 'counter' && image.key === key && image.row !== null;
        return own && value !== undefined ? { ...image, row: { key, value } } : image;
      }),
    );
  }
}

async function numberOf(trx: Trx, query: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (${sql.raw(query)})::float8 as count`.execute(trx);
  return rows[0]?.count ?? 0;
}
