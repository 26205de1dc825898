/**
 * Makes a long chain of a short one: every row of an indexed chain on PostgreSQL is there many times,
 * one copy of the chain after another, so that lists, totals and cursors hold and distributions stay
 * real. Each copy has accounts of its own, but for the busiest of each kind: these do everything
 * again in every copy.
 */
import { DAY_SECONDS, EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { fillBeside } from './beside.ts';
import { COMMON, growingTables, type Growth, type List, type Rule } from './growth.ts';

type Table = keyof Database & string;

/** What one copy is after the last, in SQL. */
interface Step {
  heights: number;
  seconds: number;
  /** Whole days. */
  days: number;
}

/** Ids of a copy's actors: above all of the original's. */
const ACTORS = 1_000_000;
/** What is not multiplied and has no more rows stays small. */
const FEW = 1000;
/** Tables loaded at a time. */
const SIDE_BY_SIDE = 2;

/** Actors that stay themselves: those of the network, and the busiest by these columns. */
const BUSIEST: readonly string[] = [
  'select id from actor where id < 100',
  'select distinct on (kind) id from actor order by kind, message_count + transfer_count desc',
  ...[
    ['token', 'transfer_count'],
    ['token', 'item_count'],
    ['contract_creator', 'contracts', 'creator_id'],
    ['data_cap', 'changes'],
    ['verifier', 'changes'],
    ['storage_count', 'client_claims'],
    ['storage_count', 'client_deals'],
    ['storage_count', 'provider_claims'],
    ['wallet_count', 'proposals'],
    ['wallet_count', 'channels'],
    ['multisig', 'next_txn_id'],
  ].map(
    ([table, column, id = 'actor_id']) =>
      `select ${id} from ${table} order by ${column} desc, ${id} limit 1`,
  ),
];

const FUNCTIONS = [
  `create function demo.id_address(id bigint) returns bytea language plpgsql immutable as $$
    declare bytes bytea := '\\x00';
    begin
      while id > 127 loop
        bytes := bytes || set_byte('\\x00', 0, (id & 127 | 128)::int);
        id := id >> 7;
      end loop;
      return bytes || set_byte('\\x00', 0, id::int);
    end $$`,
  `create function demo.address_id(address bytea) returns bigint language plpgsql immutable as $$
    declare id bigint := 0;
    begin
      for at in reverse length(address) - 1 .. 1 loop
        id := (id << 7) | (get_byte(address, at) & 127);
      end loop;
      return id;
    end $$`,
  `create function demo.other(bytes bytea, k int) returns bytea language sql immutable as $$
    select set_byte(bytes, length(bytes) - 1, get_byte(bytes, length(bytes) - 1) # k) $$`,
  `create function demo.others(bytes bytea, k int) returns bytea language plpgsql immutable as $$
    begin
      for at in 1 .. length(bytes) / 32 loop
        bytes := set_byte(bytes, at * 32 - 1, get_byte(bytes, at * 32 - 1) # k);
      end loop;
      return bytes;
    end $$`,
  // Id addresses and the masked ids of contracts name another actor; all else is another hash.
  `create function demo.moved(address bytea, k int) returns bytea language sql immutable as $$
    select case
      when length(address) < 12 then demo.id_address(demo.address_id(address) + k::bigint * ${ACTORS})
      when length(address) = 20 and substr(address, 1, 12) = '\\xff0000000000000000000000'
        then substr(address, 1, 12) || int8send(('x' || encode(substr(address, 13), 'hex'))::bit(64)::bigint + k::bigint * ${ACTORS})
      else demo.other(address, k) end $$`,
];

/** Addresses of the actors that stay, in every form, and the zero address. */
const KEPT_ADDRESSES = `
  create table demo.kept_address as
  with form as (
    select address from demo.address join demo.kept on kept.id = actor_id
    union select demo.id_address(id) from demo.kept
  )
  select address from form
  union select substr(address, 3) from form where substr(address, 1, 2) = '\\x040a'
  union select '\\xff0000000000000000000000'::bytea || int8send(id) from demo.kept
  union select ''::bytea
  union select decode(repeat('00', 20), 'hex')`;

/**
 * Multiplies the rows of every table that grows, at most 250 times, and fills what stands beside the
 * chain; to be called once, on an index that nothing writes any more. Indexes are made anew,
 * statistics are gathered, tables vacuumed. Answers which tables have become larger.
 */
export async function multiply(db: Kysely<Database>, copies: number): Promise<ReadonlySet<string>> {
  const run = async (statement: string): Promise<void> => {
    await sql.raw(statement).execute(db);
  };
  const step = await stepOf(db);
  await run('create schema demo');
  for (const statement of FUNCTIONS) await run(statement);
  await run(
    `create table demo.kept as select distinct id from (${BUSIEST.map((query) => `(${query})`).join(' union all ')}) b`,
  );
  const growing = growingTables();
  for (const [table] of growing) await run(`create table demo.${table} as table ${table}`);
  await run(KEPT_ADDRESSES);
  await run('analyze');
  const loads = growing.map(([table, growth]) => async () => {
    const shape = await shapeOf(db, table);
    const rebuild = await dropIndexes(db, table);
    await run(`truncate ${table}`);
    await run(`alter table ${table} set unlogged`);
    await run(insertion(shape, growth, step, copies));
    for (const statement of rebuild) await run(statement);
  });
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => drain(loads)));
  for (const [table, { renumber }] of growing) if (renumber) await countAnew(db, table, renumber);
  await fillBeside(db);
  // Autovacuum does it by and by; until then index-only scans are planned as if they read tables, too.
  await run('vacuum analyze');
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class own
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > coalesce((
      select reltuples from pg_class
      where relname = own.relname and relnamespace = 'demo'::regnamespace), ${FEW})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function drain(queue: (() => Promise<void>)[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) await next();
}

/** A copy begins with a day, so that its hours and days are whole ones. */
async function stepOf(db: Kysely<Database>): Promise<Step> {
  const { head_height: head } = await db
    .selectFrom('checkpoint')
    .select('head_height')
    .executeTakeFirstOrThrow();
  const days = Math.ceil(((head ?? 0) + 1) / EPOCHS_PER_DAY);
  return { days, heights: days * EPOCHS_PER_DAY, seconds: days * DAY_SECONDS };
}

function ruleOf(column: string, growth: Growth): Rule {
  const own = growth.columns[column];
  return own ?? COMMON.find(([name]) => name.test(column))?.[1] ?? 'same';
}

/** Whether the column has the same value in every copy, in SQL over the original row `t`. */
function stays(column: string, growth: Growth): string {
  const rule = ruleOf(column, growth);
  if (rule === 'same') return 'true';
  if (rule === 'actor') return `t.${column} in (select id from demo.kept)`;
  if (rule === 'address') return `t.${column} in (select address from demo.kept_address)`;
  return 'false';
}

const all = (conditions: string[]): string => conditions.join(' and ') || 'true';

/** A column's value in copy `k`, where it follows from the original row alone. */
function valueOf(column: string, rule: Exclude<Rule, List>, step: Step): string {
  if (typeof rule === 'number') return `${column} + k * ${rule}`;
  if (typeof rule === 'object') return rule.sql;
  switch (rule) {
    case 'same':
      return column;
    case 'height':
      return `${column} + k * ${step.heights}`;
    case 'time':
      return `${column} + k::bigint * ${step.seconds}`;
    case 'hour':
      return `${column} + k * ${step.days * 24}`;
    case 'day':
      return `${column} + k * ${step.days}`;
    case 'actor':
      return `case when "${column} stays" then ${column} else ${column} + k::bigint * ${ACTORS} end`;
    case 'address':
      return `case when "${column} stays" then ${column} else demo.moved(${column}, k) end`;
    case 'digest':
      return `demo.other(${column}, k)`;
    case 'digests':
      return `demo.others(${column}, k)`;
    case 'total':
      return `case when once then ${column} * (last + 1) else ${column} end`;
  }
}

/** The statement that writes all copies of a table's rows, copy after copy. */
function insertion(
  { table, columns, key }: Shape,
  growth: Growth,
  step: Step,
  copies: number,
): string {
  const facts: string[] = [`${all(key.map((column) => stays(column, growth)))} as once`];
  const joins: string[] = [];
  const values = columns.map((column) => {
    const rule = ruleOf(column, growth);
    if (rule === 'actor' || rule === 'address')
      facts.push(`${stays(column, growth)} as "${column} stays"`);
    if (typeof rule !== 'object' || 'sql' in rule) return valueOf(column, rule, step);
    const [from = table, ordinal = column] = rule.of?.split('.') ?? [];
    const name = `list${joins.length}`;
    const by = rule.by.map((other) => `${other}, `).join('');
    const same = rule.list.map((own, i) => `${name}.${rule.by[i] ?? own} = t.${own}`);
    joins.push(`left join (
      select ${by}max(${ordinal}) + ${rule.sum ? 0 : 1} as length from demo.${from}
      group by ${rule.by.join(', ') || '()'}) ${name} on ${all(same)}`);
    const goesOn = all(rule.list.map((own) => stays(own, growth)));
    facts.push(`case when ${goesOn} then ${name}.length else 0 end as "${column} length"`);
    return `${column} + k * "${column} length"`;
  });
  // Hours and days of two copies may be the same one.
  const meet = key.some((column) =>
    ['hour', 'day', 'time'].includes(String(ruleOf(column, growth))),
  );
  return `
    with original as materialized (
      select t.*, ${facts.join(', ')} from demo.${table} t ${joins.join(' ')}
    ), copied (${columns.join(', ')}) as (
      select ${values.join(', ')}
      from (
        select k, ${copies - 1} as last, ${step.days} as days from generate_series(0, ${copies - 1}) k
      ) copy, lateral (select * from original where not once or k = last offset 0) t
    )
    insert into ${table} (${columns.join(', ')})
    select ${meet ? `distinct on (${key.join(', ')})` : ''} * from copied`;
}

/** A table's columns, and those of its primary key. */
interface Shape {
  table: Table;
  columns: string[];
  key: string[];
}

async function shapeOf(db: Kysely<Database>, table: Table): Promise<Shape> {
  const { rows } = await sql<{ name: string; in_key: boolean }>`
    select attname as name, coalesce(attnum = any(indkey), false) as in_key
    from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db);
  return {
    table,
    columns: rows.map(({ name }) => name),
    key: rows.filter((row) => row.in_key).map(({ name }) => name),
  };
}

/** Drops a table's keys and indexes; answers the statements that make them again. */
async function dropIndexes(db: Kysely<Database>, table: Table): Promise<string[]> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u')
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  for (const { drop } of rows) await sql.raw(drop).execute(db);
  return rows.map(({ make }) => make);
}

async function countAnew(
  db: Kysely<Database>,
  table: Table,
  { column, counter }: NonNullable<Growth['renumber']>,
): Promise<void> {
  await sql`
    with place as (
      select actor_id, row_number() over (order by height, ${sql.ref(column)}) - 1 as n
      from ${sql.table(table)} where ${sql.ref(column)} is not null
    )
    update ${sql.table(table)} t set ${sql.ref(column)} = n from place where place.actor_id = t.actor_id`.execute(
    db,
  );
  await sql`
    update counter set value = (select max(${sql.ref(column)}) + 1 from ${sql.table(table)})
    where key = ${counter}`.execute(db);
}
