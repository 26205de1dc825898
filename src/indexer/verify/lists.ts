/** Lists have no gaps and are as long as their counters say; balances are the sums of transfers. */
import { sql } from 'kysely';
import { SYSTEM_ID } from '#filecoin/address.ts';
import { OLDER } from '../fold/lists.ts';
import { countOf, difference, MAX_TOLD, type Check, type Difference } from './check.ts';
import { DERIVED } from './derived.ts';

/** Lists whose rows carry an ordinal: by which columns, and where the length is told. */
const LISTS: readonly {
  table: string;
  by: readonly string[];
  counted: { table: string; by: readonly string[]; column: string };
}[] = [
  {
    table: 'account_message',
    by: ['actor_id'],
    counted: { table: 'actor', by: ['id'], column: 'message_count' },
  },
  {
    table: 'account_transfer',
    by: ['actor_id'],
    counted: { table: 'actor', by: ['id'], column: 'transfer_count' },
  },
  {
    table: 'account_event',
    by: ['actor_id'],
    counted: { table: 'actor', by: ['id'], column: 'event_count' },
  },
  {
    table: 'method_message',
    by: ['method_id'],
    counted: { table: 'method', by: ['id'], column: 'count' },
  },
  {
    table: 'account_method_message',
    by: ['actor_id', 'method_id'],
    counted: { table: 'account_method', by: ['actor_id', 'method_id'], column: 'count' },
  },
  {
    table: 'account_type_transfer',
    by: ['actor_id', 'type'],
    counted: { table: 'account_transfer_type', by: ['actor_id', 'type'], column: 'count' },
  },
  {
    table: 'proposal',
    by: ['actor_id'],
    counted: { table: 'wallet_count', by: ['actor_id'], column: 'proposals' },
  },
  {
    table: 'account_channel',
    by: ['actor_id'],
    counted: { table: 'wallet_count', by: ['actor_id'], column: 'channels' },
  },
];

const columns = (of: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql.ref(`${of}.${name}`)));

const lengths: Check = {
  name: 'lists and their counters',
  async run({ db }) {
    const found: Difference[] = [];
    let compared = 0;
    for (const { table, by, counted } of LISTS) {
      const keys = sql.join(by.map((name) => sql.ref(name)));
      const joined = sql.join(
        by.map((name, at) => sql`l.${sql.ref(name)} = c.${sql.ref(counted.by[at] ?? name)}`),
        sql` and `,
      );
      const [owner = ''] = by;
      const key = sql`concat_ws('/', ${columns('l', by)}, ${columns('c', counted.by)})`;
      const { rows } = await sql<{
        key: string;
        id: number;
        rows: number;
        last: number;
        counted: number;
      }>`
        select ${key} as key,
          coalesce(l.${sql.ref(owner)}, c.${sql.ref(counted.by[0] ?? owner)})::float8 as id, coalesce(l.rows, 0)::float8 as rows,
          coalesce(l.last + 1, 0)::float8 as last,
          coalesce(c.${sql.ref(counted.column)}, 0)::float8 as counted
        from (select ${keys}, count(*) as rows, max(ord) as last from ${sql.table(table)}
          where ord >= 0 group by ${keys}) l
        full join ${sql.table(counted.table)} c on ${joined}
        where coalesce(l.rows, 0) <> coalesce(c.${sql.ref(counted.column)}, 0)
          or coalesce(l.last + 1, 0) <> coalesce(l.rows, 0)
        limit ${MAX_TOLD}`.execute(db);
      compared += await countOf(db, sql.table(counted.table));
      for (const row of rows)
        found.push({
          ...difference(
            `${table} ${row.key}`,
            `${row.counted} rows`,
            `${row.rows} rows, the last ordinal ${row.last - 1}`,
          ),
          ...(isDerived(table) && {
            damage: { kind: owner === 'method_id' ? 'method' : 'lists', id: row.id } as const,
          }),
        });
    }
    for (const table of ['proposal', 'account_channel'] as const) {
      const { rows } = await sql<{ id: number; rows: number; first: number }>`
        select actor_id as id, count(*)::float8 as rows, min(ord) as first
        from ${sql.table(table)} where ord < 0 group by actor_id having count(*) <> -min(ord)
        limit ${MAX_TOLD}`.execute(db);
      for (const { id, rows: length, first } of rows)
        found.push(
          difference(`${table} ${id}, older than the index`, `${-first} rows`, `${length} rows`),
        );
    }
    return { compared, differences: found };
  },
};

const isDerived = (table: string): boolean => Object.hasOwn(DERIVED, table);

/** Invariant 4, over all heights at once. */
const balances: Check = {
  name: 'balances and transfers',
  async run({ db }) {
    const { rows } = await sql<{ id: number; balance: string; sum: string; last: string | null }>`
      select a.id, a.balance, coalesce(t.sum, 0) as sum, b.balance as last from actor a
      left join (select actor_id, sum(value) as sum from account_transfer group by actor_id) t
        on t.actor_id = a.id
      left join lateral (select balance from balance where actor_id = a.id
        order by height desc limit 1) b on true
      where a.id <> ${SYSTEM_ID}
        and (a.balance <> coalesce(t.sum, 0) or a.balance <> coalesce(b.balance, 0))
      order by a.id limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map((row): Difference => ({
      ...difference(
        `balance of f0${row.id}`,
        row.balance,
        `${row.sum} by its transfers, ${row.last ?? 0} by its history`,
      ),
      damage: { kind: 'account', id: row.id },
    }));
    return { compared: await countOf(db, 'actor'), differences };
  },
};

/** Totals of the whole index that pages show without counting. */
const counters: Check = {
  name: 'counters of the index',
  async run({ db }) {
    const stored = new Map(
      (await db.selectFrom('counter').selectAll().execute()).map(({ key, value }) => [key, value]),
    );
    const older = (key: string): number => stored.get(OLDER + key) ?? 0;
    const { rows } = await sql<{ key: string; value: number }>`
      select 'messages' as key, count(*)::float8 as value from execution
      union all select 'transfers', count(*)::float8 from transfer
      union all select 'events', count(*)::float8 from event
      union all select 'actors', count(*)::float8 from actor where deleted_height is null
      union all select 'funded', count(*)::float8 from actor where balance > 0
      union all select 'blocks', count(*)::float8 from block b
        join tipset t on t.height = b.height where not b.orphaned and t.executed`.execute(db);
    const differences = rows
      .filter(({ key, value }) => (stored.get(key) ?? 0) + older(key) !== value)
      .map(({ key, value }): Difference => ({
        ...difference(`counter ${key}`, value, (stored.get(key) ?? 0) + older(key)),
        damage: { kind: 'counter', key },
      }));
    return { compared: rows.length, differences };
  },
};

export const LIST_CHECKS: readonly Check[] = [lengths, balances, counters];
