/** Every row of the lists follows from a row of the chain: of a sample of accounts and methods, or of all. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '#store/schema.ts';
import { countOf, difference, MAX_TOLD, stepOf, type Check, type Difference } from './check.ts';
import {
  columnsOf,
  DERIVED,
  dueRows,
  ownedBy,
  WITH_HEIGHT,
  type DerivedTable,
  type Owners,
} from './derived.ts';

const listed: Check = {
  name: 'rows of lists',
  async run({ db, sample }) {
    const accounts = await sampled(db, 'actor', sample);
    const methods = await sampled(db, 'method', sample);
    const found: Difference[] = [];
    for (const [table, owner] of Object.entries(DERIVED) as [DerivedTable, string][]) {
      const kind = owner === 'method_id' ? 'method' : 'lists';
      const owners = kind === 'method' ? methods : accounts;
      const ids = await differing(db, table, owners, owner, columnsOf(table));
      for (const id of ids)
        found.push({
          ...difference(`${table} ${id}`, 'what messages, transfers and events lead to', 'others'),
          damage: { kind, id },
        });
      if (ids.length === 0 || !WITH_HEIGHT.some((each) => each === table)) continue;
      // Which of the two is wrong only the node can tell. Where a row is, later ones have another place.
      const columns = columnsOf(table).filter((column) => column !== 'ord');
      for (const height of await differing(db, table, ids, 'height', columns))
        found.push({
          ...difference(`${table} at ${height}`, 'rows of the tipset', 'others'),
          damage: { kind: 'execution', height },
        });
    }
    const compared = (accounts?.length ?? 0) + (methods?.length ?? 0);
    const all = async () => (await countOf(db, 'actor')) + (await countOf(db, 'method'));
    return { compared: accounts === null ? await all() : compared, differences: found };
  },
};

/** Owners, or heights, of rows that are not both due and there, by these columns. */
async function differing(
  db: Kysely<Database>,
  table: DerivedTable,
  owners: Owners,
  what: string,
  columns: readonly string[],
): Promise<number[]> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const due = sql`(select ${names} from (${dueRows(table, owners)}) d)`;
  const own = sql`(select ${names} from ${sql.table(table)}
    where ${ownedBy(sql.ref(DERIVED[table]), owners)})`;
  const { rows } = await sql<{ value: number }>`
    select distinct ${sql.ref(what)}::float8 as value
    from ((${due} except all ${own}) union all (${own} except all ${due})) r
    order by 1 limit ${MAX_TOLD}`.execute(db);
  return rows.map(({ value }) => value);
}

/** Ids, spread evenly; null: all. */
async function sampled(
  db: Kysely<Database>,
  table: 'actor' | 'method',
  sample: number,
): Promise<Owners> {
  if (sample === Infinity) return null;
  const step = stepOf(await countOf(db, table), sample);
  const { rows } = await sql<{ id: number }>`
    select id from (select id, row_number() over (order by id) as place from ${sql.table(table)}) t
    where (place - 1) % ${step} = 0`.execute(db);
  return rows.map(({ id }) => id);
}

export const LISTED_CHECKS: readonly Check[] = [listed];
