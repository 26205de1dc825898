/** Makes lists of accounts and of methods anew, from the rows of the chain, and all that counts them. */
import { sql } from 'kysely';
import type { Trx } from '#store/store.ts';
import { OTHER_TABLES } from '#store/undo.ts';
import type { UndoImage } from '../../fold/state.ts';
import { changeImages } from '../../write/images.ts';
import { columnsOf, DERIVED, dueRows, type DerivedTable } from '../derived.ts';

const LISTS = Object.entries(DERIVED) as [DerivedTable, string][];

async function rewrite(trx: Trx, owner: string, ids: readonly number[]): Promise<void> {
  for (const [table, column] of LISTS) {
    if (column !== owner) continue;
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(column)} = any(${ids}::int8[])`.execute(trx);
    const columns = sql.join(columnsOf(table).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns})
      ${dueRows(table, ids)}`.execute(trx);
  }
}

/** Of these accounts. */
export async function relistAccounts(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await rewrite(trx, 'actor_id', ids);
  const mine = sql`actor_id = any(${ids}::int8[])`;
  await sql`update actor a set
      message_count = (select count(*) from account_message where actor_id = a.id),
      transfer_count = (select count(*) from account_transfer where actor_id = a.id),
      event_count = (select count(*) from account_event where actor_id = a.id)
    where id = any(${ids}::int8[])`.execute(trx);
  await sql`delete from account_method where ${mine}`.execute(trx);
  await sql`insert into account_method (actor_id, method_id, count)
    select actor_id, method_id, count(*) from account_method_message where ${mine}
    group by actor_id, method_id`.execute(trx);
  await sql`delete from account_transfer_type where ${mine}`.execute(trx);
  await sql`insert into account_transfer_type (actor_id, type, count)
    select actor_id, type, count(*) from account_type_transfer where ${mine}
    group by actor_id, type`.execute(trx);
  await countAccountsThen(trx, ids);
}

/** How many of each were there before a height: all but those from it on. */
type Counts = Map<string, { total: number; heights: number[] }>;

async function countsOf(trx: Trx, query: ReturnType<typeof sql>): Promise<Counts> {
  const { rows } = await sql<{ key: string; total: number; heights: number[] }>`
    with lowest as (select coalesce(min(height), 2147483647) as height from undo)
    select key, count(*)::float8 as total,
      coalesce(array_agg(height) filter (where height >= (select height from lowest)), '{}')
        as heights
    from (${query}) q group by key`.execute(trx);
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

function before(counts: Counts, key: string, height: number): number {
  const own = counts.get(key);
  return own ? own.total - own.heights.filter((each) => each >= height).length : 0;
}

/** The same in the undo log. */
async function countAccountsThen(trx: Trx, ids: readonly number[]): Promise<void> {
  const mine = sql`l.actor_id = any(${ids}::int8[])`;
  // What was there before the first tipset stands before its own transfers.
  const sent = sql`case when l.position < 0 then l.height - 1 else l.height end as height`;
  const listOf = (
    table: 'account_message' | 'account_transfer' | 'account_event',
    height = sql`l.height`,
  ) =>
    countsOf(
      trx,
      sql`select l.actor_id::text as key, ${height} from ${sql.table(table)} l where ${mine}`,
    );
  const messages = await listOf('account_message');
  const transfers = await listOf('account_transfer', sent);
  const events = await listOf('account_event');
  const methods = await countsOf(
    trx,
    sql`select concat_ws('/', l.actor_id, l.method_id) as key, l.height
      from account_message l where ${mine}`,
  );
  const types = await countsOf(
    trx,
    sql`select concat_ws('/', l.actor_id, l.type) as key, ${sent}
      from account_transfer l where ${mine}`,
  );
  const own = new Set(ids);
  await changeImages(trx, 'actor', (images, height) =>
    images.map((image) => {
      if (image.table !== 'actor' || image.row === null || !own.has(Number(image.key)))
        return image;
      const counted = {
        message_count: before(messages, image.key, height),
        transfer_count: before(transfers, image.key, height),
        event_count: before(events, image.key, height),
      };
      return { ...image, row: { ...image.row, ...counted } } as UndoImage;
    }),
  );
  await changeImages(trx, OTHER_TABLES, (images, height) =>
    images.map((image) => {
      const [actor_id = 0, other = 0] = image.key.split('/').map(Number);
      if (!own.has(actor_id)) return image;
      if (image.table === 'account_method') {
        const count = before(methods, image.key, height);
        return { ...image, row: count > 0 ? { actor_id, method_id: other, count } : null };
      }
      if (image.table !== 'account_transfer_type') return image;
      const count = before(types, image.key, height);
      return { ...image, row: count > 0 ? { actor_id, type: other, count } : null };
    }),
  );
}

/** Of these methods. `names`: of those that have messages and no row. */
export async function relistMethods(
  trx: Trx,
  ids: readonly number[],
  names: ReadonlyMap<number, string>,
): Promise<void> {
  if (ids.length === 0) return;
  await rewrite(trx, 'method_id', ids);
  for (const [id, name] of names)
    await sql`insert into method (id, name, count) values (${id}, ${name}, 0)
      on conflict (id) do nothing`.execute(trx);
  await sql`update method m set count = l.count from (
      select w.id, (select count(*) from method_message where method_id = w.id) as count
      from unnest(${ids}::int8[]) w (id)
    ) l where m.id = l.id`.execute(trx);
  await sql`delete from method where id = any(${ids}::int8[]) and count = 0`.execute(trx);
  const counts = await countsOf(
    trx,
    sql`select method_id::text as key, height from execution
      where method_id = any(${ids}::int8[])`,
  );
  const own = new Set(ids);
  await changeImages(trx, 'method', (images, height) =>
    images.map((image) => {
      if (image.table !== 'method' || !own.has(Number(image.key)) || image.row === null)
        return image;
      return { ...image, row: { ...image.row, count: before(counts, image.key, height) } };
    }),
  );
}
