import { sql, type Kysely } from 'kysely';
import { packImages, unpackImages } from '../undo.ts';

/** The tables whose rows may be older than the index, and the key by which those are listed. */
const LISTED = {
  deal: ['id', 'client_id', 'provider_id'],
  allocation: ['id', 'client_id', 'provider_id'],
  claim: ['id', 'client_id', 'provider_id'],
  verifier: ['actor_id'],
  data_cap: ['actor_id'],
} as const;

/**
 * Deals, allocations, claims, verifiers and data cap that an index finds which begins after the genesis:
 * they have no ordinals and no height, come after all others in the lists, by falling number, and are
 * counted apart, as they are so on every branch. Deals that were taken over when something touched them
 * are counted now; undoing that tipset no longer takes them away.
 */
const STATEMENTS: readonly string[] = [
  ...(['allocation', 'claim'] as const).map(
    (table) => `alter table ${table} alter column ord drop not null,
      alter column client_ord drop not null, alter column provider_ord drop not null,
      alter column height drop not null`,
  ),
  'alter table verifier alter column ord drop not null, alter column height drop not null',
  'alter table data_cap alter column height drop not null',
  ...Object.entries(LISTED).flatMap(([table, [key, ...parties]]) => [
    `create index ${table}_older on ${table} (${key}) where ord is null`,
    ...parties.map(
      (party) =>
        `create index ${table}_older_${party.replace('_id', '')}
          on ${table} (${party}, ${key}) where ord is null`,
    ),
  ]),
  `create table older_storage (
    actor_id bigint primary key, client_deals integer not null, provider_deals integer not null,
    client_allocations integer not null, provider_allocations integer not null,
    client_claims integer not null, provider_claims integer not null
  )`,
  `insert into older_storage
    select actor_id, sum(client), sum(provider), 0, 0, 0, 0 from (
      select client_id as actor_id, 1 as client, 0 as provider from deal where ord is null
      union all select provider_id, 0, 1 from deal where ord is null
    ) as older group by actor_id`,
  `insert into counter (key, value)
    select 'older:deals', count(*) from deal where ord is null having count(*) > 0`,
];

export async function up<DB>(db: Kysely<DB>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  const { rows: deals } = await sql<{ id: string }>`
    select id::text as id from deal where ord is null`.execute(db);
  if (deals.length === 0) return;
  const older = new Set(deals.map(({ id }) => id));
  const { rows } = await sql<{ height: number; part: string; doc: Uint8Array }>`
    select height, part, doc from undo where part = ''`.execute(db);
  for (const { height, part, doc } of rows) {
    const images = unpackImages(doc);
    const kept = images.filter(
      ([table, key, row]) => table !== 'deal' || row !== null || !older.has(key),
    );
    if (kept.length < images.length)
      await sql`update undo set doc = ${packImages(kept)}
        where height = ${height} and part = ${part}`.execute(db);
  }
}
