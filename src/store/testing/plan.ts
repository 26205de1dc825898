/** How much of which tables a query reads, by what PostgreSQL says of having run it. */
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../schema.ts';

/** One scan of a query's plan. */
interface Scan {
  table: string;
  /** PostgreSQL's word, e.g. `Index Scan`. */
  how: string;
  /** Rows that were read, those that a filter put aside included. */
  rows: number;
}

const nodeSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  'Rows Removed by Index Recheck': z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const answerSchema = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) });

/** A table of fewer rows is read from end to end with good reason: that says nothing of a large one. */
const SMALL = 50_000;

/** Tells what is wrong with queries' plans: which large tables they go through, or read too much of. */
export interface Judge {
  /** Of all tables. */
  rows: number;
  /**
   * Empty when nothing is. `most`: so many rows it may read of any table. `generic`: by the plan that
   * is made once for all values, which a prepared statement may come to.
   */
  offences(query: CompiledQuery, most: number, generic?: boolean): Promise<string[]>;
}

/** `large`: the tables that grow with the chain. */
export async function createJudge(
  db: Kysely<Database>,
  large: ReadonlySet<string>,
): Promise<Judge> {
  const sizes = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::float8 as rows from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  const small = new Set(sizes.rows.filter(({ rows }) => rows < SMALL).map(({ name }) => name));
  const through = ({ how, table }: Scan): boolean => how === 'Seq Scan' && large.has(table);
  return {
    rows: sizes.rows.reduce((sum, { rows }) => sum + Math.max(0, rows), 0),
    async offences(query, most, generic = false) {
      const scansBy = (seqScan: boolean) =>
        db.transaction().execute(async (trx) => {
          if (!seqScan) await sql`set local enable_seqscan = off`.execute(trx);
          return generic ? genericScansOf(trx, query) : scansOf(trx, query);
        });
      let scans = await scansBy(true);
      if (scans.some((scan) => through(scan) && small.has(scan.table)))
        scans = await scansBy(false);
      return scans
        .filter((scan) => through(scan) || scan.rows > most)
        .map(({ how, table, rows }) => `${how} of ${table}, ${rows} rows`);
    },
  };
}

/** Runs a query that reads and answers the scans of its plan. */
async function scansOf(db: Kysely<Database>, query: CompiledQuery): Promise<Scan[]> {
  return explained(db, CompiledQuery.raw(`${EXPLAIN} ${query.sql}`, [...query.parameters]));
}

/** The same by the plan for all values. */
async function genericScansOf(
  trx: Kysely<Database>,
  { sql: text, parameters }: CompiledQuery,
): Promise<Scan[]> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
  await trx.executeQuery(CompiledQuery.raw(`prepare judged as ${text}`));
  const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
  const scans = await explained(trx, CompiledQuery.raw(`${EXPLAIN} execute judged${values}`));
  await trx.executeQuery(CompiledQuery.raw('deallocate judged'));
  return scans;
}

const EXPLAIN = 'explain (analyze, timing off, format json)';

async function explained(db: Kysely<Database>, query: CompiledQuery): Promise<Scan[]> {
  const { rows } = await db.executeQuery(query);
  return scansBelow(answerSchema.parse(rows[0])['QUERY PLAN'][0].Plan);
}

/** A parameter as SQL writes it; its type follows from where it stands. */
function literal(value: unknown): string {
  return value === null || value === undefined
    ? 'null'
    : `'${textOf(value).replaceAll("'", "''")}'`;
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (!Array.isArray(value))
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const items = value.map((item: unknown) =>
    item === null ? 'null' : `"${textOf(item).replaceAll(/["\\]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}

function scansBelow(node: z.infer<typeof nodeSchema>): Scan[] {
  const table = node['Relation Name'];
  const read =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own =
    table === undefined
      ? []
      : [{ table, how: node['Node Type'], rows: read * node['Actual Loops'] }];
  return [...own, ...(node.Plans ?? []).flatMap(scansBelow)];
}
